import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { change } from './apply-rules.ts'
import { runRules } from './match-rule.ts'
import { factsOf, selectFacts } from './stored-facts.ts'

/** Applies one rule to the emails of an inbox. */
export const applyRuleJob = defineJob({
  name: 'apply-rule',
  input: z.strictObject({ id: z.string() }),
  timeout: 3_600_000,
})

const stepSize = 100

export function handleRuleJobs({ jobs, live }: Parts): void {
  jobs.handle<typeof applyRuleJob.input, 'workspace', Tables>(applyRuleJob, async ({ db, orgId, signal }, { id }) => {
    for (let last = ''; ;) {
      signal.throwIfAborted()
      const next = await db.transaction(async (tx) => {
        const rule = await tx.selectFrom('mail_rules').selectAll().where('id', '=', id).executeTakeFirst()
        if (rule === undefined) return undefined
        const emails = selectFacts(tx, rule.mailbox_id).where('mail_emails.folder', '=', 'inbox')
        const page = await emails.where('mail_emails.id', '>', last).orderBy('mail_emails.id').limit(stepSize).execute()
        const ids = page.map((row) => row.id)
        if (ids.length === 0) return undefined
        const locked = await tx
          .selectFrom('mail_emails')
          .select(['id', 'folder', 'is_read', 'received_at'])
          .where('id', 'in', ids)
          .orderBy('id')
          .forUpdate()
          .execute()
        const rows = new Map(page.map((row) => [row.id, row]))
        for (const { id: emailId, folder, is_read: isRead, received_at: receivedAt } of locked) {
          const row = rows.get(emailId)
          if (row === undefined || folder !== 'inbox') continue
          const email = { id: emailId, mailboxId: rule.mailbox_id, folder, isRead, receivedAt }
          await change(tx, email, runRules([rule], factsOf(row)))
        }
        return ids.length < stepSize ? undefined : ids.at(-1)
      })
      if (next === undefined) break
      last = next
    }
    live.changed(orgId, ['/api/emails', '/api/x/mail/mailboxes'])
  })
}
