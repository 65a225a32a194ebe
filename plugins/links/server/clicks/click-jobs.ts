import * as z from 'zod/mini'
import { defineJob, type InstanceTables, type ScopedDatabase } from '@host/plugin'
import { linkLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { linkTables } from './click-models.ts'
import { dayOf } from './read-click.ts'

const hour = 3_600_000
const day = 24 * hour
/** Rows of one statement. */
const rowsAtOnce = 1_000

/** Deletes what has been kept long enough. */
export const pruneClicks = defineJob({
  name: 'prune-clicks',
  input: z.strictObject({}),
  place: 'instance',
  timeout: hour,
})

/** Deletes the clicks of a deleted link; the counts of the workspace keep them. */
export const forgetClicks = defineJob({
  name: 'forget-clicks',
  input: z.strictObject({ linkId: z.string() }),
  timeout: hour,
})

/** Says how the jobs of clicks are done. */
export function handleClickJobs({ ctx, jobs, clock }: Parts): void {
  jobs.handle(pruneClicks, async (scope) => {
    const db = ctx.db.asInstance('delete clicks of all workspaces that are old enough')
    await pruneAt(db, clock(), scope.signal)
  })
  jobs.handle<typeof forgetClicks.input, 'workspace', Tables>(forgetClicks, async ({ db, signal }, { linkId }) => {
    for (const table of linkTables) {
      const all = db.selectFrom(table).select('id').where('link_id', '=', linkId)
      await deleteSome(signal, (rows) => db.deleteFrom(table).where('id', 'in', all.limit(rows)).executeTakeFirst())
    }
  })
  jobs.schedule(pruneClicks, '41 * * * *', { input: {} })
}

type Database = ScopedDatabase<InstanceTables<Tables>>

/** @param now milliseconds since 1970 */
async function pruneAt(db: Database, now: number, signal: AbortSignal): Promise<void> {
  const lastClick = new Date(now - linkLimits.clickDays * day).toISOString()
  // Clocks of processes differ by less than a day, and the day of the last clicks must stay whole.
  const lastDay = dayOf(now - 2 * day)
  const lastBatch = new Date(now - day).toISOString()
  const clicks = db.selectFrom('links_packs').select('id').where('at', '<', lastClick).limit(rowsAtOnce)
  const visitors = db.selectFrom('links_visitors').select('id').where('day', '<', lastDay).limit(rowsAtOnce)
  const salts = db.selectFrom('links_salts').select('id').where('day', '<', lastDay).limit(rowsAtOnce)
  const batches = db.selectFrom('links_batches').select('id').where('written_at', '<', lastBatch).limit(rowsAtOnce)
  // A row that could not be counted for a day never will.
  const journal = db.selectFrom('links_journal').select('id').where('written_at', '<', lastBatch).limit(rowsAtOnce)
  for (const deletion of [
    db.deleteFrom('links_packs').where('id', 'in', clicks),
    db.deleteFrom('links_visitors').where('id', 'in', visitors),
    db.deleteFrom('links_salts').where('id', 'in', salts),
    db.deleteFrom('links_journal').where('id', 'in', journal),
    db.deleteFrom('links_batches').where('id', 'in', batches),
  ]) {
    await deleteSome(signal, () => deletion.executeTakeFirst())
  }
}

/** Deletes some rows after the others, so that no statement holds the writer for long. */
export async function deleteSome(
  signal: AbortSignal,
  some: (rows: number) => Promise<{ readonly numDeletedRows: bigint }>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if ((await some(rowsAtOnce)).numDeletedRows < BigInt(rowsAtOnce)) return
  }
}
