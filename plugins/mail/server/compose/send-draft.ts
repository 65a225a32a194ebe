import { plainTextOfHtml } from '@host/email'
import { Problem, type EndpointOutput, type ReadQueries, type WorkspaceScope } from '@host/plugin'
import type { sendDraft, SentEmail } from '../../shared.ts'
import { readableMailboxes } from '../mailboxes/access.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { changedMeanwhile, lockDraft } from './change-draft.ts'
import { prepareEmails, requireRecipients, type StoredFile, type WrittenEmail } from './compose-outgoing.ts'
import { signatureOf, type DraftRow } from './draft-rows.ts'
import { enqueueFinish } from './finish-draft.ts'
import { shortenLinks } from '../short-links/shorten-links.ts'
import { scheduledTime } from './send-time.ts'
import { requireSender, type Sender, type Writer } from './senders.ts'
import { storeOutgoing } from './store-outgoing.ts'
import { discardSent, type PreparedMessage } from './store-sent.ts'
import { documentOf, partOfText } from './text-to-html.ts'
import { writingSettings } from './writing-settings.ts'

type Caller = Writer & Pick<WorkspaceScope<Tables>, 'audit'>

interface Wanted {
  readonly id: string
  readonly revision: number
  readonly scheduledAt?: string | undefined
}

/**
 * Sends a draft, once: a repeat has the answer of the first send.
 * @throws Problem `not_found`, `conflict`, `invalid_input`, `overloaded`, `service_unavailable`
 */
export async function sendDraftIn(
  parts: Parts,
  caller: Caller,
  wanted: Wanted,
): Promise<EndpointOutput<typeof sendDraft>> {
  const row = await readForSend(caller.db, caller.userId, wanted)
  const earlier = sentOf(row)
  if (earlier !== undefined) return answerOf(parts, earlier)
  const sender = await senderOf(parts, caller, row)
  const seconds = Number((await parts.settings.user(writingSettings, caller.userId)).undoSeconds)
  const now = parts.clock()
  const sendAt =
    wanted.scheduledAt === undefined
      ? new Date(now + seconds * 1_000).toISOString()
      : scheduledTime(wanted.scheduledAt, { now, path: 'scheduledAt' })
  const written = await writtenEmail(caller.db, { row, sender, sendAt })
  const emails = await shortenLinks(parts, caller, [{ written, sender }])
  const [prepared] = await prepareEmails(parts, caller.orgId, emails)
  if (prepared === undefined) throw new Error('The draft was not composed.')
  try {
    return answerOf(parts, await storeDraft(parts, caller, { wanted, sender, prepared, sendAt, files: written.files }))
  } catch (error) {
    await discardSent(parts, prepared)
    // Another send of the same draft may have been first.
    const sent = error instanceof Problem ? sentOf(await readForSend(caller.db, caller.userId, wanted)) : undefined
    if (sent === undefined) throw error
    return answerOf(parts, sent)
  }
}

/** The draft, also one that was sent. @throws Problem `not_found`, `conflict` */
async function readForSend(db: ReadQueries<Tables>, userId: string, { id, revision }: Wanted): Promise<DraftRow> {
  const drafts = db.selectFrom('mail_drafts').selectAll().where('id', '=', id)
  const row = await drafts.where('mailbox_id', 'in', readableMailboxes(db, userId)).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  if (row.revision !== revision) throw new Problem('conflict', changedMeanwhile)
  return row
}

function sentOf({ email_id: emailId, outgoing_id: outgoingId, send_at: sendAt }: DraftRow): SentEmail | undefined {
  return emailId === null || outgoingId === null || sendAt === null ? undefined : { emailId, outgoingId, sendAt }
}

function answerOf({ clock }: Pick<Parts, 'clock'>, sent: SentEmail): EndpointOutput<typeof sendDraft> {
  return { ...sent, undoUntil: Date.parse(sent.sendAt) > clock() ? sent.sendAt : null }
}

async function senderOf(parts: Parts, caller: Caller, row: DraftRow): Promise<Sender> {
  requireRecipients({ to: row.recipients, cc: row.cc, bcc: row.bcc })
  const wanted = { mailboxId: row.mailbox_id, address: row.from_address }
  return await requireSender(parts, caller, { wanted, paths: { mailbox: 'mailboxId', address: 'from' } })
}

interface Writing {
  readonly row: DraftRow
  readonly sender: Sender
  readonly sendAt: string
}

async function writtenEmail(db: ReadQueries<Tables>, { row, sender, sendAt }: Writing): Promise<WrittenEmail> {
  const html = row.html ?? partOfText(row.text, await signatureOf(db, row))
  const original = row.original_html ?? ''
  return {
    from: { name: row.from_name, address: sender.address },
    to: row.recipients,
    cc: row.cc,
    replyTo: [],
    subject: row.subject,
    text: original === '' ? textOf(row) : `${textOf(row).trimEnd()}\n\n${plainTextOfHtml(original)}`,
    html: documentOf(html, original),
    inReplyTo: row.in_reply_to,
    references: row.reference_ids,
    unsubscribeUrl: undefined,
    files: await storedFiles(db, row.id),
    date: sendAt,
    path: '',
  }
}

/** A draft of a program may have HTML alone. */
function textOf({ text, html }: DraftRow): string {
  return html !== null && text === '' ? plainTextOfHtml(html) : text
}

async function storedFiles(db: ReadQueries<Tables>, draftId: string): Promise<readonly StoredFile[]> {
  const files = db.selectFrom('mail_draft_files').select(['id', 'name', 'type', 'size', 'file', 'content_id'])
  return await files.where('draft_id', '=', draftId).orderBy('id').execute()
}

interface Storing {
  readonly wanted: Wanted
  readonly sender: Sender
  readonly prepared: PreparedMessage
  readonly sendAt: string
  /** Those that were composed. */
  readonly files: readonly StoredFile[]
}

async function storeDraft(
  parts: Parts,
  { db, orgId, userId, audit }: Caller,
  { wanted, sender, prepared, sendAt, files }: Storing,
): Promise<SentEmail> {
  return await db.transaction(async (tx) => {
    const row = await lockDraft(tx, userId, wanted)
    const still = await storedFiles(tx, row.id)
    const isSame = still.length === files.length && still.every(({ id }, at) => id === files[at]?.id)
    if (!isSame) throw new Problem('conflict', changedMeanwhile)
    const { mailboxId, address: from } = sender
    const recipients = { to: row.recipients, cc: row.cc, bcc: row.bcc }
    const email = { orgId, userId, mailboxId, from, prepared, ...recipients, sendAt }
    const sent = await storeOutgoing(parts, tx, email)
    await tx
      .updateTable('mail_drafts')
      .set({ email_id: sent.emailId, outgoing_id: sent.outgoingId, send_at: sendAt })
      .where('id', '=', row.id)
      .execute()
    await enqueueFinish(parts, orgId, { draftId: row.id, sendAt })
    audit.describe({
      target: `email:${sent.emailId}`,
      after: { mailboxId, from, recipients: row.recipients.length + row.cc.length + row.bcc.length, sendAt },
    })
    return sent
  })
}
