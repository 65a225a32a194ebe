import * as z from 'zod/mini'
import { defineJob, type InstanceTables, type Queries, type ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { DeletionCounts } from '../retention/audit-deletion.ts'
import { laneOf } from './domains.ts'
import { openStates } from './locked-message.ts'
import { sendJob } from './send-job.ts'

const hour = 3_600_000
const day = 24 * hour
/** How long the log has a message after its last result, and a policy after its last use. */
const keptFor = 90 * day
const policiesKeptFor = 400 * day
const step = 200
/** A recipient that is due for longer has lost its job. */
const stuckAfter = 6 * hour

/** Deletes old messages of the log, and gives recipients without a job another one. */
export const sendingRetention = defineJob({
  name: 'sending-retention',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 3_600_000,
})

type Database = ScopedDatabase<InstanceTables<Tables>>

export function handleSendingRetention(parts: Parts): void {
  const { jobs, clock } = parts
  jobs.handle<typeof sendingRetention.input, 'instance', Tables>(sendingRetention, async ({ db, signal }) => {
    const before = (age: number): string => new Date(clock() - age).toISOString()
    const counts = new DeletionCounts('mail_outgoing')
    try {
      while ((await deleteOld(db, before(keptFor), counts)) === step) signal.throwIfAborted()
    } finally {
      await counts.audit(parts)
    }
    await db.deleteFrom('mail_sts_policies').where('changed_at', '<', before(policiesKeptFor)).execute()
    await resumeStuck(parts, db, before(stuckAfter))
  })
  jobs.schedule(sendingRetention, '43 * * * *', { input: {} })
}

/** Deletes messages with their recipients and attempts, and those bytes that no mailbox has. @returns how many */
async function deleteOld(db: Database, before: string, counts: DeletionCounts): Promise<number> {
  const deleted = await db.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('mail_outgoing')
      .select(['id', 'message_id', 'org_id'])
      .where('ended_at', '<', before)
      .orderBy('ended_at')
      .limit(step)
      .execute()
    if (rows.length === 0) return rows
    const ids = rows.map(({ id }) => id)
    await tx.deleteFrom('mail_outgoing').where('id', 'in', ids).execute()
    const messages = rows.flatMap(({ message_id: id }) => id ?? [])
    if (messages.length > 0) await deleteUnused(tx, messages)
    return rows
  })
  counts.add(deleted)
  return deleted.length
}

async function deleteUnused(tx: Queries<InstanceTables<Tables>>, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('mail_messages')
    .where('id', 'in', [...ids])
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('mail_emails')
            .select('mail_emails.id')
            .where('mail_emails.message_id', '=', ref('mail_messages.id')),
        ),
      ),
    )
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('mail_outgoing')
            .select('mail_outgoing.id')
            .where('mail_outgoing.message_id', '=', ref('mail_messages.id')),
        ),
      ),
    )
    .execute()
}

/** A job that failed for good, such as by a database that was away for days, leaves its recipients without one. */
async function resumeStuck({ jobs, clock }: Parts, db: Database, before: string): Promise<void> {
  const rows = await db
    .selectFrom('mail_recipients')
    .select(['id', 'org_id', 'outgoing_id', 'domain', 'job_id'])
    .where('state', 'in', openStates)
    .where('next_at', '<', before)
    .orderBy('next_at')
    .limit(step)
    .execute()
  for (const [jobId, own] of Map.groupBy(rows, (row) => row.job_id ?? '')) {
    const [first] = own
    if (first === undefined) continue
    const state = jobId === '' ? undefined : (await jobs.status(first.org_id, jobId))?.state
    if (state !== undefined && state !== 'failed' && state !== 'done' && state !== 'cancelled') continue
    const { org_id: orgId, outgoing_id: outgoingId, domain } = first
    const now = new Date(clock()).toISOString()
    await db.transaction(async (tx) => {
      const next = await jobs.enqueue(orgId, sendJob, { outgoingId, domain }, { lane: laneOf(domain) })
      await tx
        .updateTable('mail_recipients')
        .set({ job_id: next, next_at: now })
        .where('org_id', '=', orgId)
        .where('outgoing_id', '=', outgoingId)
        .where('domain', '=', domain)
        .where('job_id', jobId === '' ? 'is' : '=', jobId === '' ? null : jobId)
        .where('state', 'in', openStates)
        .execute()
    })
  }
}
