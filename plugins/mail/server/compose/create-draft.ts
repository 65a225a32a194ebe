import { sanitizeHtml } from '@host/email'
import { Problem, type EndpointInput, type Language, type Queries, type WorkspaceScope } from '@host/plugin'
import { writingLimits, type createDraft, type Draft } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { cutText } from '../receive/message-columns.ts'
import { defaultSignature, type SignatureRow } from '../signatures/signature-rows.ts'
import { answerRecipients, answerReferences, answerSubject, forwardedHtml, quotedText } from './answered-email.ts'
import { copyAttachments, type StagedCopies } from './copy-attachments.ts'
import { draftRecipients, shownDraft } from './draft-rows.ts'
import { draftSnippet } from './draft-snippet.ts'
import { namedAddresses } from './named-addresses.ts'
import { readOriginal, type FoundOriginal } from './read-original.ts'
import { addressesOf, findSender, wrong, type Sender, type Writer } from './senders.ts'
import { signatureBlock } from './text-to-html.ts'

type Caller = Writer & Pick<WorkspaceScope<Tables>, 'audit' | 'language'>
type NewDraft = EndpointInput<typeof createDraft>

/** Begins a draft; an answer with the recipients, subject, text and files of its original. */
export async function createDraftIn(parts: Parts, caller: Caller, input: NewDraft): Promise<Draft> {
  const kind = input.kind ?? 'new'
  if ((kind === 'new') !== (input.emailId === undefined)) throw wrong('emailId', kind === 'new' ? noAnswer : noOriginal)
  const original = input.emailId === undefined ? undefined : await readOriginal(parts, caller, input.emailId)
  const sender = await senderOf(caller, input, original)
  const signature =
    input.withSignature === false ? undefined : await defaultSignature(caller.db, caller.userId, sender.mailboxId)
  const values = await valuesOf(caller, { input, original, sender, signature })
  const copies =
    original === undefined || kind !== 'forward' ? undefined : await copyAttachments(parts, caller, original.messageId)
  try {
    return await insertDraft(parts, caller, { values, copies })
  } catch (error) {
    await copies?.discard()
    throw error
  }
}

/** The address that an original was sent to, or the main one of its mailbox. */
async function senderOf({ db, userId }: Caller, input: NewDraft, original: FoundOriginal | undefined): Promise<Sender> {
  const named = { mailboxId: input.mailboxId ?? original?.mailboxId, address: input.from }
  const stated = original === undefined || input.from !== undefined ? [] : [...original.to, ...original.cc]
  const own = stated.length === 0 ? new Set<string>() : await addressesOf(db, named.mailboxId ?? '')
  const written = stated.map(({ address }) => address.toLowerCase()).find((address) => own.has(address))
  const sender = await findSender(db, userId, written === undefined ? named : { ...named, address: written })
  if (sender !== undefined) return sender
  throw wrong(input.from === undefined ? 'mailboxId' : 'from', unknownSender)
}

interface Beginning {
  readonly input: NewDraft
  readonly original: FoundOriginal | undefined
  readonly sender: Sender
  readonly signature: SignatureRow | undefined
}

async function valuesOf(
  { db, userId, language }: Caller & { readonly language: Language },
  { input, original, sender, signature }: Beginning,
) {
  const kind = input.kind ?? 'new'
  const own = original === undefined ? new Set<string>() : await addressesOf(db, sender.mailboxId)
  const answer = original && {
    ...answerRecipients(original, kind, own),
    subject: answerSubject(original.subject, kind),
    original: kind === 'forward' ? forwardedHtml(original, language) : undefined,
    quote: quotedText(original, kind, language),
    ...answerReferences(original),
  }
  const blocks = [
    ...(input.text === undefined ? [] : [input.text.trimEnd()]),
    ...(signature === undefined ? [] : [signatureBlock(signature.text)]),
    ...(answer === undefined || answer.original !== undefined ? [] : [answer.quote]),
  ]
  // Room to write in before a signature and a quote.
  const text = `${input.text === undefined && blocks.length > 0 ? '\n\n' : ''}${blocks.join('\n\n')}`
  const html = input.html === undefined || input.html === null ? null : sanitizeHtml(input.html)
  return {
    mailbox_id: sender.mailboxId,
    author_id: userId,
    kind,
    from_address: sender.address,
    from_name: input.fromName ?? sender.name,
    recipients: input.to === undefined ? (answer?.to ?? []) : namedAddresses(input.to),
    cc: input.cc === undefined ? (answer?.cc ?? []) : namedAddresses(input.cc),
    bcc: namedAddresses(input.bcc ?? []),
    subject: cutText(input.subject ?? answer?.subject ?? '', writingLimits.subject),
    text: cutText(text, writingLimits.text),
    html,
    original_html: answer?.original ?? null,
    snippet: draftSnippet(text),
    answered_id: original?.emailId ?? null,
    // A forward begins a conversation of its own with its recipients, but belongs to the one of its original here.
    in_reply_to: answer?.inReplyTo ?? '',
    reference_ids: answer?.references ?? [],
    signature_id: signature?.id ?? null,
  }
}

interface NewRows {
  readonly values: Awaited<ReturnType<typeof valuesOf>>
  readonly copies: StagedCopies | undefined
}

async function insertDraft(parts: Parts, { db, audit }: Caller, { values, copies }: NewRows): Promise<Draft> {
  const now = new Date(parts.clock()).toISOString()
  return await db.transaction(async (tx) => {
    await requireRoom(tx, values.mailbox_id)
    const recipients_text = draftRecipients(values)
    const row = await tx
      .insertInto('mail_drafts')
      .values({ ...values, recipients_text, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    await copies?.place(tx, { draftId: row.id, userId: values.author_id, now })
    audit.describe({ target: `mail_draft:${row.id}`, after: { mailboxId: row.mailbox_id, kind: row.kind } })
    return await shownDraft(tx, row)
  })
}

/** @throws Problem `conflict` */
async function requireRoom(tx: Queries<Tables>, mailboxId: string): Promise<void> {
  // Other beginnings in this mailbox wait, so that no two of them exceed the limit together.
  await tx.selectFrom('mail_mailboxes').select('id').where('id', '=', mailboxId).forUpdate().executeTakeFirst()
  const { count } = await tx
    .selectFrom('mail_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirstOrThrow()
  if (count >= writingLimits.drafts) throw new Problem('conflict', tooMany)
}

const noAnswer = {
  en: 'Choose reply, reply-all or forward for this email.',
  zh: '请为此邮件选择回复、全部回复或转发。',
}
const noOriginal = { en: 'Name the email to answer or forward.', zh: '请指定要回复或转发的邮件。' }
const unknownSender = {
  en: 'Choose an address of a mailbox that you may write from.',
  zh: '请选择您有权使用的邮箱地址。',
}
const tooMany = {
  detail: {
    en: `This mailbox has reached the limit of ${writingLimits.drafts} drafts.`,
    zh: `此邮箱已达到 ${writingLimits.drafts} 份草稿的上限。`,
  },
  nextStep: { en: 'Send or delete drafts, then try again.', zh: '请先发送或删除草稿，然后重试。' },
}
