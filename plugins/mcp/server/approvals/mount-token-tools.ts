import { ApiTokens, type Mux, type PluginContext } from '@host/plugin'
import type { ApiService } from '@host/plugin/platform'
import { listAgentTokens, listTokenTools } from '../../shared.ts'
import type { ToolTable } from '../tools/tool-table.ts'
import type { Tables } from './models.ts'

/** Dependencies of telling of a token's tools. */
export interface TokenToolsParts {
  readonly ctx: PluginContext<Tables>
  readonly api: ApiService
  tools(): ToolTable
}

/** Lists the tools of each of the user's tokens, selected as for an agent with that token. */
export function mountTokenTools(mux: Mux<'mcp', Tables, 'mcp'>, { ctx, api, tools }: TokenToolsParts): void {
  mux.endpoint(listAgentTokens, async ({ request, now }) => {
    const tokens = (await ctx.lookup(ApiTokens)?.list(request, 'workspace')) ?? []
    const live = tokens.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now().getTime())
    return {
      items: live.map(({ id, name, role, expiresAt }) => ({ id, name, role, expiresAt })),
      nextCursor: null,
    }
  })
  mux.endpoint(listTokenTools, async ({ request, params }) => {
    const routes = await api.routesForToken(request, params.id)
    const items = tools()
      .among(routes)
      .map(({ name, needsApproval, listed: { title, description, annotations } }) => ({
        name,
        title,
        description,
        isReadOnly: annotations.readOnlyHint,
        isDestructive: annotations.destructiveHint,
        needsApproval,
      }))
    return { items, nextCursor: null, canConnect: routes.some(({ pattern }) => pattern === 'POST /api/mcp') }
  })
}
