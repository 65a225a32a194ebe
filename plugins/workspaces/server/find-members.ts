import type { PluginContext, SearchHit, WorkspaceScope } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'

const most = 20

/** The members whose name or address contains a text, for the palette. */
export async function findMembers(
  { orgId }: Pick<WorkspaceScope, 'orgId'>,
  text: string,
  ctx: Pick<PluginContext, 'lookup'>,
): Promise<readonly SearchHit[]> {
  const found = await ctx.lookup(Workspaces)?.members(orgId, { q: text, limit: most })
  return (found?.items ?? []).map(({ userId, name, email }) => ({
    title: name,
    detail: email,
    path: `/members?open=${encodeURIComponent(userId)}`,
  }))
}
