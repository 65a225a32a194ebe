import type { ParsedMessage } from '@host/email'
import type { Queries } from '@host/plugin'
import type { Folder } from '../../shared.ts'
import { forwardEmail } from '../forwarding/forward-email.ts'
import { applyRules } from '../rules/apply-rules.ts'
import { factsOf } from '../rules/stored-facts.ts'
import { emailReceived } from '../events.ts'
import { enqueueHandlers } from '../handlers/deliver-job.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { findThread } from './find-thread.ts'
import { knownFor } from './fingerprint.ts'
import type { Incoming } from './incoming.ts'
import { insertMessage, type InsertedMessage } from './insert-message.ts'
import { messageColumns } from './message-columns.ts'
import type { StagedMessage } from './staged-message.ts'

/** A mailbox that gets the message, and how its delivery is known again. */
export interface Target {
  readonly mailboxId: string
  readonly folder: Extract<Folder, 'inbox' | 'spam'>
  readonly fingerprint: string
}

/** A message that is ready to be stored in a workspace. */
export interface ReadyMessage {
  readonly orgId: string
  readonly incoming: Incoming
  readonly parsed: ParsedMessage
  readonly staged: StagedMessage
  readonly receivedAt: string
}

export type Stored = 'stored' | 'duplicate' | 'unknown'

/**
 * Stores a message with its emails, event and the jobs of handlers, as a part of a transaction.
 * @returns the outcome for each mailbox; nothing was stored where none says `stored`
 */
export async function storeMessage(
  parts: Parts,
  tx: Queries<Tables>,
  { message, targets }: { readonly message: ReadyMessage; readonly targets: readonly Target[] },
): Promise<ReadonlyMap<string, Stored>> {
  const outcomes = new Map<string, Stored>()
  const wanted: Target[] = []
  // In one order everywhere, so that no two deliveries wait for each other.
  for (const target of targets.toSorted((one, other) => (one.mailboxId < other.mailboxId ? -1 : 1))) {
    const outcome = await claim(tx, target, message)
    outcomes.set(target.mailboxId, outcome)
    if (outcome === 'stored') wanted.push(target)
  }
  if (wanted.length === 0) return outcomes
  const thread = await findThread(tx, message.parsed.headers)
  const { orgId, incoming, parsed, staged } = message
  const { size } = staged.raw.blob
  const stored = { orgId, parsed, staged, size, envelopeFrom: incoming.envelope.from, checks: incoming.checks ?? null }
  const row = await insertMessage(parts, tx, { message: stored, thread })
  for (const target of wanted) await insertEmail(parts, tx, { message, row, target })
  return outcomes
}

/** Takes the delivery and counts it in its folder, whose row is there as long as the mailbox. */
async function claim(tx: Queries<Tables>, target: Target, { incoming, receivedAt }: ReadyMessage): Promise<Stored> {
  const before = new Date(Date.parse(receivedAt) - knownFor[incoming.source]).toISOString()
  const counted = await tx
    .updateTable('mail_counts')
    .set((set) => ({ emails: set('emails', '+', 1), unread: set('unread', '+', 1) }))
    .where('mailbox_id', '=', target.mailboxId)
    .where('folder', '=', target.folder)
    .returning('id')
    .executeTakeFirst()
  if (counted === undefined) return 'unknown'
  const seen = await tx
    .insertInto('mail_seen')
    .values({ fingerprint: target.fingerprint, seen_at: receivedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'fingerprint'])
        .doUpdateSet({ seen_at: receivedAt })
        .where('mail_seen.seen_at', '<', before),
    )
    .returning('id')
    .executeTakeFirst()
  if (seen !== undefined) return 'stored'
  await tx
    .updateTable('mail_counts')
    .set((set) => ({ emails: set('emails', '-', 1), unread: set('unread', '-', 1) }))
    .where('id', '=', counted.id)
    .execute()
  return 'duplicate'
}

async function insertEmail(
  parts: Parts,
  tx: Queries<Tables>,
  { message, row, target }: { readonly message: ReadyMessage; readonly row: InsertedMessage; readonly target: Target },
): Promise<void> {
  const { orgId, parsed, receivedAt } = message
  const { mailboxId, folder } = target
  const { id } = await tx
    .insertInto('mail_emails')
    .values({
      message_id: row.id,
      mailbox_id: mailboxId,
      thread_id: row.threadId,
      direction: 'in',
      folder,
      received_at: receivedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const columns = messageColumns(parsed)
  const ruled = await applyRules(tx, { id, mailboxId, folder, isRead: false }, factsOf(columns))
  await forwardEmail(parts, tx, {
    email: { orgId, mailboxId, emailId: id, messageId: row.id, ...ruled },
    incoming: message.incoming,
  })
  const { sender, subject } = columns
  const facts = { from: sender?.address ?? '', subject, folder: ruled.folder, receivedAt }
  await Promise.all([
    parts.events.publish(emailReceived, orgId, { emailId: id, mailboxId, ...facts }),
    enqueueHandlers(parts, orgId, id),
  ])
}
