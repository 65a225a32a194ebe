import * as z from 'zod/mini'
import { defineJob } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** Takes a deleted label off its emails: there may be a million of them. */
export const forgetLabel = defineJob({
  name: 'forget-label',
  input: z.strictObject({ id: z.string() }),
  timeout: 3_600_000,
})

/** Emails of one statement. */
const emailsAtOnce = 1_000

export function handleLabelJobs({ jobs }: Parts): void {
  jobs.handle<typeof forgetLabel.input, 'workspace', Tables>(forgetLabel, async ({ db, signal }, { id }) => {
    const labeled = db.selectFrom('mail_labeled').select('id').where('label_id', '=', id).limit(emailsAtOnce)
    for (;;) {
      signal.throwIfAborted()
      const { numDeletedRows } = await db.deleteFrom('mail_labeled').where('id', 'in', labeled).executeTakeFirst()
      if (numDeletedRows < BigInt(emailsAtOnce)) return
    }
  })
}
