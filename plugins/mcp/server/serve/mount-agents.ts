import type { Mux } from '@host/plugin'
import { searchHelp } from '../../shared/help.ts'
import type { Tables } from '../approvals/models.ts'
import type { Parts } from '../parts.ts'
import { messagesOperation, streamOperation } from './operations.ts'

/** The longest request of an agent, in bytes. */
const longestRequest = 1024 * 1024

/** Agents show this rather than the body of the 401. */
const tokenHint = 'Create an API token under Agents in the workspace, and send it as Authorization: Bearer host_...'

/**
 * Routes of agents. `DELETE`, which ends a session, is refused by the router: there are no sessions. The library of the
 * protocol is large, so it is loaded by the first agent that comes.
 */
export function mountAgents(mux: Mux<'mcp', Tables, 'mcp'>, parts: Parts): void {
  const { ctx } = parts
  // The protocol's own endpoint: each tool that it calls passes the guard of its route.
  const options = { permission: 'mcp.use', agents: true, readsOnly: true }
  const posted = ctx.guard(async (scope) => (await import('./serve-messages.ts')).serveMessages(parts, scope), options)
  const followed = ctx.guard(async (scope) => (await import('./serve-stream.ts')).serveStream(parts, scope), options)
  mux.handle('POST /api/mcp', posted, { bodyLimit: longestRequest, operation: messagesOperation, tokenHint })
  mux.handle('GET /api/mcp', followed, { operation: streamOperation, tokenHint })
  mux.endpoint(searchHelp, async (scope) => {
    const { findHelp } = await import('../help/find-help.ts')
    return findHelp(parts, scope, scope.input.query)
  })
}
