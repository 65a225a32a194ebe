import type { PluginContext } from '@host/plugin'
import type { Tables } from './models.ts'

/** The names of workspaces by ID. @param reason purpose of the lookup; it is logged */
export async function workspaceNames(
  ctx: PluginContext<Tables>,
  ids: readonly string[],
  reason: string,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .asInstance(reason)
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
