import * as z from 'zod/mini'
import { defineJob, Problem } from '@host/plugin'
import { replayEmail, replayEmails } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { MailMux, Parts } from '../parts.ts'
import { enqueueHandlers } from './deliver-job.ts'

/** Emails of one step. */
const stepSize = 100

const replayJob = defineJob({
  name: 'replay',
  input: z.strictObject({
    since: z.string(),
    until: z.string(),
    cursor: z.optional(z.string()),
    mailboxId: z.optional(z.string()),
  }),
  concurrency: 1,
  timeout: 3_600_000,
})

/** Routes that hand received emails to the handlers of features again. Admins see nothing of the emails by them. */
export function mountReplays(mux: MailMux, parts: Parts): void {
  mux.endpoint(replayEmail, async ({ db, orgId, params, audit }) => {
    const handlers = await db.transaction(async (tx) => {
      const received = tx
        .selectFrom('mail_emails')
        .select('id')
        .where('id', '=', params.id)
        .where('direction', '=', 'in')
      if ((await received.executeTakeFirst()) === undefined) throw new Problem('not_found')
      audit.describe({ target: `email:${params.id}` })
      return await enqueueHandlers(parts, orgId, params.id)
    })
    return { handlers }
  })
  mux.endpoint(replayEmails, async ({ db, orgId, userId, input, audit }) => {
    const { since, until = new Date(parts.clock()).toISOString(), cursor, mailboxId } = input
    if (mailboxId !== undefined) {
      const known = db.selectFrom('mail_mailboxes').select('id').where('id', '=', mailboxId)
      if ((await known.executeTakeFirst()) === undefined) throw new Problem('not_found')
    }
    const range = { since: normal(since), until: normal(until), cursor, mailboxId }
    audit.describe({ after: range })
    return { jobId: await parts.jobs.enqueue(orgId, replayJob, range, { startedBy: userId }) }
  })
  handleReplays(parts)
}

/** As the database writes moments, so that they compare as texts. */
function normal(moment: string): string {
  return new Date(moment).toISOString()
}

function handleReplays(parts: Parts): void {
  parts.jobs.handle<typeof replayJob.input, 'workspace', Tables>(
    replayJob,
    async (scope, { since, until, cursor, mailboxId }) => {
      const { db, orgId, signal } = scope
      for (let last = cursor ?? ''; ;) {
        signal.throwIfAborted()
        const emails = db
          .selectFrom('mail_emails')
          .select('id')
          .where('id', '>', last)
          .where('direction', '=', 'in')
          .where('received_at', '>=', since)
          .where('received_at', '<', until)
        const own = mailboxId === undefined ? emails : emails.where('mailbox_id', '=', mailboxId)
        const page = await own.orderBy('id').limit(stepSize).execute()
        await db.transaction(async () => {
          for (const { id } of page) await enqueueHandlers(parts, orgId, id)
        })
        const next = page.at(-1)
        if (next === undefined || page.length < stepSize) return
        last = next.id
      }
    },
  )
}
