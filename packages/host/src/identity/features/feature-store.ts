import type { Queries } from '@host/plugin'
import type { HostDatabase, HostTables } from '../models.ts'
import { lockWorkspace } from '../workspaces/lock-workspace.ts'

/** A workspace's choices, by feature; features it never changed are absent. */
export type FeatureChoices = ReadonlyMap<string, boolean>

/** Reads a workspace's choices. */
export async function readChoices(db: Queries<HostTables>, orgId: string): Promise<FeatureChoices> {
  const rows = await db
    .selectFrom('workspace_features')
    .select(['feature', 'enabled'])
    .where('org_id', '=', orgId)
    .execute()
  return new Map(rows.map(({ feature, enabled }) => [feature, enabled]))
}

/** How a workspace's choices are changed. */
export interface ChoiceChange {
  readonly orgId: string
  /** Gets the choices as they are and returns the features to set. */
  decide(choices: FeatureChoices): ReadonlyMap<string, boolean>
  /** Records the change, in the same transaction. */
  record(changed: ReadonlyMap<string, boolean>): Promise<void>
}

/**
 * Changes a workspace's choices, in one transaction that locks the workspace's row, so that a feature is never switched
 * off while another that needs it is being switched on.
 */
export function changeChoices(db: HostDatabase, { orgId, decide, record }: ChoiceChange): Promise<void> {
  return db.transaction(async (queries) => {
    await lockWorkspace(queries, orgId)
    const choices = await readChoices(queries, orgId)
    const changed = new Map([...decide(choices)].filter(([feature, enabled]) => choices.get(feature) !== enabled))
    for (const [feature, enabled] of changed) {
      await queries
        .insertInto('workspace_features')
        .values({ org_id: orgId, feature, enabled })
        .onConflict((conflict) => conflict.columns(['org_id', 'feature']).doUpdateSet({ enabled }))
        .execute()
    }
    if (changed.size > 0) await record(changed)
  })
}
