import * as z from 'zod/mini'
import { defineJob, type ScopedDatabase } from '@host/plugin'
import { removeEmails } from '../emails/remove-emails.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { auditDeletion } from './audit-deletion.ts'

/** Emails of one step: each may have many files. */
const stepSize = 50

/** Deletes the emails of a mailbox that was deleted, or those received before a moment. */
export const emptyMailbox = defineJob({
  name: 'empty-mailbox',
  input: z.strictObject({ mailboxId: z.string(), before: z.optional(z.string()) }),
  timeout: 3_600_000,
})

/** Finds mailboxes whose emails are deleted after some time, and what is known of deliveries that are old enough. */
export const retention = defineJob({
  name: 'retention',
  input: z.strictObject({}),
  place: 'instance',
  timeout: 3_600_000,
})

export function handleRetention(parts: Parts): void {
  const { jobs } = parts
  jobs.handle<typeof emptyMailbox.input, 'workspace', Tables>(emptyMailbox, async ({ db, orgId, signal }, input) => {
    let deleted = 0
    try {
      for (let isOver = false; !isOver;) {
        signal.throwIfAborted()
        const removed = await removeStep(db, input)
        deleted += removed
        isOver = removed < stepSize
      }
    } finally {
      // The deletion of a mailbox has an entry of its own.
      const target = `mailbox:${input.mailboxId}`
      if (input.before !== undefined) await auditDeletion(parts, { orgId, kind: 'email', target, deleted })
    }
    parts.live.changed(orgId, ['/api/emails', '/api/x/mail/mailboxes'])
  })
  jobs.handle(retention, ({ signal }) => enqueueDue(parts, signal))
  jobs.schedule(retention, '17 * * * *', { input: {} })
}

async function removeStep(
  db: ScopedDatabase<Tables>,
  { mailboxId, before }: { readonly mailboxId: string; readonly before?: string | undefined },
): Promise<number> {
  const all = db.selectFrom('mail_emails').select('id').where('mailbox_id', '=', mailboxId)
  const due = before === undefined ? all : all.where('received_at', '<', before)
  const emails = await due.orderBy('received_at').limit(stepSize).execute()
  const ids = emails.map(({ id }) => id)
  await db.transaction((tx) => removeEmails(tx, ids))
  return ids.length
}

const day = 86_400_000
/** The longest time for which a delivery is known. */
const known = day
const mailboxesAtOnce = 500

async function enqueueDue({ ctx, jobs, clock }: Parts, signal: AbortSignal): Promise<void> {
  const db = ctx.db.asInstance('find mailboxes of all workspaces whose emails are deleted after some time')
  for (let last = ''; ;) {
    signal.throwIfAborted()
    const page = await db
      .selectFrom('mail_mailboxes')
      .select(['id', 'org_id', 'retention_days'])
      .where('retention_days', 'is not', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(mailboxesAtOnce)
      .execute()
    for (const { id: mailboxId, org_id: orgId, retention_days: days } of page) {
      const before = new Date(clock() - (days ?? 0) * day).toISOString()
      const due = db
        .selectFrom('mail_emails')
        .select('id')
        .where('org_id', '=', orgId)
        .where('mailbox_id', '=', mailboxId)
      if ((await due.where('received_at', '<', before).limit(1).executeTakeFirst()) === undefined) continue
      await jobs.enqueue(orgId, emptyMailbox, { mailboxId, before }, { uniqueKey: mailboxId })
    }
    const next = page.at(-1)
    if (next === undefined || page.length < mailboxesAtOnce) break
    last = next.id
  }
  await db
    .deleteFrom('mail_seen')
    .where('seen_at', '<', new Date(clock() - known).toISOString())
    .execute()
}
