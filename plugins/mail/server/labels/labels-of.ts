import type { ReadQueries } from '@host/plugin'
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
