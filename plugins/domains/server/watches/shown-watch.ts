import type { ReadQueries, Row } from '@host/plugin'
import type { Watch } from '../../shared.ts'
import type { Tables, WatchModel } from '../models.ts'
import { keyText } from '../records/record-set.ts'
import { watchColumns } from './watch-rows.ts'

/** A watch as it is answered. */
export function shownWatch(row: Pick<Row<WatchModel>, (typeof watchColumns)[number]>): Watch {
  return {
    state: row.state,
    isFailing: row.is_failing,
    since: row.since,
    checkedAt: row.checked_at,
    isChosen: row.is_chosen,
    expected: row.data.split('\n'),
    // One that was stored before has no servers.
    seen: row.seen && { ...row.seen, servers: row.seen.servers ?? [] },
  }
}

/** The watches of a zone by the keys of their record sets. */
export async function watchesOf(db: ReadQueries<Tables>, zoneId: string): Promise<ReadonlyMap<string, Watch>> {
  const rows = await db.selectFrom('domains_watches').select(watchColumns).where('zone_id', '=', zoneId).execute()
  return new Map(rows.map((row) => [keyText(row), shownWatch(row)]))
}
