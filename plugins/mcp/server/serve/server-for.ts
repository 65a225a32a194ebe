/**
 * The server of one request. It is made for it and thrown away, so nothing of one caller is there for the next, and any
 * process of the host answers any request.
 */
import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { WorkspaceScope } from '@host/plugin'
import type { Tables } from '../approvals/models.ts'
import { helpTemplates, listHelp, readHelp } from '../help/help-resources.ts'
import type { Parts } from '../parts.ts'
import { callTool } from '../tools/call-tool.ts'
import { listTools } from '../tools/list-tools.ts'
import type { ErrorStore } from './error-store.ts'
import { instructionsFor } from './instructions.ts'

/** The scope of an agent's request. */
export type AgentScope = WorkspaceScope<Tables>

/** Options of a server for one request. */
export interface ServerOptions {
  /** Whether the request opens a connection and gets the instructions. */
  readonly isOpening: boolean
  readonly faults: ErrorStore
}

/** Makes the server of a request. */
export async function serverFor(parts: Parts, scope: AgentScope, wanted: ServerOptions): Promise<McpServer> {
  const { isOpening, faults } = wanted
  const instructions = isOpening ? await instructionsOf(parts, scope) : undefined
  const made = new McpServer(
    { name: 'host', title: 'host', version: parts.catalog.build().version },
    {
      capabilities: { tools: { listChanged: true }, resources: { listChanged: true } },
      jsonSchemaValidator: noValidator,
      ...(instructions !== undefined && { instructions }),
    },
  )
  const { server } = made
  server.setRequestHandler('tools/list', ({ params }) => faults.watch(() => listTools(parts, scope, params?.cursor)))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    faults.watch(() => callTool(parts, scope, { name: params.name, input: params.arguments, signal: mcpReq.signal })),
  )
  server.setRequestHandler('resources/list', ({ params }) =>
    faults.watch(() => listHelp(parts.help, scope, params?.cursor)),
  )
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...helpTemplates] }))
  server.setRequestHandler('resources/read', ({ params }) =>
    faults.watch(() => readHelp(parts.help, scope, params.uri)),
  )
  return made
}

async function instructionsOf({ workspaces }: Parts, { userId, orgId }: AgentScope): Promise<string> {
  const { name } = await workspaces.read(userId, orgId)
  return instructionsFor(name)
}

/** Never called: this server sends no requests to its clients. */
const noValidator = {
  getValidator: (): never => {
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'Validation is not supported here.')
  },
}
