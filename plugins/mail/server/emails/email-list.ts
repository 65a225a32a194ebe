import { listOf, search, type EndpointInput, type ListPage, type WorkspaceScope } from '@host/plugin'
import type { Email, listConversation, listEmails } from '../../shared.ts'
import { isListedByLabel, labelsAmong } from '../labels/label-emails.ts'
import { readableMailboxes, requireReadable } from '../mailboxes/access.ts'
import type { Tables } from '../models.ts'
import {
  listedEmails,
  readableEmails,
  requireEmail,
  selectEmails,
  selectLabeled,
  selectPage,
  type EmailRow,
} from './email-rows.ts'

type Reader = Pick<WorkspaceScope<Tables>, 'db' | 'userId'>

type ListQuery = EndpointInput<typeof listEmails>

const order = {
  id: 'mail_emails.id',
  sort: { receivedAt: 'mail_emails.received_at' },
} as const

/** A page of emails, the newest first. Every choice of mailbox, folder and label is read by an index in that order. */
export async function emailsPage({ db, userId }: Reader, input: ListQuery): Promise<ListPage<Email>> {
  const { mailboxId, labelId } = input
  if (mailboxId !== undefined) await requireReadable(db, userId, mailboxId)
  const found = await rareEmails(db, input)
  // The few are those of the mailbox: as a filter, it would lead a database through all of its emails.
  const asked: ListQuery = found === undefined ? input : { ...input, mailboxId: undefined }
  const page =
    labelId === undefined
      ? await plainPage({ db, userId }, asked, found)
      : await labelPage({ db, userId }, { ...asked, labelId }, found)
  return { ...page, items: await listedEmails(db, page.items) }
}

async function plainPage(
  { db, userId }: Reader,
  input: Omit<ListQuery, 'labelId'>,
  found: readonly string[] | undefined,
): Promise<ListPage<EmailRow>> {
  const isWalked = found !== undefined || (input.q ?? '').trim() === ''
  const all = isWalked ? selectPage(db) : selectEmails(db)
  const own = input.mailboxId === undefined ? readableEmails(db, userId, all) : all
  const emails = found === undefined ? own : own.where('mail_emails.id', 'in', found)
  return await listOf({ db, input }, emails, {
    ...order,
    usual: '-receivedAt',
    search: { by: 'mail_messages.id' },
    filter: {
      mailboxId: 'mail_emails.mailbox_id',
      folder: 'mail_emails.folder',
      isRead: 'mail_emails.is_read',
      threadId: 'mail_emails.thread_id',
      receivedAtFrom: ['mail_emails.received_at', '>='],
      receivedAtTo: ['mail_emails.received_at', '<'],
    },
  })
}

/** The emails of a label are read in the order of the label's own rows: in all folders, or in the one that is asked for. */
async function labelPage(
  { db, userId }: Reader,
  { labelId, ...input }: ListQuery & { readonly labelId: string },
  found: readonly string[] | undefined,
): Promise<ListPage<EmailRow>> {
  const isKnown = (await labelsAmong(db, [labelId])).has(labelId)
  if (!isKnown) return { items: [], nextCursor: null, ...(input.total === true && { total: 0 }) }
  const labeled = selectLabeled(db, labelId)
    .where('mail_labeled.is_listed', '=', isListedByLabel(input.folder ?? 'inbox'))
    .where('mail_labeled.mailbox_id', 'in', readableMailboxes(db, userId))
  const emails = found === undefined ? labeled : labeled.where('mail_labeled.email_id', 'in', found)
  return await listOf({ db, input }, emails, {
    id: 'mail_labeled.email_id',
    sort: { receivedAt: 'mail_labeled.received_at' },
    usual: '-receivedAt',
    search: { by: 'mail_messages.id' },
    filter: {
      mailboxId: 'mail_labeled.mailbox_id',
      folder: 'mail_emails.folder',
      isRead: 'mail_labeled.is_read',
      threadId: 'mail_emails.thread_id',
      receivedAtFrom: ['mail_labeled.received_at', '>='],
      receivedAtTo: ['mail_labeled.received_at', '<'],
    },
  })
}

/** Messages with rare words, which are looked up one by one. Those of other words are met soon in the order of time. */
const rare = 500
const oneMore = rare + 1

/** The IDs of the emails that a search finds, where its words are rare; undefined otherwise, or where there are none. */
async function rareEmails(db: Reader['db'], { q = '', mailboxId }: ListQuery): Promise<readonly string[] | undefined> {
  if (q.trim() === '') return undefined
  const messages = await db
    .selectFrom('mail_messages')
    .select('mail_messages.id')
    .where((build) => search(build, 'mail_messages.id', q))
    .limit(oneMore)
    .execute()
  if (messages.length === 0 || messages.length > rare) return undefined
  const ids = messages.map(({ id }) => id)
  const all = db.selectFrom('mail_emails').select('id').where('message_id', 'in', ids)
  const own = mailboxId === undefined ? all : all.where('mailbox_id', '=', mailboxId)
  const emails = await own.limit(4 * rare).execute()
  return emails.length === 0 || emails.length === 4 * rare ? undefined : emails.map(({ id }) => id)
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
