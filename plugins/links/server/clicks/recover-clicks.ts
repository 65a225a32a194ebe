/** Counts the clicks of processes that ended before they did. */
import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { readJournal } from './click-journal.ts'

/** Waits while the journal has rows. */
export const recoverClicks = defineJob({
  name: 'recover-clicks',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 3_600_000,
})

/** Milliseconds after which nothing of the journal waits for the process that wrote it. */
const longestWait = 10_000
/** Milliseconds until the journal is looked through for clicks of processes that have ended. */
export const recoverDelay = 10_000

export function handleRecovery({ jobs, clicks, clock }: Parts): void {
  jobs.handle<typeof recoverClicks.input, 'instance', Tables>(recoverClicks, async ({ db, signal, again }) => {
    const before = new Date(clock() - longestWait).toISOString()
    for (let last: string | undefined = ''; last !== undefined;) {
      signal.throwIfAborted()
      const left = await readJournal(db, { before, last })
      await clicks.recover(left)
      last = left.at(-1)?.id
    }
    const waiting = await db.selectFrom('links_journal').select('id').limit(1).executeTakeFirst()
    return waiting === undefined ? undefined : again(recoverDelay)
  })
}
