import { isAscii } from 'node:buffer'
import type { MailComposerAttachment, MailComposerOptions } from 'nodemailer/lib/mail-composer'
import type { Address } from '../message/addresses.ts'
import { checkOutgoing } from './check-outgoing.ts'
import type { OutgoingAttachment, OutgoingMessage } from './outgoing-message.ts'

/** The bytes of a message, without a signature. */
export interface ComposedMessage {
  readonly bytes: Buffer
  /** Headers have characters beyond ASCII, so every server on the way needs SMTPUTF8. */
  readonly needsSmtpUtf8: boolean
}

/**
 * Builds a message. Bodies are encoded, so that no line is longer than 998 bytes and no byte needs 8BITMIME; copies for
 * Bcc are a matter of the envelope.
 * @throws {ComposeError}
 */
export async function composeMessage(message: OutgoingMessage): Promise<ComposedMessage> {
  checkOutgoing(message)
  const [{ default: MailComposer }, { encodeWord }] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/mime-funcs'),
  ])
  // Text that looks encoded would be decoded by readers.
  const subject = message.subject.includes('=?') ? encodeWord(message.subject, 'B', longestWord) : message.subject
  const bytes = await new MailComposer({ ...optionsOf(message), subject }).compile().build()
  const end = bytes.indexOf('\r\n\r\n')
  return { bytes, needsSmtpUtf8: !isAscii(bytes.subarray(0, end)) }
}

const longestWord = 52

function optionsOf(message: OutgoingMessage): MailComposerOptions {
  const { from, to = [], cc = [], replyTo = [], inReplyTo, references = [], text, html } = message
  return {
    from: mailbox(from),
    to: to.map(mailbox),
    cc: cc.map(mailbox),
    replyTo: replyTo.map(mailbox),
    date: message.date,
    messageId: message.messageId,
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(references.length === 0 ? {} : { references: [...references] }),
    ...(text === undefined ? {} : { text: bodyOf(text) }),
    ...(html === undefined ? {} : { html: bodyOf(html) }),
    headers: headersOf(message),
    attachments: (message.attachments ?? []).map(attachmentOf),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** As an object: a text would be parsed as a list of addresses. */
const mailbox = ({ name, address }: Address): Address => ({ name, address })

/** Base64 where most characters are beyond ASCII, since quoted-printable takes nine bytes for each of them. */
function bodyOf(text: string): { readonly content: Buffer; readonly contentTransferEncoding: string } {
  const content = Buffer.from(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\n', '\r\n'))
  const beyondAscii = content.reduce((count, byte) => (byte > 0x7f ? count + 1 : count), 0)
  return { content, contentTransferEncoding: beyondAscii * 3 > content.length ? 'base64' : 'quoted-printable' }
}

function headersOf({
  unsubscribe,
  automatic,
}: OutgoingMessage): Record<string, string | { prepared: true; value: string }> {
  const headers: Record<string, string | { prepared: true; value: string }> = {}
  if (automatic === true) headers['Auto-Submitted'] = 'auto-generated'
  if (unsubscribe !== undefined) {
    const { url, mailbox: address } = unsubscribe
    const mailto = address === undefined ? '' : `, <mailto:${encodeURIComponent(address).replace('%40', '@')}>`
    // Folding would break the address.
    headers['List-Unsubscribe'] = { prepared: true, value: `<${url}>${mailto}` }
    headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click'
  }
  return headers
}

function attachmentOf({ name, type, bytes, contentId }: OutgoingAttachment): MailComposerAttachment {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    filename: name,
    // A message within a message must not be encoded; where it does not fit as it is, it goes as a file.
    contentType: type.startsWith('message/') && !isSevenBit(content) ? 'application/octet-stream' : type,
    content,
    ...(contentId === undefined ? {} : { cid: contentId }),
  }
}

const longestLine = 998

function isSevenBit(content: Buffer): boolean {
  let start = 0
  for (const [at, byte] of content.entries()) {
    if (byte === 0 || byte > 0x7f) return false
    if (byte === 0x0d && content[at + 1] !== 0x0a) return false
    if (byte !== 0x0a) continue
    if (content[at - 1] !== 0x0d || at - start > longestLine) return false
    start = at + 1
  }
  return content.length - start <= longestLine
}
