import { Problem, type Queries, type ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'

/** Columns of an answer. */
export const zoneColumns = [
  'id',
  'name',
  'shown_name',
  'account_id',
  'records',
  'read_at',
  'problem',
  'drift_at',
  'created_at',
] as const

const allColumns = [...zoneColumns, 'provider_zone', 'version', 'check_job', 'watch_job', 'outage_at'] as const

/** A row with all that the plugin reads of it. */
export type ZoneRow = Awaited<ReturnType<typeof selectZone>>

/** A zone of the workspace. @throws Problem `not_found` */
export async function selectZone(db: ReadQueries<Tables>, id: string) {
  const row = await db.selectFrom('domains_zones').select(allColumns).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** A zone of the workspace, locked until the transaction ends; undefined when it is gone. */
export async function lockZone(db: Queries<Tables>, id: string): Promise<ZoneRow | undefined> {
  return await db.selectFrom('domains_zones').select(allColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks all zones of the workspace until the transaction ends. @returns their ids */
export async function lockZones(db: Queries<Tables>): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('domains_zones').select('id').orderBy('id').forUpdate().execute()
  return new Set(rows.map(({ id }) => id))
}

/** The zone that a name belongs to: the one with the longest name. @param name in the form of a record set */
export async function zoneOfName(db: ReadQueries<Tables>, name: string): Promise<ZoneRow | undefined> {
  const labels = name.split('.')
  const names = labels.map((_, place) => labels.slice(place).join('.'))
  const rows = await db.selectFrom('domains_zones').select(allColumns).where('name', 'in', names).execute()
  return rows.toSorted((one, other) => other.name.length - one.name.length)[0]
}
