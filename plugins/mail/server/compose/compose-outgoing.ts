import { randomUUID } from 'node:crypto'
import {
  composeApart,
  ComposeError,
  composeMessage,
  plainTextOfHtml,
  sanitizeHtml,
  type OutgoingAttachment,
} from '@host/email'
import { Problem, type ReadQueries } from '@host/plugin'
import { mailLimits, writingLimits, type EmailAddress } from '../../shared.ts'
import { domainOf } from '../mailboxes/mailbox-rows.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { Places } from '../places.ts'
import { requireTotal } from './draft-files.ts'
import { discardSent, prepareSent, type PreparedMessage } from './store-sent.ts'

/** An email that is ready to be composed. */
export interface WrittenEmail {
  readonly from: EmailAddress
  readonly to: readonly EmailAddress[]
  readonly cc: readonly EmailAddress[]
  readonly replyTo: readonly EmailAddress[]
  readonly subject: string
  readonly text: string | undefined
  readonly html: string | undefined
  readonly inReplyTo: string
  readonly references: readonly string[]
  readonly unsubscribeUrl: string | undefined
  readonly files: readonly StoredFile[]
  /** ISO 8601. */
  readonly date: string
  /** Before the fields of errors, such as `emails.1.`; empty for none. */
  readonly path: string
}

export interface StoredFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  /** The key of its bytes. */
  readonly file: string
  /** Of a picture that the HTML shows. */
  readonly content_id?: string | null
}

type OutgoingMessage = Parameters<typeof composeMessage>[0]
type Composing = Pick<Parts, 'blobs' | 'pool' | 'threads' | 'storage'>

/** Messages from so many bytes on are composed in a thread. */
const apartFrom = 256 * 1024

/** Sends that one process composes at the same time: each may have many MiB of files in memory. */
const places = new Places({ all: 8, ofWorkspace: 3 })

/**
 * Composes emails and stores their bytes, all or none.
 * @throws Problem `invalid_input` naming the field, `quota_exceeded`, `overloaded`, `service_unavailable`
 */
export async function prepareEmails(
  parts: Composing,
  orgId: string,
  emails: readonly WrittenEmail[],
): Promise<readonly PreparedMessage[]> {
  const release = places.take(orgId)
  const prepared: PreparedMessage[] = []
  try {
    const composed = await composeAll(parts, orgId, emails)
    const total = composed.reduce((sum, [, bytes]) => sum + bytes.length, 0)
    await parts.storage.requireRoom(orgId, total)
    for (const [email, bytes] of composed) {
      if (bytes.length > mailLimits.message) throw tooLarge(email.path)
      prepared.push(await prepareSent(parts, orgId, bytes))
    }
    await parts.storage.add(orgId, total)
    return prepared
  } catch (error) {
    for (const each of prepared) await discardSent(parts, each)
    throw error
  } finally {
    release()
  }
}

async function composeAll(
  parts: Composing,
  orgId: string,
  emails: readonly WrittenEmail[],
): Promise<readonly (readonly [WrittenEmail, Uint8Array])[]> {
  const files = new Map<string, Uint8Array>()
  const pairs: (readonly [WrittenEmail, OutgoingMessage])[] = []
  for (const email of emails) pairs.push([email, await messageOf(parts, orgId, { email, files })])
  const weight = pairs.reduce((sum, [, message]) => sum + weightOf(message), 0)
  if (weight < apartFrom) {
    const composed: (readonly [WrittenEmail, Uint8Array])[] = []
    for (const [email, message] of pairs) {
      composed.push([email, (await atField(email.path, () => composeMessage(message))).bytes])
    }
    return composed
  }
  const start: Parts['threads']['start'] = (file, options) => parts.threads.start(file, options)
  const messages = pairs.map(([, message]) => message)
  // The field of an error has no number of its email, which several can have.
  const path = pairs.length === 1 ? (pairs[0]?.[0].path ?? '') : ''
  const composed = await atField(path, () => composeApart(messages, { start, handsOver: pairs.length === 1 }))
  return pairs.map(([email], at) => [email, composed[at]?.bytes ?? new Uint8Array()])
}

/** Bytes that are encoded; of texts each is looked at, which takes longer than those of files. */
function weightOf({ text = '', html = '', attachments = [] }: OutgoingMessage): number {
  return 2 * (text.length + html.length) + attachments.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

interface Reading {
  readonly email: WrittenEmail
  /** Bytes that were read already, by key. */
  readonly files: Map<string, Uint8Array>
}

async function messageOf(parts: Composing, orgId: string, { email, files }: Reading): Promise<OutgoingMessage> {
  const { from, to, cc, replyTo, subject, text, inReplyTo, references, unsubscribeUrl } = email
  const html = email.html === undefined ? undefined : sanitizeHtml(email.html)
  const attachments: OutgoingAttachment[] = []
  for (const file of email.files) {
    const bytes = files.get(file.file) ?? (await bytesOf(parts, orgId, { file, path: email.path }))
    files.set(file.file, bytes)
    const shown = file.content_id ?? ''
    const isShown = shown !== '' && html?.includes(`cid:${shown}`) === true && /^[\w.@+-]{1,200}$/.test(shown)
    const contentId = isShown ? { contentId: shown } : {}
    attachments.push({ name: attachmentName(file.name), type: file.type, bytes, ...contentId })
  }
  // Clients that show no HTML, and filters, expect a text beside it.
  const plain = text ?? (html === undefined ? '' : plainTextOfHtml(html))
  return {
    from,
    to,
    cc,
    replyTo,
    subject,
    text: plain,
    ...(html !== undefined && { html }),
    date: new Date(email.date),
    messageId: `<${randomUUID()}@${domainOf(from.address)}>`,
    ...(inReplyTo !== '' && { inReplyTo }),
    references,
    ...(unsubscribeUrl !== undefined && { unsubscribe: { url: unsubscribeUrl } }),
    attachments,
  }
}

/** A name without folders or signs that a header can't have. */
function attachmentName(name: string): string {
  const plain = name.replaceAll(/[/\\]|=\?/g, '_').replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
  return plain.trim() === '' ? 'file' : plain.slice(0, 255).toWellFormed()
}

async function bytesOf(
  { blobs }: Pick<Parts, 'blobs'>,
  orgId: string,
  { file, path }: { readonly file: StoredFile; readonly path: string },
): Promise<Uint8Array> {
  const blob = await blobs.get(orgId, file.file)
  if (blob === undefined) throw fileGone(path)
  // With memory of its own, so that it can be handed to a thread.
  const bytes = new Uint8Array(blob.size)
  let length = 0
  for await (const chunk of blob.body) {
    bytes.set(chunk, length)
    length += chunk.length
  }
  return bytes
}

/** Files of an email by their IDs, in their order. @throws Problem `invalid_input`, `conflict` */
export async function looseFiles(
  db: ReadQueries<Tables>,
  { userId, ids, path }: { readonly userId: string; readonly ids: readonly string[]; readonly path: string },
): Promise<readonly StoredFile[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('mail_draft_files')
    .select(['id', 'name', 'type', 'size', 'file'])
    .where('id', 'in', [...new Set(ids)])
    .where('uploaded_by', '=', userId)
    .where('draft_id', 'is', null)
    .execute()
  const files = ids.map((id, at) => {
    const row = rows.find((each) => each.id === id)
    if (row === undefined) throw fileGone(path, at)
    return row
  })
  requireTotal(files)
  return files
}

/** Names the field of a message that can't be composed. */
async function atField<Result>(path: string, compose: () => Promise<Result>): Promise<Result> {
  try {
    return await compose()
  } catch (error) {
    if (!(error instanceof ComposeError)) throw error
    const field = error.field.replaceAll(/\[(\d+)\]/g, '.$1').replace('attachments', 'files')
    const message = { en: error.message, zh: '邮件不能使用此值，请修改后重试。' }
    throw new Problem('invalid_input', { errors: [{ path: `${path}${field}`, message }], cause: error })
  }
}

function fileGone(path: string, at?: number): Problem {
  const message = { en: 'This file was not found. Upload it again.', zh: '没有此文件，请重新上传。' }
  return new Problem('invalid_input', {
    errors: [{ path: `${path}files${at === undefined ? '' : `.${at}`}`, message }],
  })
}

function tooLarge(path: string): Problem {
  const message = {
    en: `The email is larger than ${mailLimits.message / (1024 * 1024)} MiB. Remove files or text.`,
    zh: `邮件大于 ${mailLimits.message / (1024 * 1024)} MiB，请移除文件或缩短正文。`,
  }
  return new Problem('invalid_input', { errors: [{ path: `${path}files`, message }] })
}

/** At least one recipient, and not too many in all. @throws Problem `invalid_input` */
export function requireRecipients(
  { to, cc, bcc }: Readonly<Record<'to' | 'cc' | 'bcc', readonly EmailAddress[]>>,
  path = '',
): void {
  const count = to.length + cc.length + bcc.length
  if (count > 0 && count <= writingLimits.recipients) return
  throw new Problem('invalid_input', { errors: [{ path: `${path}to`, message: count === 0 ? noRecipient : tooMany }] })
}

const noRecipient = { en: 'Add at least one recipient.', zh: '请至少添加一位收件人。' }
const tooMany = {
  en: `Use at most ${writingLimits.recipients} recipients in To, Cc and Bcc.`,
  zh: `收件人、抄送和密送合计最多 ${writingLimits.recipients} 位。`,
}
