/** Removes events whose time is over, a batch at a time, so that nobody waits long for the writer. */
import { limits } from '@host/plugin'
import type { Database } from '../db/database.ts'
import { TypeIds } from '../db/type-id.ts'
import { numbered } from '../audit/numbered.ts'

const batch = 1_000

/** @param now milliseconds since 1970 @returns how many were removed */
export async function removeOldEvents(database: Database, now: number, signal?: AbortSignal): Promise<number> {
  const sql = numbered(
    database.dialect,
    `delete from "host_events" where "id" in (select "id" from "host_events" where "id" < ? order by "id" limit ${batch})`,
  )
  const before = TypeIds.from('evt', now - limits.eventRetention)
  let removed = 0
  for (let last = batch; last === batch; removed += last) {
    signal?.throwIfAborted()
    last = (await database.run({ sql, parameters: [before], writes: true })).changes
  }
  return removed
}
