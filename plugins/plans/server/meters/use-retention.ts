import * as z from 'zod/mini'
import { defineJob, type JobsService } from '@host/plugin'
import { planLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import { firstIdAt } from './known-uses.ts'

/** Rows that one step deletes. */
const stepSize = 500
const day = 86_400_000
/** How long a warning is kept: it counts for its month. */
const warningDays = 62

/** Forgets the IDs of uses that were counted long ago. Their counts stay. */
const useRetention = defineJob({
  name: 'use-retention',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 600_000,
})

export function handleUseRetention(jobs: JobsService<Tables>, clock: () => number): void {
  jobs.handle(useRetention, async ({ db, signal }) => {
    const oldest = firstIdAt(clock() - planLimits.knownDays * day)
    const uses = db.selectFrom('plans_known_uses').select('id').where('id', '<', oldest).orderBy('id')
    for (let isOver = false; !isOver;) {
      signal.throwIfAborted()
      const ids = (await uses.limit(stepSize).execute()).map(({ id }) => id)
      if (ids.length > 0) await db.deleteFrom('plans_known_uses').where('id', 'in', ids).execute()
      isOver = ids.length < stepSize
    }
    const before = new Date(clock() - warningDays * day).toISOString()
    await db.deleteFrom('plans_warnings').where('warned_at', '<', before).execute()
  })
  jobs.schedule(useRetention, '51 * * * *', { input: {} })
}
