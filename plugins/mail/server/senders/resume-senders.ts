import * as z from 'zod/mini'
import { defineJob, type InstanceJobScope } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { scheduleSender } from './sender-job.ts'
import { lockSender } from './sender-rows.ts'

const hour = 3_600_000
/** Sending domains of one page. */
const pageSize = 200

/** Gives sending domains that are overdue a new job when theirs has ended. */
const resumeSendersJob = defineJob({
  name: 'resume-senders',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 300_000,
})

/** Says how sending domains get a new job when theirs has used up its attempts, or is gone: those of an import have none. */
export function handleResumedSenders(parts: Parts): void {
  const { jobs } = parts
  jobs.handle<typeof resumeSendersJob.input, 'instance', Tables>(resumeSendersJob, (scope) =>
    resumeSenders(parts, scope),
  )
  jobs.schedule(resumeSendersJob, '53 * * * *', { input: {} })
}

async function resumeSenders(parts: Parts, { db, signal }: InstanceJobScope<Tables>): Promise<void> {
  const before = new Date(parts.clock() - hour).toISOString()
  for (let last = '', isMore = true; isMore && !signal.aborted;) {
    const senders = await db
      .selectFrom('mail_senders')
      .select(['id', 'org_id', 'job'])
      .where('id', '>', last)
      .where((where) =>
        where.or([where('job', 'is', null), where('next_at', 'is', null), where('next_at', '<', before)]),
      )
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const sender of senders) await resume(parts, sender)
    last = senders.at(-1)?.id ?? ''
    isMore = senders.length === pageSize
  }
}

interface OverdueSender {
  readonly id: string
  readonly org_id: string
  readonly job: string | null
}

async function resume(parts: Parts, { id, org_id: orgId, job }: OverdueSender): Promise<void> {
  const status = job === null ? undefined : await parts.jobs.status(orgId, job)
  // One that is held waits for its feature, or for its workspace.
  if (status !== undefined && ['waiting', 'running', 'held'].includes(status.state)) return
  const db = parts.ctx.db.inWorkspace(orgId, 'resume the background work of a sending domain')
  await db.transaction(async (tx) => {
    const sender = await lockSender(tx, id)
    if (sender?.job === job) await scheduleSender(parts, tx, { orgId, id })
  })
}
