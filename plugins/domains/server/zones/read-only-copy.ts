/** The copy of a zone's read-only record sets, as they were last read. They have no history, so they are never drift. */
import type { DnsReadOnlySet, Queries, ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { placeOf, shownRecordName } from '../records/record-names.ts'

/** Rows of one statement. */
const batch = 400

/** The read-only record sets of a zone, in the order of their names. */
export async function readReadOnly(db: ReadQueries<Tables>, zoneId: string): Promise<readonly DnsReadOnlySet[]> {
  const own = db.selectFrom('domains_read_only_sets').select(['name', 'type', 'content', 'reason'])
  const rows = await own.where('zone_id', '=', zoneId).orderBy('place').execute()
  return rows.map(({ content, ...row }) => ({ ...row, content: content.split('\n') }))
}

/**
 * Puts the read-only record sets of a zone in the place of the former ones. In a transaction that has locked its row.
 * @returns whether they differ
 */
export async function storeReadOnly(
  tx: Queries<Tables>,
  zoneId: string,
  sets: readonly DnsReadOnlySet[],
): Promise<boolean> {
  const known = await readReadOnly(tx, zoneId)
  if (textOf(known) === textOf(sets)) return false
  await tx.deleteFrom('domains_read_only_sets').where('zone_id', '=', zoneId).execute()
  for (let first = 0; first < sets.length; first += batch) {
    const rows = sets.slice(first, first + batch).map(({ name, type, content, reason }) => ({
      zone_id: zoneId,
      name,
      shown_name: shownRecordName(name),
      type,
      place: placeOf({ name, type }),
      content: content.join('\n'),
      reason,
    }))
    await tx.insertInto('domains_read_only_sets').values(rows).execute()
  }
  return true
}

function textOf(sets: readonly DnsReadOnlySet[]): string {
  return JSON.stringify(
    sets.map(({ name, type, content, reason }) => JSON.stringify([name, type, content, reason])).toSorted(),
  )
}
