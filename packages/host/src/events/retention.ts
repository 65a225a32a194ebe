/**
 * Deletes expired events, every hour, in batches, so that the writer is never blocked for long. A clock set forward by
 * mistake would expire all of them at once; so nothing is deleted until the clock of the process has run evenly for an
 * hour.
 */
import { defineJob, limits, type JobsService } from '@host/plugin'
import * as z from 'zod/mini'
import { ClockDriftGuard } from '../support/clock-drift-guard.ts'
import { NamedStatement } from '../database/named-statement.ts'
import type { Database } from '../database/database.ts'
import { TypeIds } from '../database/type-id.ts'

const batch = 1_000
const hour = 3_600_000

const removeOld = defineJob({ name: 'remove-old-events', input: z.strictObject({}), place: 'instance', timeout: hour })

/** Options of retention. */
export interface RetentionOptions {
  readonly database: Database
  readonly jobs: Pick<JobsService, 'handle' | 'schedule'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** Lets events be removed when their time is over. */
export function scheduleRetention({ database, jobs, clock }: RetentionOptions): void {
  const driftGuard = new ClockDriftGuard(clock)
  jobs.handle(removeOld, async ({ signal, again }) => {
    if (!driftGuard.isStable()) return again(hour)
    await removeOldEvents(database, clock(), signal)
    return undefined
  })
  jobs.schedule(removeOld, '23 * * * *', { input: {} })
}

/** @param now milliseconds since 1970 @returns how many were removed */
export async function removeOldEvents(database: Database, now: number, signal?: AbortSignal): Promise<number> {
  const oldest = `select "id" from "host_events" where "id" < :before order by "id" limit ${batch}`
  // PostgreSQL would join them with the whole table.
  const isOld = database.dialect === 'sqlite' ? `in (${oldest})` : `= any(array(${oldest}))`
  const before = TypeIds.from('evt', now - limits.eventRetention)
  const remove = new NamedStatement(database.dialect, `delete from "host_events" where "id" ${isOld}`).with({ before })
  let removed = 0
  for (let last = batch; last === batch; removed += last) {
    signal?.throwIfAborted()
    last = (await database.run(remove)).changes
  }
  return removed
}
