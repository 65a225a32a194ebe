import { findHeaderBlock, firstValue, readFields, type HeaderField } from '../message/header-fields.ts'
import { parseLimits } from '../message/limits.ts'
import type { ParsedMessage } from '../message/parse-message.ts'
import { failureKind, statedKind, type FailureKind } from './failure-kind.ts'
import {
  autoReplySubjects,
  bounceSubjects,
  bounceTexts,
  daemons,
  delaySubjects,
  delayTexts,
  returnedMessage,
} from './notice-texts.ts'
import { addressIn, readStatusFields, type StatusFields } from './status-fields.ts'

/** A recipient whose delivery failed. */
export interface BouncedRecipient {
  /** As the notification has it: untrusted. An empty text where it names none. */
  readonly address: string
  readonly kind: FailureKind
  /** An enhanced status code, or an empty text. */
  readonly status: string
  /** The reply of the server: untrusted. */
  readonly reply: string
}

/** A notification that is not a bounce: an automatic reply, a delay, a success, or any other message. */
export interface NotBounce {
  readonly kind: 'none'
  readonly reason: 'auto-reply' | 'delayed' | 'delivered' | 'message'
}

/** A bounce; its kind is that of the first failed recipient. */
export interface Bounce {
  readonly kind: FailureKind
  readonly recipients: readonly BouncedRecipient[]
}

/** Whether a message has a part that reports a delivery or a complaint. */
export function isReport({ attachments }: Pick<ParsedMessage, 'attachments'>): boolean {
  return attachments.some(({ type }) => statusTypes.has(type) || type === 'message/feedback-report')
}

/** Characters of a text that are looked at, and failed recipients that are read. */
const [longestText, mostRecipients] = [32_000, 100]

/** Tells whether a message says that a delivery failed, and why. It never throws, and looks at a bounded part only. */
export function readBounce(message: ParsedMessage, raw: Uint8Array): Bounce | NotBounce {
  const notice = readNotice(message, raw)
  const statuses = statusesOf(message, notice)
  if (statuses.length > 0) return byStatuses(statuses, notice)
  const failed = firstValue(notice.fields, 'x-failed-recipients')
  if (failed === undefined) {
    if (isAutoReply(notice)) return { kind: 'none', reason: 'auto-reply' }
    if (isDelay(notice)) return { kind: 'none', reason: 'delayed' }
    if (!isBounce(notice)) return { kind: 'none', reason: 'message' }
  } else if (isDelay(notice)) return { kind: 'none', reason: 'delayed' }
  return byText(notice, failed)
}

interface Notice {
  readonly fields: readonly HeaderField[]
  readonly subject: string
  readonly from: string
  /** Without the returned message, in lower case. */
  readonly text: string
  /** The same as written. */
  readonly written: string
  /** Whether the text ends with the returned message. */
  readonly returnsMessage: boolean
}

function readNotice({ headers, text, attachments }: ParsedMessage, raw: Uint8Array): Notice {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const head = bytes.subarray(0, parseLimits.headerBlock)
  // A message over a limit has no text: its first bytes do.
  const body = text === '' && attachments.length === 0 ? bytes.toString('latin1', 0, longestText) : text
  const files = attachments
    .filter(({ type }) => type === 'text/plain' || type === 'text/html')
    .slice(0, 5)
    .map(({ bytes: content }) => Buffer.from(content).toString('latin1', 0, 4_000))
  const all = [body.slice(0, longestText), ...files].join('\n').replaceAll('\r\n', '\n')
  const cut = returnedMessage.exec(all)
  const returnsMessage = cut !== null && cut.index >= 40
  const written = returnsMessage ? all.slice(0, cut.index) : all
  return {
    fields: fieldsOf(head),
    subject: headers.subject.slice(0, 500).replaceAll(/\s+/g, ' ').toLowerCase(),
    from: (headers.from[0]?.address ?? headers.sender?.address ?? '').toLowerCase(),
    text: written.replaceAll(/[\s\u00a0]+/g, ' ').toLowerCase(),
    written,
    returnsMessage,
  }
}

function fieldsOf(head: Buffer): readonly HeaderField[] {
  try {
    return readFields(head, findHeaderBlock(head, head.length), { limits: parseLimits })
  } catch {
    return []
  }
}

const statusTypes = new Set(['message/delivery-status', 'message/global-delivery-status'])

/** The statuses of the report's part; of the text, where a server wrote them there. */
function statusesOf({ attachments }: ParsedMessage, { written }: Notice): readonly StatusFields[] {
  const parts = attachments.filter(({ type }) => statusTypes.has(type)).slice(0, 5)
  const found = parts.flatMap(({ bytes }) => readStatusFields(Buffer.from(bytes).toString('utf8', 0, 64_000)))
  if (found.length > 0) return found
  return /^final-recipient:/im.test(written) ? readStatusFields(written).filter(({ action }) => action !== '') : []
}

const successes = new Set(['delivered', 'relayed', 'expanded'])

function byStatuses(statuses: readonly StatusFields[], notice: Notice): Bounce | NotBounce {
  const failed = statuses.filter(({ action, status }) => {
    if (action === 'delayed' || successes.has(action)) return false
    return action !== '' || /^[45]/.test(status)
  })
  if (failed.length === 0) {
    const isDelayed = statuses.some(({ action }) => action === 'delayed')
    return { kind: 'none', reason: isDelayed ? 'delayed' : 'delivered' }
  }
  const recipients = failed.slice(0, mostRecipients).map((fields): BouncedRecipient => {
    const { status, diagnostic } = fields
    // A diagnostic without words says nothing, so the text of the notification does.
    const text = /[a-z]{4}/i.test(diagnostic.replace(/^\s*(?:smtp|x-[\w-]+|reason)\b/i, ''))
      ? diagnostic
      : `${diagnostic} ${notice.written}`
    const kind = kindOf({ status, text: diagnostic }, notice)
    return { address: fields.recipient, kind, status, reply: text.replaceAll(/\s+/g, ' ').slice(0, 500).trim() }
  })
  return { kind: recipients[0]?.kind ?? 'soft', recipients }
}

const vague = /^(?:|[245]\.0\.0)$/

function kindOf(failure: { readonly status: string; readonly text: string }, notice: Notice): FailureKind {
  const own = failureKind(failure)
  const saysMore = /[a-z]{4,40} [a-z]{2}/i.test(
    failure.text.replaceAll(/\b(?:failed|error|reason|unknown|diagnostic|unable-to-transfer)\b/gi, ''),
  )
  if (own !== 'soft' || !vague.test(failure.status) || saysMore) return own
  return failureKind({ status: failure.status, text: `${failure.text} ${notice.written}` })
}

function isAutoReply({ fields, subject, from, text }: Notice): boolean {
  if (autoReplySubjects.test(subject)) return true
  const says = (name: string): string => (firstValue(fields, name) ?? '').toLowerCase()
  if (daemons.test(from)) return false
  const isMarked =
    says('auto-submitted').startsWith('auto-replied') ||
    says('precedence') === 'auto_reply' ||
    fields.some(({ name }) => ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-vacation'].includes(name))
  return isMarked && !bounceSubjects.test(subject) && !/failed|undeliver|not be delivered/.test(text.slice(0, 2_000))
}

function isDelay({ subject, text }: Notice): boolean {
  const start = text.slice(0, 4_000)
  if (/permanent(?:ly)? (?:error|fail|undeliver)|giving up|given up/.test(start)) return false
  return delayTexts.test(start) || (delaySubjects.test(subject) && !/user unknown/.test(subject))
}

/** A message of a mail system that says that a delivery failed. */
function isBounce({ fields, subject, from, text, written, returnsMessage }: Notice): boolean {
  const start = text.slice(0, 8_000)
  const isNull = (firstValue(fields, 'return-path') ?? '').replaceAll(/\s/g, '') === '<>'
  const isDaemon = daemons.test(from) || isNull || from === ''
  const isReply = fields.some(({ name }) => name === 'in-reply-to') && /^(?:re|aw|fwd?):/.test(subject)
  const hasSubject = bounceSubjects.test(subject)
  const hasText = bounceTexts.test(start)
  if (hasSubject && hasText) return !isReply || isDaemon
  if (isDaemon && (hasSubject || hasText) && !(isReply && !hasText)) return true
  // In a language that is not known here: the daemon names recipients, or returns the message.
  return from.startsWith('mailer-daemon') && (returnsMessage || /^<[^\s<>@]{1,64}@[^\s<>]{1,253}>:/m.test(written))
}

/** Addresses of the notification itself are no recipients. */
function byText(notice: Notice, failed: string | undefined): Bounce {
  const { written, from, subject } = notice
  const named = failed === undefined ? addressesIn(written) : addressesIn(failed)
  const addresses = named.filter((address) => address.toLowerCase() !== from).slice(0, mostRecipients)
  const reply = written.slice(0, 8_000)
  // Subjects often quote that of the returned message, so they count only where the text says nothing.
  const ofSubject = statedKind({ status: '', text: subject })
  const kind = statedKind({ status: '', text: withoutSubjects(reply) }) ?? (ofSubject === 'hard' ? 'hard' : 'soft')
  const status = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]\d)/.exec(reply)?.[0] ?? ''
  const shown = reply.replaceAll(/\s+/g, ' ').slice(0, 500).trim()
  const recipients = addresses.length === 0 ? [''] : addresses
  return { kind, recipients: recipients.map((address) => ({ address, kind, status, reply: shown })) }
}

/** Lines that quote the subject of the returned message. */
function withoutSubjects(text: string): string {
  return text.replaceAll(/^[ >\t]{0,8}(?:with )?subject\b[^\n]{0,500}$/gim, '')
}

function addressesIn(text: string): readonly string[] {
  const found = new Map<string, string>()
  for (const word of text.slice(0, longestText).split(/[\s<>()[\],;"]+/)) {
    const address = word.includes('@') ? addressIn(word) : undefined
    if (address === undefined) continue
    const plain = address.replace(/[.:!?]{1,10}$/, '')
    if (!found.has(plain.toLowerCase())) found.set(plain.toLowerCase(), plain)
    if (found.size === mostRecipients) break
  }
  return [...found.values()]
}
