import { randomUUID } from 'node:crypto'
import type { JsonEmail } from './json-email.ts'

/** Parts of one level, or a part with its content. */
type Part =
  | { readonly headers: readonly string[]; readonly content: Buffer }
  | { readonly kind: 'mixed' | 'alternative'; readonly parts: readonly Part[] }

/**
 * The raw form of an email that came as JSON, so that both ways in store one kind of record. The same fields have the same
 * body. Every text is encoded, so that none of them can end a header or a part.
 */
export function composeEmail(email: JsonEmail, now: number): Uint8Array {
  const { messageId = `<${randomUUID()}@inbound.invalid>`, inReplyTo, references = [], date } = email
  const headers = [
    `From: ${addressOf(email.from)}`,
    `To: ${email.to.map(addressOf).join(',\r\n ')}`,
    ...(email.cc === undefined || email.cc.length === 0 ? [] : [`Cc: ${email.cc.map(addressOf).join(',\r\n ')}`]),
    `Subject: ${encodedText(email.subject)}`,
    `Date: ${new Date(date ?? now).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId}`,
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: ${inReplyTo}`]),
    ...(references.length === 0 ? [] : [`References: ${references.join('\r\n ')}`]),
    'MIME-Version: 1.0',
  ]
  return Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n`), written(partOf(email), 0)])
}

function partOf({ text, html, attachments = [] }: JsonEmail): Part {
  const plain = text === undefined && html !== undefined ? [] : [textPart('plain', text ?? '')]
  const bodies = [...plain, ...(html === undefined ? [] : [textPart('html', html)])]
  const [first] = bodies
  const body: Part = bodies.length === 1 && first !== undefined ? first : { kind: 'alternative', parts: bodies }
  return attachments.length === 0 ? body : { kind: 'mixed', parts: [body, ...attachments.map(filePart)] }
}

function textPart(subtype: 'plain' | 'html', text: string): Part {
  return { headers: [`Content-Type: text/${subtype}; charset=utf-8`], content: Buffer.from(text) }
}

function filePart({ name, type, content }: NonNullable<JsonEmail['attachments']>[number]): Part {
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return {
    headers: [
      `Content-Type: ${type ?? 'application/octet-stream'}`,
      `Content-Disposition: attachment;\r\n filename*=utf-8''${encoded}`,
    ],
    content: Buffer.from(content, 'base64'),
  }
}

/** Headers and content of a part. No line of base64 begins with a hyphen, so a boundary of each level is enough. */
function written(part: Part, level: number): Buffer {
  if ('content' in part) {
    const head = [...part.headers, 'Content-Transfer-Encoding: base64', '', ''].join('\r\n')
    return Buffer.concat([Buffer.from(head), inLines(part.content)])
  }
  const boundary = `=_part-${level}`
  return Buffer.concat([
    Buffer.from(`Content-Type: multipart/${part.kind}; boundary="${boundary}"\r\n\r\n`),
    ...part.parts.flatMap((each) => [Buffer.from(`--${boundary}\r\n`), written(each, level + 1), Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

/** Bytes as base64 in lines of 76 characters. */
function inLines(content: Buffer): Buffer {
  const base64 = content.toString('base64')
  const lines = Buffer.alloc(base64.length + Math.ceil(base64.length / 76) * 2)
  let end = 0
  for (let at = 0; at < base64.length; at += 76) {
    end += lines.write(base64.slice(at, at + 76), end, 'latin1')
    end += lines.write('\r\n', end, 'latin1')
  }
  return lines.subarray(0, end)
}

/** `Ada <ada@example.org>` with the name encoded, or the bare address. */
function addressOf(text: string): string {
  const { name, address } = splitAddress(text)
  return name === '' ? address : `${encodedText(name)} <${address}>`
}

/** The name and the address in `Ada <ada@example.org>`, or a bare address. */
export function splitAddress(text: string): { readonly name: string; readonly address: string } {
  const start = text.lastIndexOf('<')
  const end = text.lastIndexOf('>')
  if (start === -1 || end < start) return { name: '', address: text.trim() }
  return { name: text.slice(0, start).replaceAll('"', '').trim(), address: text.slice(start + 1, end).trim() }
}

/** Characters of one encoded word: its base64 stays within 75. */
const wordLength = 11

/** A text as encoded words (RFC 2047), unless it is short and plain. */
function encodedText(text: string): string {
  if (/^[\w .!?-]{0,60}$/.test(text)) return text
  const characters = [...text.toWellFormed()]
  const words: string[] = []
  for (let at = 0; at < characters.length; at += wordLength) {
    const bytes = Buffer.from(characters.slice(at, at + wordLength).join(''))
    words.push(`=?utf-8?B?${bytes.toString('base64')}?=`)
  }
  return words.join('\r\n ')
}
