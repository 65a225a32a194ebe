import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
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

const AgentScopeOut = z.object({
  name: z.string(),
  title: z.string(),
  plugin: z.string(),
  pluginTitle: z.string(),
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

export const listAgentScopes = defineEndpoint({
  pattern: 'GET /api/mcp/tokens/scopes',
  input: nothing,
  output: z.object({ items: z.array(AgentScopeOut), nextCursor: z.nullable(z.string()) }),
  session: 'required',
  summary: 'List the scopes that change something, which a token for an agent gets only when they are picked',
})

export const createAgentToken = defineEndpoint({
  pattern: 'POST /api/mcp/tokens',
  input: z.strictObject({
    name: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(100), z.refine(isDisplayName, displayNameComplaint.en))
      .check(z.describe('The client that gets it, such as "Claude Code".')),
    scopes: z
      .optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)))
      .check(z.describe('Scopes that change something. The token always has the read-only ones.')),
  }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    token: z.string().check(z.describe('The secret, which is returned once.')),
    expiresAt: z.nullable(z.string()),
  }),
  session: 'recent',
  status: 201,
  audit: false,
  revealsSecret: true,
  errors: ['conflict', 'forbidden'],
  summary: 'Create an API token for an agent; its secret is returned once',
  description: 'It reads everything that you may read, changes what you pick, and expires after 90 days.',
})
