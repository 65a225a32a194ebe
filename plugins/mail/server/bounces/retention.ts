import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'
import { reportLimitsOf } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import { DeletionCounts } from '../retention/audit-deletion.ts'
import { softBounces } from '../suppressions/soft-bounces.ts'

/** Rows that one step deletes. */
const stepSize = 500
const day = 86_400_000

/** Deletes suppressions that have expired, counts of failures that no others followed, and old reports. */
const bounceRetention = defineJob({
  name: 'bounce-retention',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 600_000,
})

export function handleBounceRetention(parts: Parts): void {
  const { jobs, clock } = parts
  jobs.handle(bounceRetention, async ({ db, signal }) => {
    const now = new Date(clock()).toISOString()
    const oldest = new Date(clock() - softBounces.within * day).toISOString()
    const expired = db
      .selectFrom('mail_suppressions')
      .select(['id', 'org_id'])
      .where('expires_at', '<=', now)
      .limit(stepSize)
    const counts = db.selectFrom('mail_soft_bounces').select('id').where('last_at', '<', oldest).limit(stepSize)
    const stored = new Date(clock() - reportLimitsOf.stored * day).toISOString()
    const reports = db
      .selectFrom('mail_reports')
      .select(['id', 'org_id'])
      .where('received_at', '<', stored)
      .limit(stepSize / 10)
    const known = db.selectFrom('mail_provider_reports').select('id').where('seen_at', '<', oldest).limit(stepSize)
    const [suppressions, readReports] = [new DeletionCounts('mail_suppression'), new DeletionCounts('mail_report')]
    try {
      for (let isOver = false; !isOver;) {
        signal.throwIfAborted()
        const [old, unused] = [await expired.execute(), await counts.execute()]
        const [read, repeats] = [await reports.execute(), await known.execute()]
        if (old.length > 0) await db.deleteFrom('mail_suppressions').where('id', 'in', idsOf(old)).execute()
        suppressions.add(old)
        if (unused.length > 0) await db.deleteFrom('mail_soft_bounces').where('id', 'in', idsOf(unused)).execute()
        if (read.length > 0) await db.deleteFrom('mail_reports').where('id', 'in', idsOf(read)).execute()
        readReports.add(read)
        if (repeats.length > 0) await db.deleteFrom('mail_provider_reports').where('id', 'in', idsOf(repeats)).execute()
        isOver = [old, unused, repeats].every(({ length }) => length < stepSize) && read.length < stepSize / 10
      }
    } finally {
      await suppressions.audit(parts)
      await readReports.audit(parts)
    }
  })
  jobs.schedule(bounceRetention, '37 * * * *', { input: {} })
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
