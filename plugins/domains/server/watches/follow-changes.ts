import type { Queries } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { placeOf } from '../records/record-names.ts'
import type { CopyChange } from '../zones/zone-copy.ts'
import { firstWatchDelay } from './next-watch.ts'
import { scheduleWatch } from './schedule-watch.ts'

/** Record sets of one statement. */
const batch = 400

/** Record sets that a changeset has written. */
export interface WrittenSets {
  readonly orgId: string
  readonly zoneId: string
  readonly changes: readonly CopyChange[]
}

/**
 * Makes what a changeset wrote the expected records, ends the watch of what it deleted, and has the zone checked soon. In a
 * transaction that has locked the row of the zone; a second call changes nothing.
 */
export async function followChanges(
  parts: Pick<Parts, 'jobs' | 'clock'>,
  tx: Queries<Tables>,
  { orgId, zoneId, changes }: WrittenSets,
): Promise<void> {
  const byPlace = new Map(changes.map((change) => [placeOf(change), change]))
  const places = [...byPlace.keys()]
  for (let first = 0; first < places.length; first += batch) {
    const rows = await tx
      .selectFrom('domains_watches')
      .select(['id', 'place', 'data', 'is_proxied'])
      .where('zone_id', '=', zoneId)
      .where('place', 'in', places.slice(first, first + batch))
      .execute()
    for (const row of rows) await follow(parts, tx, { row, value: byPlace.get(row.place)?.value ?? null })
  }
  await scheduleWatch(parts, tx, { orgId, id: zoneId })
}

interface Followed {
  readonly row: { readonly id: string; readonly data: string; readonly is_proxied: boolean }
  readonly value: CopyChange['value']
}

async function follow({ clock }: Pick<Parts, 'clock'>, tx: Queries<Tables>, { row, value }: Followed): Promise<void> {
  if (value === null) {
    await tx.deleteFrom('domains_watches').where('id', '=', row.id).execute()
    return
  }
  const expected = { data: value.data.join('\n'), is_proxied: value.isProxied ?? false }
  const again = { failures: 0, attempts: 0, next_check_at: momentAfter(clock(), firstWatchDelay) }
  const isSame = expected.data === row.data && expected.is_proxied === row.is_proxied
  const set = { ...(isSame ? {} : expected), ...again }
  await tx.updateTable('domains_watches').set(set).where('id', '=', row.id).execute()
}
