import { requireUnlocked, type QuotaDefinition, type ReadQueries } from '@host/plugin'
import { mailLimits } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

/** The quota of mailboxes that a plan may set. */
export const mailboxesQuota: QuotaDefinition<Tables> = {
  name: 'mailboxes',
  title: { en: 'Mailboxes', zh: '邮箱' },
  most: mailLimits.mailboxes,
  used: async ({ db }) => (await db.selectFrom('mail_totals').select('mailboxes').executeTakeFirst())?.mailboxes ?? 0,
  records: async (db, { skip, limit }) => {
    const mailboxes = db.selectFrom('mail_mailboxes').select(['id', 'address']).orderBy('id').offset(skip).limit(limit)
    const rows = await mailboxes.execute()
    return rows.map(({ id, address }) => ({ id, title: address, path: `/mail/mailboxes/${id}` }))
  },
}

/**
 * Refuses a change of a mailbox above the plan, of its members, rules and forwards. It receives and sends as before.
 * @throws Problem `quota_exceeded`
 */
export async function requireOpenMailbox(
  { ctx }: Pick<Parts, 'ctx'>,
  { db, orgId }: { readonly db: ReadQueries<Tables>; readonly orgId: string },
  id: string,
): Promise<void> {
  await requireUnlocked(ctx, { db, orgId, quota: mailboxesQuota }, id)
}
