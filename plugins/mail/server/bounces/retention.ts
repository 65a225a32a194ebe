import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'
import type { Parts } from '../parts.ts'
import { softBounces } from '../suppressions/soft-bounces.ts'

/** Rows that one step deletes. */
const stepSize = 500
const day = 86_400_000

/** Deletes suppressions that have expired, and counts of failures that were not followed by others. */
const bounceRetention = defineJob({
  name: 'bounce-retention',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 600_000,
})

export function handleBounceRetention({ jobs, clock }: Parts): void {
  jobs.handle(bounceRetention, async ({ db, signal }) => {
    const now = new Date(clock()).toISOString()
    const oldest = new Date(clock() - softBounces.within * day).toISOString()
    const expired = db.selectFrom('mail_suppressions').select('id').where('expires_at', '<=', now).limit(stepSize)
    const counts = db.selectFrom('mail_soft_bounces').select('id').where('last_at', '<', oldest).limit(stepSize)
    for (let isOver = false; !isOver;) {
      signal.throwIfAborted()
      const [old, unused] = [await expired.execute(), await counts.execute()]
      if (old.length > 0) await db.deleteFrom('mail_suppressions').where('id', 'in', idsOf(old)).execute()
      if (unused.length > 0) await db.deleteFrom('mail_soft_bounces').where('id', 'in', idsOf(unused)).execute()
      isOver = old.length < stepSize && unused.length < stepSize
    }
  })
  jobs.schedule(bounceRetention, '37 * * * *', { input: {} })
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
