import type { ParsedMessage } from '@host/email'
import type { Queries } from '@host/plugin'
import { emailReceived } from '../events.ts'
import { forwardEmails } from '../forwarding/forward-emails.ts'
import { enqueueHandlers } from '../handlers/deliver-job.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { applyRules } from '../rules/apply-rules.ts'
import { factsOf } from '../rules/stored-facts.ts'
import { claimDeliveries, type Stored, type Target } from './claim-deliveries.ts'
import { findThreads } from './find-threads.ts'
import type { GroupedWork } from './group-commits.ts'
import type { Incoming } from './incoming.ts'
import { insertMessages, ownThreadId } from './insert-messages.ts'
import { messageColumns, type MessageColumns } from './message-columns.ts'
import type { StagedMessage } from './staged-message.ts'

/** A message that is ready to be stored in a workspace. */
export interface ReadyMessage extends GroupedWork {
  readonly incoming: Incoming
  readonly parsed: ParsedMessage
  readonly staged: StagedMessage
  readonly receivedAt: string
  readonly targets: readonly Target[]
}

export type StoredByMailbox = ReadonlyMap<string, Stored>

/**
 * Stores messages of one workspace with their emails, events and the jobs of handlers, as a part of a transaction. The number
 * of statements hardly depends on that of the messages: each is a round trip to the database.
 * @returns for each message the outcome of each mailbox; nothing of it was stored where none says `stored`
 */
export async function storeMessages(
  parts: Parts,
  tx: Queries<Tables>,
  all: readonly ReadyMessage[],
): Promise<readonly StoredByMailbox[]> {
  const outcomes = await claimDeliveries(
    tx,
    all.map(({ incoming, ...message }) => ({ ...message, source: incoming.source })),
  )
  const wanted = all.flatMap((message, at): readonly WantedMessage[] => {
    const targets = message.targets.filter(({ mailboxId }) => outcomes[at]?.get(mailboxId) === 'stored')
    return targets.length === 0 ? [] : [{ ...message, targets, columns: columnsOf(message) }]
  })
  const [first] = wanted
  if (first !== undefined) await storeWanted(parts, tx, { orgId: first.orgId, wanted })
  return outcomes
}

interface WantedMessage extends ReadyMessage {
  readonly columns: MessageColumns
}

/** By SMTP, a message without a sender in its envelope is one of a server. */
function columnsOf({ parsed, incoming }: ReadyMessage): MessageColumns {
  const columns = messageColumns(parsed)
  const isOfServer = incoming.source === 'smtp' && incoming.envelope.from === ''
  return isOfServer ? { ...columns, is_automatic: true } : columns
}

async function storeWanted(
  parts: Parts,
  tx: Queries<Tables>,
  { orgId, wanted }: { readonly orgId: string; readonly wanted: readonly WantedMessage[] },
): Promise<void> {
  const threads = await findThreads(
    tx,
    wanted.map(({ parsed, staged }) => ({ headers: parsed.headers, ownThreadId: ownThreadId(staged) })),
  )
  const messages = wanted.map(({ parsed, columns, staged, incoming }, at) => ({
    parsed,
    columns,
    staged,
    size: staged.raw.blob.size,
    envelopeFrom: incoming.envelope.from,
    checks: incoming.checks ?? null,
    // One for each message.
    thread: threads[at] as (typeof threads)[number],
  }))
  const ids = await insertMessages(parts, tx, { orgId, messages })
  const emails = wanted.flatMap((message, at) =>
    message.targets.map(({ mailboxId, folder }) => {
      return { message, messageId: ids[at] ?? '', threadId: threads[at]?.threadId ?? '', mailboxId, folder }
    }),
  )
  await insertEmails(parts, tx, { orgId, emails })
}

interface NewEmail extends Pick<Target, 'mailboxId' | 'folder'> {
  readonly message: WantedMessage
  readonly messageId: string
  readonly threadId: string
}

async function insertEmails(
  parts: Parts,
  tx: Queries<Tables>,
  { orgId, emails }: { readonly orgId: string; readonly emails: readonly NewEmail[] },
): Promise<void> {
  const rows = await tx
    .insertInto('mail_emails')
    .values(
      emails.map(({ message, messageId, threadId, mailboxId, folder }) => ({
        message_id: messageId,
        mailbox_id: mailboxId,
        thread_id: threadId,
        direction: 'in' as const,
        folder,
        received_at: message.receivedAt,
      })),
    )
    .returning(['id', 'message_id', 'mailbox_id'])
    .execute()
  const byPlace = new Map(rows.map((row) => [`${row.message_id} ${row.mailbox_id}`, row.id]))
  const inserted = emails.map((email) => ({ ...email, id: byPlace.get(`${email.messageId} ${email.mailboxId}`) ?? '' }))
  const ruled = await applyRules(
    tx,
    inserted.map(({ message, ...email }) => {
      const { columns, receivedAt } = message
      return { ...email, isRead: false, receivedAt, facts: factsOf(columns) }
    }),
  )
  const settled = inserted.map((email, at) => ({ ...email, ...ruled[at] }))
  await forwardEmails(
    parts,
    tx,
    settled.map(({ id, message, ...email }) => ({
      ...email,
      forwardIds: email.forwardIds ?? [],
      orgId,
      emailId: id,
      incoming: message.incoming,
    })),
  )
  await announce(parts, orgId, settled)
}

/** Publishes the events of new emails and adds the jobs of handlers, as a part of the transaction. */
async function announce(
  parts: Parts,
  orgId: string,
  emails: readonly (Omit<NewEmail, 'folder'> & { readonly id: string; readonly folder: string })[],
): Promise<void> {
  const facts = emails.map(({ id, mailboxId, folder, message: { columns, receivedAt } }) => {
    const { sender, subject } = columns
    return { emailId: id, mailboxId, from: sender?.address ?? '', subject, folder, receivedAt }
  })
  await parts.events.publishAll(emailReceived, orgId, facts)
  for (const { id } of emails) await enqueueHandlers(parts, orgId, id)
}
