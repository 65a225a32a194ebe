import type { Queries } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { recordSets } from '../records/record-kind.ts'
import { keyOf, keyText } from '../records/record-set.ts'
import { byKey, readSome } from '../zones/zone-copy.ts'
import { lockZone } from '../zones/zone-rows.ts'
import { rowOfSet } from './watch-rows.ts'
import type { WatchScope } from './watch-due.ts'

/**
 * Watches each record set that a feature owns, and no longer those that it has released. A record set that was deleted
 * outside has lost its owner and stays watched: it is missing.
 */
export async function followOwners(parts: Parts, { db, orgId }: WatchScope, zoneId: string): Promise<void> {
  const owners = await parts.changesets.owners(orgId, { kind: recordSets, target: zoneId })
  await db.transaction(async (tx) => {
    if ((await lockZone(tx, zoneId)) === undefined) return
    const all = tx.selectFrom('domains_watches').select(['id', 'name', 'type', 'is_chosen'])
    const rows = await all.where('zone_id', '=', zoneId).execute()
    const known = new Set(rows.map(keyText))
    const released = rows.filter((row) => !row.is_chosen && !owners.has(keyText(row)))
    const added = [...owners.keys()].filter((key) => !known.has(key)).map(keyOf)
    const copy = byKey(await readSome(tx, zoneId, [...added, ...released]))
    for (const row of released) {
      if (copy.has(keyText(row))) await tx.deleteFrom('domains_watches').where('id', '=', row.id).execute()
    }
    await addOwned(
      tx,
      added
        .flatMap((key) => copy.get(keyText(key)) ?? [])
        .map((set) => rowOfSet(zoneId, set, momentAfter(parts.clock()))),
    )
  })
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
