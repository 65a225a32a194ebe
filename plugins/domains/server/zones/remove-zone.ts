import { Problem, type WorkspaceScope } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { recordSets } from '../records/record-kind.ts'
import { lockZone } from './zone-rows.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/**
 * Removes a zone from the workspace, with its copy and its owners. Its records stay at the provider, and its waiting
 * plans are stale.
 * @throws Problem `not_found`; `target_busy` while a changeset is applied or interrupted
 */
export async function removeZoneOf({ changesets }: Parts, { db, orgId, audit }: Scope, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockZone(tx, id)
    if (row === undefined) throw new Problem('not_found')
    audit.describe({ target: `dns_zone:${id}`, before: { name: row.name } })
    const of = { kind: recordSets, target: id }
    await changesets.recordDrift(orgId, of, { title: `${row.shown_name} was removed`, steps: [] })
    await tx.deleteFrom('domains_zones').where('id', '=', id).execute()
    await changesets.release(orgId, of)
  })
}
