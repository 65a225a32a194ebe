import type { DnsRecordKey, Queries } from '@host/plugin'
import { domainLimits } from '../../shared.ts'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { placeOf } from '../records/record-names.ts'
import { recordSets } from '../records/record-kind.ts'
import { keyOf, keyText } from '../records/record-set.ts'
import { byKey, readSome } from '../zones/zone-copy.ts'
import { lockZones } from '../zones/zone-rows.ts'
import { rowOfSet } from './watch-rows.ts'
import type { WatchScope } from './watch-due.ts'

/**
 * Watches each record set that a feature owns, and no longer those that it has released. One that was deleted outside
 * stays watched: it is missing. Over the limit of the workspace, the first ones by name are watched; the others follow
 * when there is room.
 */
export async function followOwners(parts: Parts, { db, orgId }: WatchScope, zoneId: string): Promise<void> {
  const owners = await parts.changesets.owners(orgId, { kind: recordSets, target: zoneId })
  await db.transaction(async (tx) => {
    // All zones, so that two of them can't pass the limit together.
    if (!(await lockZones(tx)).has(zoneId)) return
    const all = tx.selectFrom('domains_watches').select(['id', 'name', 'type', 'is_chosen'])
    const rows = await all.where('zone_id', '=', zoneId).execute()
    const known = new Set(rows.map(keyText))
    const released = rows.filter((row) => !row.is_chosen && !owners.has(keyText(row)))
    const added = [...owners.keys()].filter((key) => !known.has(key)).map(keyOf)
    const copy = byKey(await readSome(tx, zoneId, [...added, ...released]))
    for (const row of released) {
      if (copy.has(keyText(row))) await tx.deleteFrom('domains_watches').where('id', '=', row.id).execute()
    }
    const sets = added.flatMap((key) => copy.get(keyText(key)) ?? []).toSorted(byPlace)
    if (sets.length === 0) return
    const room = Math.max(0, domainLimits.ownedWatches - (await countOwned(tx)))
    const at = momentAfter(parts.clock())
    await addOwned(
      tx,
      sets.slice(0, room).map((set) => rowOfSet(zoneId, set, at)),
    )
  })
}

/** Record sets of the workspace that are watched because features own them. */
export async function countOwned(db: Pick<Queries<Tables>, 'selectFrom'>): Promise<number> {
  const { count } = await db
    .selectFrom('domains_watches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_chosen', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

/** The order of their names. */
function byPlace(one: DnsRecordKey, other: DnsRecordKey): number {
  return placeOf(one) < placeOf(other) ? -1 : 1
}

type NewRow = ReturnType<typeof rowOfSet>

const batch = 200

async function addOwned(tx: Queries<Tables>, rows: readonly NewRow[]): Promise<void> {
  for (let first = 0; first < rows.length; first += batch) {
    await tx
      .insertInto('domains_watches')
      .values(rows.slice(first, first + batch))
      .execute()
  }
}
