import { domainToASCII } from 'node:url'
import type { Address } from '../message/addresses.ts'
import { ComposeError, composeLimits, type OutgoingAttachment, type OutgoingMessage } from './outgoing-message.ts'

/** Refuses a message that would have an invalid or a second header. @throws {ComposeError} */
export function checkOutgoing(message: OutgoingMessage): void {
  checkAddress('from', message.from)
  for (const field of ['to', 'cc', 'replyTo'] as const) {
    message[field]?.forEach((address, index) => checkAddress(`${field}[${index}]`, address))
  }
  const recipients = (message.to?.length ?? 0) + (message.cc?.length ?? 0)
  atMost('to', recipients, { most: composeLimits.recipients, unit: 'recipients' })
  checkLine('subject', message.subject, composeLimits.subject)
  checkDate(message.date)
  checkIds(message)
  checkBodies(message)
  checkUnsubscribe(message)
  checkAttachments(message.attachments ?? [])
}

interface Most {
  readonly most: number
  readonly unit: string
}

function atMost(field: string, count: number, { most, unit }: Most): void {
  if (count > most) throw new ComposeError(field, `Use at most ${most} ${unit}.`)
}

/** A text for one header: line breaks and other control characters could begin a header of their own. */
function checkLine(field: string, text: string, most: number): void {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) {
    throw new ComposeError(field, 'Remove line breaks and control characters.')
  }
  if (!text.isWellFormed()) throw new ComposeError(field, 'Remove the incomplete character.')
  atMost(field, text.length, { most, unit: 'characters' })
}

/** A name for people. Readers decode `=?…?=` even where it is quoted, so it would show as another name. */
function checkName(field: string, name: string, most: number): void {
  checkLine(field, name, most)
  if (name.includes('=?')) throw new ComposeError(field, 'Remove =? from the name.')
}

function checkAddress(field: string, { name, address }: Address): void {
  checkName(`${field}.name`, name, composeLimits.name)
  checkMailbox(`${field}.address`, address)
}

const longestLocalPart = 64
const longestDomain = 253

function checkMailbox(field: string, address: string): void {
  checkLine(field, address, longestLocalPart + longestDomain + 1)
  const at = address.lastIndexOf('@')
  const isValid = isLocalPart(address.slice(0, Math.max(at, 0))) && isDomain(address.slice(at + 1))
  if (!isValid) throw new ComposeError(field, 'Enter an email address such as name@example.com.')
}

/** Dots between runs of the characters that need no quotes (RFC 5322), in any script (RFC 6532). */
function isLocalPart(text: string): boolean {
  if (Buffer.byteLength(text) > longestLocalPart) return false
  return text.split('.').every((run) => /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u.test(run))
}

function isDomain(text: string): boolean {
  // The converter drops some characters and decodes others; none of them belongs into an address.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return false
  const name = domainToASCII(text)
  return name.length <= longestDomain && name.split('.').every(isLabel)
}

const isLabel = (label: string): boolean => label.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label)

const [firstYear, lastYear] = [1_970, 9_999]

function checkDate(date: Date): void {
  const year = date.getUTCFullYear()
  if (!(year >= firstYear && year <= lastYear)) throw new ComposeError('date', 'Use a valid date.')
}

function checkIds({ messageId, inReplyTo, references = [] }: OutgoingMessage): void {
  checkId('messageId', messageId)
  if (inReplyTo !== undefined) checkId('inReplyTo', inReplyTo)
  atMost('references', references.length, { most: composeLimits.references, unit: 'references' })
  references.forEach((id, index) => checkId(`references[${index}]`, id))
}

const longestId = 900

function checkId(field: string, id: string): void {
  if (id.length > longestId || !/^<[!-;=?-~]+>$/.test(id)) {
    throw new ComposeError(field, 'Use an ID in angle brackets, in ASCII without spaces.')
  }
}

function checkBodies({ text, html }: OutgoingMessage): void {
  if (text === undefined && html === undefined) throw new ComposeError('text', 'Add a text.')
  for (const [field, body] of Object.entries({ text, html })) {
    if (body === undefined) continue
    atMost(field, Buffer.byteLength(body), { most: composeLimits.body, unit: 'bytes' })
    if (body.includes('\0')) throw new ComposeError(field, 'Remove the NUL character.')
    if (!body.isWellFormed()) throw new ComposeError(field, 'Remove the incomplete character.')
  }
}

const longestUrl = 900

function checkUnsubscribe({ unsubscribe }: OutgoingMessage): void {
  if (unsubscribe === undefined) return
  const { url, mailbox } = unsubscribe
  const isHttps = url.startsWith('https://') && /^[!-;=?-~]+$/.test(url) && URL.canParse(url)
  if (!isHttps || url.length > longestUrl) {
    throw new ComposeError('unsubscribe.url', `Use an https address in ASCII with at most ${longestUrl} characters.`)
  }
  if (mailbox !== undefined) checkMailbox('unsubscribe.mailbox', mailbox)
}

function checkAttachments(attachments: readonly OutgoingAttachment[]): void {
  atMost('attachments', attachments.length, { most: composeLimits.attachments, unit: 'attachments' })
  const size = attachments.reduce((sum, { bytes }) => sum + bytes.length, 0)
  atMost('attachments', size, { most: composeLimits.attachmentBytes, unit: 'bytes of attachments' })
  attachments.forEach(({ name, type, contentId }, index) => {
    const field = `attachments[${index}]`
    checkName(`${field}.name`, name, composeLimits.fileName)
    if (name.trim() === '' || /[/\\]/.test(name)) {
      throw new ComposeError(`${field}.name`, 'Enter a file name without folders.')
    }
    const isMultipart = type.startsWith('multipart/')
    if (isMultipart || type.length > 127 || !/^[a-z0-9][a-z0-9.+_-]*\/[a-z0-9][a-z0-9.+_-]*$/.test(type)) {
      throw new ComposeError(`${field}.type`, 'Use a media type such as application/pdf.')
    }
    if (contentId !== undefined && (contentId.length > 200 || !/^[A-Za-z0-9._@+-]+$/.test(contentId))) {
      throw new ComposeError(`${field}.contentId`, 'Use letters, digits, and . _ @ + - only.')
    }
  })
}
