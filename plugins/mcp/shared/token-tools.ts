import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'

const TokenOut = z.object({
  id: z.string(),
  name: z.string(),
  role: z.nullable(z.enum(['owner', 'admin', 'member'])),
  expiresAt: z.nullable(z.string()),
})

const ToolOut = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  isReadOnly: z.boolean(),
  isDestructive: z.boolean(),
  needsApproval: z.boolean(),
})

/** An API token that an agent can have. */
export type AgentToken = z.infer<typeof TokenOut>

/** A tool that a token may call. */
export type TokenTool = z.infer<typeof ToolOut>

export const listAgentTokens = defineEndpoint({
  pattern: 'GET /api/mcp/tokens',
  input: nothing,
  output: z.object({ items: z.array(TokenOut), nextCursor: z.nullable(z.string()) }),
  session: 'required',
  summary: 'List your API tokens in this workspace with the access an agent has through each',
})

export const listTokenTools = defineEndpoint({
  pattern: 'GET /api/mcp/tokens/{id}/tools',
  input: nothing,
  output: z.object({
    items: z.array(ToolOut),
    nextCursor: z.nullable(z.string()),
    canConnect: z.boolean().check(z.describe('Whether agents can use this token at all.')),
  }),
  session: 'required',
  summary: 'List the tools that one of your API tokens may call now',
})
