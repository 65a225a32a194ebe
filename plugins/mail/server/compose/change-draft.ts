import { plainTextOfHtml, sanitizeHtml } from '@host/email'
import { Problem, type EndpointInput, type Queries, type WorkspaceScope } from '@host/plugin'
import { writingLimits, type changeDraft, type Draft } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { cutText } from '../receive/message-columns.ts'
import { findSignature, replaceSignature } from '../signatures/signature-rows.ts'
import { draftRecipients, shownDraft, writableDrafts, type DraftRow } from './draft-rows.ts'
import { draftSnippet } from './draft-snippet.ts'
import { namedAddresses } from './named-addresses.ts'
import { findSender, wrong, type Writer } from './senders.ts'
import { replaceSignatureHtml } from './text-to-html.ts'

type DraftChange = EndpointInput<typeof changeDraft>

/** Changes a draft that is as the caller saw it. @throws Problem `not_found`, `conflict`, `invalid_input` */
export async function changeDraftIn(
  parts: Pick<Parts, 'clock'>,
  { db, userId }: Writer,
  input: DraftChange,
): Promise<Draft> {
  return await db.transaction(async (tx) => {
    const row = await lockDraft(tx, userId, input)
    const changed = await tx
      .updateTable('mail_drafts')
      .set({
        ...contentOf(input),
        recipients_text: draftRecipients({ ...row, ...contentOf(input) }),
        ...(await senderOf(tx, userId, { row, input })),
        ...(await bodyOf(tx, userId, { row, input })),
        revision: row.revision + 1,
        updated_at: new Date(parts.clock()).toISOString(),
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return await shownDraft(tx, changed)
  })
}

/** The draft, with its row locked. @throws Problem `not_found`, `conflict` for another revision */
export async function lockDraft(
  tx: Queries<Tables>,
  userId: string,
  { id, revision }: { readonly id: string; readonly revision: number },
): Promise<DraftRow> {
  const row = await writableDrafts(tx, userId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  if (row.revision !== revision) throw new Problem('conflict', changedMeanwhile)
  return row
}

function contentOf({ to, cc, bcc, subject, original }: DraftChange) {
  return {
    ...(to !== undefined && { recipients: namedAddresses(to) }),
    ...(cc !== undefined && { cc: namedAddresses(cc) }),
    ...(bcc !== undefined && { bcc: namedAddresses(bcc) }),
    ...(subject !== undefined && { subject }),
    ...(original === null && { original_html: null }),
  }
}

interface Changing {
  readonly row: DraftRow
  readonly input: DraftChange
}

async function senderOf(tx: Queries<Tables>, userId: string, { row, input }: Changing) {
  const { mailboxId, from, fromName } = input
  const named = fromName === undefined ? {} : { from_name: fromName }
  if (mailboxId === undefined && from === undefined) return named
  const sender = await findSender(tx, userId, { mailboxId: mailboxId ?? row.mailbox_id, address: from })
  if (sender === undefined) throw wrong(from === undefined ? 'mailboxId' : 'from', unknownSender)
  const isMoved = sender.mailboxId !== row.mailbox_id
  return {
    mailbox_id: sender.mailboxId,
    from_address: sender.address,
    ...(isMoved && { from_name: sender.name }),
    ...named,
  }
}

/** Text and HTML, with the signature that is chosen. HTML without a text has one that is made from it. */
async function bodyOf(tx: Queries<Tables>, userId: string, { row, input }: Changing) {
  const { html: given, text } = input
  const signatures = await signaturesOf(tx, userId, { row, input })
  if (given === undefined && text === undefined && signatures === undefined) return {}
  const html = given === undefined ? row.html : given === null ? null : sanitizeHtml(given)
  const signed = signatures === undefined || html === null ? html : replaceSignatureHtml(html, signatures.next)
  const isMade = signed !== null && text === undefined && (given !== undefined || signatures !== undefined)
  const plain = isMade ? plainTextOfHtml(signed) : replaced(text ?? row.text, signatures)
  return {
    html: signed,
    text: cutText(plain, writingLimits.text),
    snippet: draftSnippet(plain),
    ...(signatures !== undefined && { signature_id: signatures.next?.id ?? null }),
  }
}

function replaced(text: string, signatures: Awaited<ReturnType<typeof signaturesOf>>): string {
  return signatures === undefined ? text : replaceSignature(text, signatures.former?.text, signatures.next?.text)
}

/** The signature before and after a change of it; undefined for none. */
async function signaturesOf(tx: Queries<Tables>, userId: string, { row, input }: Changing) {
  const { signatureId } = input
  if (signatureId === undefined || signatureId === row.signature_id) return undefined
  const mailboxId = input.mailboxId ?? row.mailbox_id
  const find = async (id: string | null) =>
    id === null ? undefined : await findSignature(tx, userId, { id, mailboxId })
  const next = await find(signatureId)
  if (signatureId !== null && next === undefined) throw wrong('signatureId', unknownSignature)
  return { former: await find(row.signature_id), next }
}

/** Deletes a draft with its files. @throws Problem `not_found` */
export async function deleteDraftIn(
  { db, userId, audit }: Writer & Pick<WorkspaceScope<Tables>, 'audit'>,
  id: string,
): Promise<undefined> {
  await db.transaction(async (tx) => {
    const row = await writableDrafts(tx, userId).where('id', '=', id).forUpdate().executeTakeFirst()
    if (row === undefined) throw new Problem('not_found')
    await tx.deleteFrom('mail_drafts').where('id', '=', id).execute()
    audit.describe({ target: `mail_draft:${id}`, before: { mailboxId: row.mailbox_id } })
  })
}

const unknownSender = {
  en: 'Choose an address of a mailbox that you may write from.',
  zh: '请选择您有权使用的邮箱地址。',
}
const unknownSignature = { en: 'Choose one of your signatures for this mailbox.', zh: '请选择您在此邮箱可用的签名。' }
export const changedMeanwhile = {
  detail: { en: 'This draft was changed elsewhere.', zh: '此草稿已在别处更改。' },
  nextStep: { en: 'Read it again, then make your change.', zh: '请重新打开草稿，再进行修改。' },
}
