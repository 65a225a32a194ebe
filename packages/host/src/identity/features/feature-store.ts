import type { Queries } from '@host/plugin'
import type { HostDatabase, HostTables } from '../models.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'

/** What a workspace chose, by feature; features that it never touched are absent. */
export type FeatureChoices = ReadonlyMap<string, boolean>

/** Reads what a workspace chose. */
export async function readChoices(db: Queries<HostTables>, orgId: string): Promise<FeatureChoices> {
  const rows = await db
    .selectFrom('workspace_features')
    .select(['feature', 'enabled'])
    .where('org_id', '=', orgId)
    .execute()
  return new Map(rows.map(({ feature, enabled }) => [feature, enabled]))
}

/**
 * Changes what a workspace chose, in one transaction that holds the workspace's row, so that a feature is never
 * switched off while another that needs it is being switched on.
 * @param decide gets the choices as they are and returns the features to set
 */
export function changeChoices(
  db: HostDatabase,
  orgId: string,
  decide: (choices: FeatureChoices) => ReadonlyMap<string, boolean>,
): Promise<void> {
  return db.transaction(async (queries) => {
    await lockWorkspace(queries, orgId)
    for (const [feature, enabled] of decide(await readChoices(queries, orgId))) {
      await queries
        .insertInto('workspace_features')
        .values({ org_id: orgId, feature, enabled })
        .onConflict((conflict) => conflict.columns(['org_id', 'feature']).doUpdateSet({ enabled }))
        .execute()
    }
  })
}
