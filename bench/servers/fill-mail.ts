import { DataAccess } from '../../packages/host/src/database/data-access.ts'
import { migrate } from '../../packages/host/src/database/migrate/migrate.ts'
import { openDatabase } from '../../packages/host/src/database/open-database.ts'
import type { AnyModel } from '../../packages/plugin/src/index.ts'
import { models, type Tables } from '../../plugins/mail/server/models.ts'

const perStatement = 500
const user = 'usr_00000000000000000000000000'

/** The tables of mail, without those of the host. */
export const mailOwners: readonly { readonly name: string; readonly models: readonly AnyModel[] }[] = [
  { name: 'mail', models: models.filter(({ kind }) => kind === 'model') },
]

/** A reader of the mailbox. */
export interface MailReader {
  readonly userId: string
  readonly mailboxId: string
  /** A label that every email has. */
  readonly labelId: string
}

/** Fills an empty database with one mailbox that has so many emails, of which nine in ten are in the inbox and all have a label. */
export async function fillMail(path: string, count: number, orgId: string): Promise<MailReader> {
  const database = await openDatabase({ url: path, durability: 'normal' })
  try {
    await migrate(database, mailOwners)
    const access = new DataAccess({ database, owners: mailOwners, onDoor: () => {} })
    const db = access.inWorkspace<Tables>('mail', orgId)
    const { id: mailboxId } = await db
      .insertInto('mail_mailboxes')
      .values({ address: 'info@bench.test', name: 'Info', created_by: user })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('mail_access').values({ mailbox_id: mailboxId, user_id: user }).execute()
    const { id: labelId } = await db
      .insertInto('mail_labels')
      .values({ name: 'Orders', folded: 'orders' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let start = 0; start < count; start += perStatement) {
      const numbers = Array.from({ length: Math.min(perStatement, count - start) }, (_, at) => start + at)
      const added = await db.insertInto('mail_messages').values(numbers.map(messageOf)).returning('id').execute()
      const emails = await db
        .insertInto('mail_emails')
        .values(added.map(({ id }, at) => emailOf(start + at, { messageId: id, mailboxId })))
        .returning(['id', 'mailbox_id', 'received_at', 'is_read'])
        .execute()
      const labeled = emails.map(({ id, ...email }) => ({ ...email, email_id: id, label_id: labelId, is_listed: true }))
      await db.insertInto('mail_labeled').values(labeled).execute()
    }
    return { userId: user, mailboxId, labelId }
  } finally {
    await database.close()
  }
}

function messageOf(number: number) {
  const text = `${'Hello, this is about the order of last week. '.repeat(8)}Number ${number}`
  return {
    raw: `messages/${number}`,
    size: 10_000,
    thread_id: threadOf(number),
    sender: { name: `Customer ${number % 1_000}`, address: `c${number % 1_000}@sender.test` },
    sender_text: `Customer ${number % 1_000} c${number % 1_000}@sender.test`,
    recipients: [{ name: '', address: 'info@bench.test' }],
    subject: `Order ${number}`,
    snippet: text.slice(0, 200),
    text,
    parse: 'complete' as const,
  }
}

function emailOf(number: number, { messageId, mailboxId }: { readonly messageId: string; readonly mailboxId: string }) {
  return {
    message_id: messageId,
    mailbox_id: mailboxId,
    thread_id: threadOf(number),
    direction: 'in' as const,
    folder: number % 10 === 0 ? ('archive' as const) : ('inbox' as const),
    is_read: number % 100 !== 0,
    received_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
  }
}

function threadOf(number: number): string {
  return `mailthread_${Math.floor(number / 3)}`
}
