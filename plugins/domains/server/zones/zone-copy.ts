/**
 * The copy of a zone's record sets: as they were last read from the provider, or written to it. It changes only while the
 * row of its zone is locked, and each change raises the version of that row.
 */
import type { DnsRecordKey, DnsRecordSet, Insert, Queries, ReadQueries, Row } from '@host/plugin'
import { markOf } from '../records/foreign-marks.ts'
import { keyText, setOf, type RecordValue } from '../records/record-set.ts'
import { placeOf, shownRecordName } from '../records/record-names.ts'
import type { RecordSetModel, Tables } from '../models.ts'

/** Record sets of one statement. */
const batch = 400
const pageSize = 2_000

/** The change of one record set of the copy; null deletes it. */
export interface CopyChange extends DnsRecordKey {
  readonly value: RecordValue | null
}

const columns = ['name', 'type', 'ttl', 'data', 'comment', 'is_proxied', 'place'] as const

/** The record set of a row. */
export function setOfRow(row: Pick<Row<RecordSetModel>, (typeof columns)[number]>): DnsRecordSet {
  const { name, type, ttl, data, comment, is_proxied: isProxied } = row
  return setOf(
    { name, type },
    { ttl, data: data.split('\n'), ...(comment !== null && { comment }), ...(isProxied && { isProxied }) },
  )
}

/** All record sets of a zone, in the order of their names. */
export async function readCopy(db: ReadQueries<Tables>, zoneId: string): Promise<readonly DnsRecordSet[]> {
  const sets: DnsRecordSet[] = []
  for (let last: string | undefined, isMore = true; isMore;) {
    const all = db.selectFrom('domains_records').select(columns).where('zone_id', '=', zoneId)
    const following = last === undefined ? all : all.where('place', '>', last)
    const rows = await following.orderBy('place').limit(pageSize).execute()
    sets.push(...rows.map(setOfRow))
    last = rows.at(-1)?.place
    isMore = rows.length === pageSize
  }
  return sets
}

/** The record sets of some keys. */
export async function readSome(
  db: ReadQueries<Tables>,
  zoneId: string,
  keys: readonly DnsRecordKey[],
): Promise<readonly DnsRecordSet[]> {
  if (keys.length > batch) return await readCopy(db, zoneId)
  if (keys.length === 0) return []
  const all = db.selectFrom('domains_records').select(columns).where('zone_id', '=', zoneId)
  return (await all.where('place', 'in', keys.map(placeOf)).execute()).map(setOfRow)
}

/** Changes record sets of the copy, and counts them again. In a transaction that has locked the row of the zone. */
export async function changeCopy(
  tx: Queries<Tables>,
  zone: { readonly id: string; readonly version: number },
  changes: readonly CopyChange[],
): Promise<void> {
  for (let first = 0; first < changes.length; first += batch) {
    const some = changes.slice(first, first + batch)
    const places = some.map(placeOf)
    await tx.deleteFrom('domains_records').where('zone_id', '=', zone.id).where('place', 'in', places).execute()
    const rows = some.flatMap(({ value, ...key }) => (value === null ? [] : [rowOf(zone.id, key, value)]))
    if (rows.length > 0) await tx.insertInto('domains_records').values(rows).execute()
  }
  const { count } = await tx
    .selectFrom('domains_records')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('zone_id', '=', zone.id)
    .executeTakeFirstOrThrow()
  const set = { records: count, version: zone.version + 1 }
  await tx.updateTable('domains_zones').set(set).where('id', '=', zone.id).execute()
}

function rowOf(
  zoneId: string,
  { name, type }: DnsRecordKey,
  { ttl, data, comment, isProxied = false }: RecordValue,
): Omit<Insert<RecordSetModel>, 'org_id'> {
  return {
    zone_id: zoneId,
    name,
    shown_name: shownRecordName(name),
    type,
    place: placeOf({ name, type }),
    ttl,
    data: data.join('\n'),
    comment: comment ?? null,
    is_proxied: isProxied,
    mark: markOf({ type, data }),
  }
}

/** Record sets by the text of their key. */
export function byKey(sets: readonly DnsRecordSet[]): Map<string, DnsRecordSet> {
  return new Map(sets.map((set) => [keyText(set), set]))
}
