import { sanitizeHtml, type ParsedMessage } from '@host/email'
import type { Language } from '@host/plugin'
import { isRecipientName, writingLimits, type DraftKind, type EmailAddress } from '../../shared.ts'
import { readAddress } from '../receive/read-address.ts'
import { escapeHtml } from './text-to-html.ts'

/** An email that is answered or forwarded. */
export interface Original {
  readonly direction: 'in' | 'out'
  readonly from: EmailAddress | null
  readonly replyTo: readonly EmailAddress[]
  readonly to: readonly EmailAddress[]
  readonly cc: readonly EmailAddress[]
  readonly subject: string
  readonly text: string
  /** What its sender wrote; null where it has none. */
  readonly html: string | null
  readonly receivedAt: string
  readonly headers: Pick<ParsedMessage['headers'], 'messageId' | 'references' | 'inReplyTo'>
}

export interface Recipients {
  readonly to: readonly EmailAddress[]
  readonly cc: readonly EmailAddress[]
}

/** Recipients of an answer. An answer to all leaves the own addresses out, unless they are the only ones. */
export function answerRecipients(original: Original, kind: DraftKind, own: ReadonlySet<string>): Recipients {
  if (kind === 'new' || kind === 'forward') return { to: [], cc: [] }
  const { from, replyTo, direction } = original
  const author = replyTo.length > 0 ? replyTo : from === null ? [] : [from]
  const first = direction === 'out' ? original.to : author
  if (kind === 'reply') return { to: distinct(first), cc: [] }
  const isOther = ({ address }: EmailAddress): boolean => !isOwn(address, own)
  const to = distinct(first).filter(isOther)
  const known = new Set(to.map(({ address }) => keyOf(address)))
  const rest = direction === 'out' ? original.cc : [...original.to, ...original.cc]
  const cc = distinct(rest.filter(isOther)).filter(({ address }) => !known.has(keyOf(address)))
  if (to.length > 0) return { to, cc }
  return cc.length > 0 ? { to: cc, cc: [] } : { to: distinct(first), cc: [] }
}

const keyOf = (address: string): string => readAddress(address)?.address ?? address.toLowerCase()

/** Whether an address, or the one without its tag, is one of these. */
function isOwn(address: string, own: ReadonlySet<string>): boolean {
  const key = keyOf(address)
  const [plus, at] = [key.indexOf('+'), key.lastIndexOf('@')]
  return own.has(key) || (plus > 0 && plus < at && own.has(`${key.slice(0, plus)}${key.slice(at)}`))
}

function distinct(addresses: readonly EmailAddress[]): readonly EmailAddress[] {
  const once = new Map(addresses.toReversed().map((each) => [keyOf(each.address), named(each)]))
  return [...once.values()].toReversed().slice(0, writingLimits.recipients)
}

/** A recipient whose name can be written. One that a sender chose to look like another is left out. */
function named({ name, address }: EmailAddress): EmailAddress {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  const written = [name, plain].find(isRecipientName) ?? ''
  return { name: written, address }
}

// bounded: a subject has at most 1,000 characters.
const replyPrefix = /^(?:re|aw|antw|sv|vs|rv|res|回复|答复|回覆|返信)\s*(?:\[\d{1,3}\])?\s*[:：]/i
const forwardPrefix = /^(?:fwd?|wg|tr|enc|rif|转发|轉寄|転送)\s*[:：]/i

/** The subject with `Re:` or `Fwd:` before it, once. */
export function answerSubject(subject: string, kind: DraftKind): string {
  const text = subject.trim()
  if (kind === 'new') return text
  const [prefix, known] = kind === 'forward' ? ['Fwd:', forwardPrefix] : ['Re:', replyPrefix]
  return known.test(text) ? text : `${prefix} ${text}`.trim().slice(0, writingLimits.subject)
}

const mostReferences = 50

/** RFC 5322, 3.6.4: the References of the original, or else its In-Reply-To, and its Message-ID. */
export function answerReferences({ headers: { messageId, references, inReplyTo } }: Pick<Original, 'headers'>): {
  readonly inReplyTo: string
  readonly references: readonly string[]
} {
  const earlier = references.length > 0 ? references : inReplyTo.slice(0, 1)
  const all = [...new Set([...earlier, ...(messageId === undefined ? [] : [messageId])])].filter(isId)
  const kept = all.length <= mostReferences ? all : [...all.slice(0, 1), ...all.slice(1 - mostReferences)]
  return { inReplyTo: messageId !== undefined && isId(messageId) ? messageId : '', references: kept }
}

/** Whether an ID can stand in a header as it is. */
const isId = (id: string): boolean => id.length <= 900 && /^<[!-;=?-~]+>$/.test(id)

const mostQuoted = 100_000

/** The text below an answer or in a forward. */
export function quotedText(original: Original, kind: DraftKind, language: Language): string {
  const text = original.text.slice(0, mostQuoted).toWellFormed().trimEnd()
  if (kind === 'forward') return `${forwardHead(original, language)}\n\n${text}`
  const quote = text
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()))
    .join('\n')
  return `${introduction(original, language)}\n${quote}`
}

/**
 * HTML below the text of a forward: the head of the original, and its HTML, sanitized. Undefined for one without HTML, and for
 * one that is too long: its text is quoted.
 */
export function forwardedHtml(original: Original, language: Language): string | undefined {
  if (original.html === null || original.html.length > writingLimits.originalHtml) return undefined
  const head = forwardHead(original, language).split('\n').map(escapeHtml).join('<br>')
  const html = `<div><p>${head}</p>${sanitizeHtml(original.html, { isPart: true })}</div>`
  return html.length > writingLimits.originalHtml ? undefined : html
}

function introduction({ from, receivedAt }: Original, language: Language): string {
  const name = from === null ? '?' : from.name === '' ? from.address : from.name
  const date = dateText(receivedAt, language)
  return language === 'zh' ? `${name} 于 ${date} 写道：` : `On ${date}, ${name} wrote:`
}

function forwardHead({ from, to, cc, subject, receivedAt }: Original, language: Language): string {
  const words = headWords[language]
  const shown = (addresses: readonly EmailAddress[]): string => addresses.map(addressText).join(', ')
  const lines = [
    words.title,
    `${words.from}${from === null ? '' : addressText(from)}`,
    `${words.date}${dateText(receivedAt, language)}`,
    `${words.subject}${subject}`,
    `${words.to}${shown(to)}`,
    ...(cc.length === 0 ? [] : [`${words.cc}${shown(cc)}`]),
  ]
  return lines.join('\n')
}

const headWords = {
  en: {
    title: '---------- Forwarded message ----------',
    from: 'From: ',
    date: 'Date: ',
    subject: 'Subject: ',
    to: 'To: ',
    cc: 'Cc: ',
  },
  zh: {
    title: '---------- 转发的邮件 ----------',
    from: '发件人：',
    date: '日期：',
    subject: '主题：',
    to: '收件人：',
    cc: '抄送：',
  },
} as const

const addressText = ({ name, address }: EmailAddress): string => (name === '' ? address : `${name} <${address}>`)

function dateText(moment: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(moment))} UTC`
}
