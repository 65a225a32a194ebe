import type { Mux } from '@host/plugin'
import { searchHelp } from '../../shared/help.ts'
import type { Tables } from '../approvals/models.ts'
import { findHelp } from '../help/find-help.ts'
import type { Parts } from '../parts.ts'
import { messagesOperation, streamOperation } from './operations.ts'
import { serveMessages } from './serve-messages.ts'
import { serveStream } from './serve-stream.ts'

/** The longest request of an agent, in bytes. */
const longestRequest = 1024 * 1024

/** Agents show this rather than the body of the 401. */
const tokenHint = 'Create an API token under Agents in the workspace, and send it as Authorization: Bearer host_...'

/** Routes of agents. `DELETE`, which ends a session, is refused by the router: there are no sessions. */
export function mountAgents(mux: Mux<'mcp', Tables, 'mcp'>, parts: Parts): void {
  const { ctx } = parts
  // The protocol's own endpoint: each tool that it calls passes the guard of its route.
  const options = { permission: 'mcp.use', agents: true, readsOnly: true }
  const posted = ctx.guard((scope) => serveMessages(parts, scope), options)
  const followed = ctx.guard((scope) => serveStream(parts, scope), options)
  mux.handle('POST /api/mcp', posted, { bodyLimit: longestRequest, operation: messagesOperation, tokenHint })
  mux.handle('GET /api/mcp', followed, { operation: streamOperation, tokenHint })
  mux.endpoint(searchHelp, (scope) => findHelp(parts, scope, scope.input.query))
}
