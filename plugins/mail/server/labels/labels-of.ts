import type { ReadQueries, ScopedDatabase } from '@host/plugin'
import { readableMailboxes } from '../mailboxes/access.ts'
import type { Tables } from '../models.ts'

/** IDs of the labels of emails, by the ID of the email and in the order of their names. One query for all. */
export async function labelsOf(
  db: ReadQueries<Tables>,
  emailIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (emailIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('mail_labeled')
    .innerJoin('mail_labels', 'mail_labels.id', 'mail_labeled.label_id')
    .select(['mail_labeled.email_id', 'mail_labeled.label_id'])
    .where('mail_labeled.email_id', 'in', [...emailIds])
    .orderBy('mail_labels.folded')
    .execute()
  const groups = Map.groupBy(rows, ({ email_id }) => email_id)
  return new Map([...groups].map(([id, labels]) => [id, labels.map(({ label_id }) => label_id)]))
}

/** The unread emails that each label lists for a member, in one query for all labels. */
export async function unreadOfLabels(db: ScopedDatabase<Tables>, userId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .backgroundReads()
    .selectFrom('mail_labeled')
    .select(({ fn }) => ['mail_labeled.label_id', fn.countAll<number>().as('unread')])
    .where('mail_labeled.label_id', 'in', (from) => from.selectFrom('mail_labels').select('mail_labels.id'))
    .where('mail_labeled.is_listed', '=', true)
    .where('mail_labeled.is_read', '=', false)
    .where('mail_labeled.mailbox_id', 'in', readableMailboxes(db, userId))
    .groupBy('mail_labeled.label_id')
    .execute()
  return new Map(rows.map(({ label_id: id, unread }) => [id, unread]))
}
