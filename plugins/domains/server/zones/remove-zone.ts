import { Problem, type Queries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { knownTitle } from '../records/change-titles.ts'
import { recordSets } from '../records/record-kind.ts'
import { stopServing } from '../served/builtin-provider.ts'
import { lockZone } from './zone-rows.ts'

/**
 * Removes a zone from the workspace, with its copy and its owners. Its records stay at the provider, and its waiting
 * plans are stale. In a transaction.
 * @throws Problem `not_found`; `target_busy` while a changeset is applied or interrupted
 */
export async function removeZoneOf(
  { changesets, serving }: Pick<Parts, 'changesets' | 'serving'>,
  { tx, orgId }: { readonly tx: Queries<Tables>; readonly orgId: string },
  id: string,
): Promise<{ readonly name: string }> {
  const row = await lockZone(tx, id)
  if (row === undefined) throw new Problem('not_found')
  const of = { kind: recordSets, target: id }
  await changesets.recordDrift(orgId, of, { ...knownTitle('zone_removed', { zone: row.shown_name }), steps: [] })
  await tx.deleteFrom('domains_zones').where('id', '=', id).execute()
  await stopServing(serving, tx, row.name)
  await changesets.release(orgId, of)
  return row
}
