import { ApiTokens, requireService, type Mux, type PluginContext } from '@host/plugin'
import { createAgentToken, listAgentScopes } from '../../shared.ts'
import type { Tables } from '../approvals/models.ts'
import { agentScope } from './agent-scope.ts'

/** Creates tokens for agents: read-only by default, with the picked scopes at most. */
export function mountAgentTokens(mux: Mux<'mcp', Tables, 'mcp'>, ctx: PluginContext<Tables>): void {
  const tokens = requireService(ctx, ApiTokens)
  mux.endpoint(listAgentScopes, async ({ request, language }) => {
    const scopes = await tokens.scopes(request, 'workspace', language)
    const items = scopes.filter(({ name, isReading }) => !isReading && name !== agentScope)
    return {
      items: items.map(({ name, title, plugin, pluginTitle }) => ({ name, title, plugin, pluginTitle })),
      nextCursor: null,
    }
  })
  mux.endpoint(createAgentToken, async ({ request, input: { name, scopes = [] }, language }) => {
    const all = await tokens.scopes(request, 'workspace', language)
    const reading = all.flatMap((scope) => (scope.isReading ? [scope.name] : []))
    const { secret, token } = await tokens.mint(request, 'workspace', {
      name,
      scopes: [...new Set([agentScope, ...reading, ...scopes])],
    })
    return { id: token.id, name: token.name, token: secret, expiresAt: token.expiresAt }
  })
}
