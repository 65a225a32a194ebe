import { Problem, type ReadQueries } from '@host/plugin'
import { mailLimits, type Email, type EmailAddress, type EmailDelivery } from '../../shared.ts'
import { labelsOf } from '../labels/labels-of.ts'
import type { Tables } from '../models.ts'
import { deliveriesOf } from './deliveries-of.ts'

/** Columns of emails and their messages that a list shows. */
const columns = [
  'mail_emails.id',
  'mail_emails.message_id',
  'mail_emails.mailbox_id',
  'mail_emails.thread_id',
  'mail_emails.direction',
  'mail_emails.folder',
  'mail_emails.is_read',
  'mail_emails.received_at',
  'mail_messages.subject',
  'mail_messages.sender',
  'mail_messages.recipients',
  'mail_messages.cc',
  'mail_messages.snippet',
  'mail_messages.size',
  'mail_messages.attachments',
  'mail_messages.parse',
  'mail_messages.checks',
] as const

/** Emails with their messages. */
export function selectEmails(db: ReadQueries<Tables>) {
  return db
    .selectFrom('mail_emails')
    .innerJoin('mail_messages', 'mail_messages.id', 'mail_emails.message_id')
    .select(columns)
}

/** The same for pages, which are read in the order of an index of emails. */
export function selectPage(db: ReadQueries<Tables>) {
  return db
    .selectFrom('mail_emails')
    .innerJoin('mail_messages', (join) =>
      // An expression, so that no database begins with all messages.
      join.on((build) => build('mail_messages.id', '=', build.fn.coalesce('mail_emails.message_id', build.val('')))),
    )
    .select(columns)
}

/** The same for pages of a label, which are read in the order of its rows. */
export function selectLabeled(db: ReadQueries<Tables>, labelId: string) {
  return db
    .selectFrom('mail_labeled')
    .innerJoin('mail_emails', (join) =>
      // Expressions, so that no database begins with all emails.
      join.on((build) => build('mail_emails.id', '=', build.fn.coalesce('mail_labeled.email_id', build.val('')))),
    )
    .innerJoin('mail_messages', (join) =>
      join.on((build) => build('mail_messages.id', '=', build.fn.coalesce('mail_emails.message_id', build.val('')))),
    )
    .select(columns)
    .where('mail_labeled.label_id', '=', labelId)
}

export type EmailRow = Awaited<ReturnType<ReturnType<typeof selectEmails>['executeTakeFirstOrThrow']>>

/** An email of a mailbox that the caller may read. @throws Problem `not_found` */
export async function requireEmail(db: ReadQueries<Tables>, userId: string, id: string): Promise<EmailRow> {
  const row = await readableEmails(db, userId).where('mail_emails.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** The emails of the mailboxes that a member may read. */
export function readableEmails(db: ReadQueries<Tables>, userId: string, emails = selectEmails(db)) {
  return emails.where('mail_emails.mailbox_id', 'in', (from) =>
    from.selectFrom('mail_access').select('mail_access.mailbox_id').where('mail_access.user_id', '=', userId),
  )
}

/** Stored beside an email, looked up for a page at once. */
interface EmailFacts {
  readonly labels: readonly string[] | undefined
  readonly delivery: EmailDelivery | undefined
}

/** An email as answered; in a list with the first few addresses. */
function shownEmail(row: EmailRow, { labels = [], delivery }: EmailFacts, most: number = mailLimits.addresses): Email {
  const few = (list: readonly EmailAddress[]): EmailAddress[] => list.slice(0, most)
  return {
    id: row.id,
    mailboxId: row.mailbox_id,
    threadId: row.thread_id,
    direction: row.direction,
    folder: row.folder,
    isRead: row.is_read,
    subject: row.subject,
    from: row.sender,
    to: few(row.recipients),
    cc: few(row.cc),
    snippet: row.snippet,
    receivedAt: row.received_at,
    size: row.size,
    attachments: row.attachments,
    parse: row.parse,
    labels: [...labels],
    checks: row.checks,
    delivery: delivery ?? null,
  }
}

/** Emails as lists show them, with one query for the labels of all and one for the deliveries of those that were sent. */
export async function listedEmails(
  db: ReadQueries<Tables>,
  rows: readonly EmailRow[],
  most: number = mailLimits.listedAddresses,
): Promise<Email[]> {
  const labels = await labelsOf(
    db,
    rows.map(({ id }) => id),
  )
  const deliveries = await deliveriesOf(db, rows)
  return rows.map((row) =>
    shownEmail(row, { labels: labels.get(row.id), delivery: deliveries.get(row.message_id) }, most),
  )
}

/** An email with its labels and all its addresses. */
export async function labeledEmail(db: ReadQueries<Tables>, row: EmailRow): Promise<Email> {
  const [email] = await listedEmails(db, [row], mailLimits.addresses)
  if (email === undefined) throw new Error('An email was not answered.')
  return email
}
