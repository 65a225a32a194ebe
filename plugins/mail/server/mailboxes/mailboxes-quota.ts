import type { QuotaDefinition } from '@host/plugin'
import { mailLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'

/** The quota of mailboxes that a plan may set. */
export const mailboxesQuota: QuotaDefinition<Tables> = {
  name: 'mailboxes',
  title: { en: 'Mailboxes', zh: '邮箱' },
  most: mailLimits.mailboxes,
  used: async ({ db }) => (await db.selectFrom('mail_totals').select('mailboxes').executeTakeFirst())?.mailboxes ?? 0,
}
