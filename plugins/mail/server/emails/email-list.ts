import { listOf, Problem, type EndpointInput, type ListPage, type WorkspaceScope } from '@host/plugin'
import type { Email, listConversation, listEmails } from '../../shared.ts'
import { requireReadable } from '../mailboxes/access.ts'
import type { Tables } from '../models.ts'
import { listedEmails, readableEmails, requireEmail, selectEmails, selectPage } from './email-rows.ts'

type Reader = Pick<WorkspaceScope<Tables>, 'db' | 'userId'>

const order = {
  id: 'mail_emails.id',
  sort: { receivedAt: 'mail_emails.received_at' },
} as const

/** A page of emails, the newest first. One of a mailbox is read by the index of its folder. */
export async function emailsPage(
  { db, userId }: Reader,
  input: EndpointInput<typeof listEmails>,
): Promise<ListPage<Email>> {
  const { mailboxId } = input
  if (mailboxId !== undefined) await requireReadable(db, userId, mailboxId)
  // A search begins with the words that it finds.
  const all = (input.q ?? '').trim() === '' ? selectPage(db) : selectEmails(db)
  const emails = mailboxId === undefined ? readableEmails(db, userId, all) : all
  const page = await listOf({ db, input }, emails, {
    ...order,
    usual: '-receivedAt',
    search: { by: 'mail_messages.id' },
    filter: {
      mailboxId: 'mail_emails.mailbox_id',
      folder: 'mail_emails.folder',
      labelId: {
        where: (build, labelId) =>
          build(
            'mail_emails.id',
            'in',
            build
              .selectFrom('mail_labeled')
              .innerJoin('mail_labels', 'mail_labels.id', 'mail_labeled.label_id')
              .select('mail_labeled.email_id')
              .where('mail_labels.id', '=', labelId),
          ),
      },
      isRead: 'mail_emails.is_read',
      threadId: 'mail_emails.thread_id',
      receivedAtFrom: ['mail_emails.received_at', '>='],
      receivedAtTo: ['mail_emails.received_at', '<'],
    },
  })
  return { ...page, items: await listedEmails(db, page.items) }
}

/** The conversation of an email in the mailboxes that the caller may read, the oldest first. */
export async function conversationPage(
  { db, userId }: Reader,
  { id, ...input }: EndpointInput<typeof listConversation>,
): Promise<ListPage<Email>> {
  const { thread_id: threadId } = await requireEmail(db, userId, id)
  const emails = readableEmails(db, userId, selectPage(db)).where('mail_emails.thread_id', '=', threadId)
  const page = await listOf({ db, input }, emails, { ...order, usual: 'receivedAt' })
  return { ...page, items: await listedEmails(db, page.items) }
}

/** @throws Problem `not_found` where one of the ids is not an email that the caller may read */
export function unknownEmail(at?: number): Problem {
  if (at === undefined) return new Problem('not_found')
  return new Problem('not_found', {
    errors: [{ path: `ids.${at}`, message: { en: 'There is no such email.', zh: '没有这封邮件。' } }],
  })
}
