import { decodeWords } from 'postal-mime'
import { readAddresses, type Address } from './addresses.ts'
import { cleanText, cutText, inOrder, oneLine } from './clean-text.ts'
import { findHeaderBlock, firstValue, readFields, type HeaderField } from './header-fields.ts'
import { LimitReached, parseLimits, type ParseLimits } from './limits.ts'

/** Headers of a message that lists, threads and rules use. */
export interface MessageHeaders {
  /** With its angle brackets. */
  readonly messageId: string | undefined
  readonly inReplyTo: readonly string[]
  /** From the first message of the thread to the one before this. */
  readonly references: readonly string[]
  readonly date: Date | undefined
  /** On one line, decoded. */
  readonly subject: string
  readonly from: readonly Address[]
  readonly sender: Address | undefined
  readonly replyTo: readonly Address[]
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly listId: string | undefined
  readonly listUnsubscribe: readonly string[]
  /** RFC 8058: a POST to the first https address of `listUnsubscribe` unsubscribes. */
  readonly oneClickUnsubscribe: boolean
  /** Value of Auto-Submitted in lower case; `no` where the header is missing. */
  readonly autoSubmitted: string
  readonly precedence: string | undefined
  /** Count of Received headers, for loop detection. */
  readonly received: number
  readonly returnPath: string | undefined
}

/** Headers from the start of a message that was not parsed as a whole. */
const headBytes = 64 * 1_024
const longestSubject = 1_000
const longestToken = 255
/** RFC 5322: a line has at most 998 characters. */
const longestId = 998
const mostReferences = 100
const mostUnsubscribes = 10

/** @throws {LimitReached} for more addresses than the limit */
export function readMessageHeaders(fields: readonly HeaderField[], limits: ParseLimits): MessageHeaders {
  const addresses = new AddressReader(fields, limits.addresses)
  const token = (name: string): string | undefined => tokenOf(firstValue(fields, name))
  const returnPath = readAddresses(firstValue(fields, 'return-path') ?? '')[0]?.address
  const unsubscribe = firstValue(fields, 'list-unsubscribe-post')?.replaceAll(' ', '').toLowerCase()
  return {
    messageId: readIds(firstValue(fields, 'message-id'))[0],
    inReplyTo: readIds(firstValue(fields, 'in-reply-to')),
    references: readIds(firstValue(fields, 'references')),
    date: readDate(firstValue(fields, 'date')),
    subject: cutText(decodeUnstructured(firstValue(fields, 'subject') ?? ''), longestSubject),
    from: addresses.read('from'),
    sender: addresses.read('sender')[0],
    replyTo: addresses.read('reply-to'),
    to: addresses.read('to'),
    cc: addresses.read('cc'),
    bcc: addresses.read('bcc'),
    listId: listIdOf(firstValue(fields, 'list-id')),
    listUnsubscribe: bracketed(firstValue(fields, 'list-unsubscribe') ?? '', mostUnsubscribes),
    oneClickUnsubscribe: unsubscribe === 'list-unsubscribe=one-click',
    autoSubmitted: token('auto-submitted')?.split(/[;\s(]/)[0] || 'no',
    precedence: token('precedence'),
    received: fields.filter(({ name }) => name === 'received').length,
    returnPath,
  }
}

/** The headers in the first 64 kB, for a message that is over a limit. Never throws. */
export function readHead(bytes: Buffer): MessageHeaders {
  const end = Math.min(bytes.length, headBytes)
  const block = findHeaderBlock(bytes, end)
  const generous = { ...parseLimits, headerBlock: headBytes, header: headBytes, addresses: headBytes }
  try {
    return shortened(readMessageHeaders(readFields(bytes, block, { limits: generous }), generous))
  } catch {
    return readMessageHeaders([], parseLimits)
  }
}

const shortened = (headers: MessageHeaders): MessageHeaders => {
  const cut = (list: readonly Address[]): readonly Address[] => list.slice(0, parseLimits.addresses)
  const { from, to, cc, bcc, replyTo } = headers
  return { ...headers, from: cut(from), to: cut(to), cc: cut(cc), bcc: cut(bcc), replyTo: cut(replyTo) }
}

class AddressReader {
  readonly #fields: readonly HeaderField[]
  readonly #most: number
  #count = 0

  constructor(fields: readonly HeaderField[], most: number) {
    this.#fields = fields
    this.#most = most
  }

  /** `From` and `Sender` by their first header; the others by all of them. */
  read(name: string): Address[] {
    const values = this.#fields.filter((field) => field.name === name).map(({ value }) => value)
    const used = name === 'from' || name === 'sender' ? values.slice(0, 1) : values
    const addresses = used.flatMap(readAddresses)
    this.#count += addresses.length
    if (this.#count > this.#most) throw new LimitReached('addresses')
    return addresses
  }
}

/** Text with encoded words, on one line. */
export const decodeUnstructured = (value: string): string => oneLine(inOrder(cleanText(decodeWords(value))))

/** The `<ids>` of a header, the first and the last hundred; a value without brackets is one ID. */
function readIds(value: string | undefined): string[] {
  if (value === undefined) return []
  const ids = bracketed(value, Number.POSITIVE_INFINITY)
  const bare = cleanText(value).trim()
  if (ids.length === 0 && bare !== '' && bare.length <= longestId - 2 && !/[\s<>]/.test(bare)) return [`<${bare}>`]
  const unique = [...new Set(ids.map((id) => `<${id}>`))]
  return unique.length <= mostReferences ? unique : [...unique.slice(0, 1), ...unique.slice(1 - mostReferences)]
}

/** Texts between angle brackets, without the white space in them. */
function bracketed(value: string, most: number): string[] {
  const found: string[] = []
  for (let at = value.indexOf('<'); at !== -1 && found.length < most;) {
    const end = value.indexOf('>', at)
    if (end === -1) break
    const text = cleanText(value.slice(at + 1, end)).replace(/[\s\p{Cc}]/gu, '')
    if (text !== '' && text.length <= longestId - 2 && !text.includes('<')) found.push(text)
    at = value.indexOf('<', end)
  }
  return found
}

function listIdOf(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  return cutText(bracketed(value, 1)[0] ?? oneLine(cleanText(value)), longestToken).toLowerCase() || undefined
}

function tokenOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : cutText(oneLine(cleanText(value)).toLowerCase(), longestToken)
}

const longestDate = 100

function readDate(value: string | undefined): Date | undefined {
  if (value === undefined || value.length > longestDate) return undefined
  const date = new Date(value)
  const year = date.getUTCFullYear()
  return year >= 1_970 && year < 10_000 ? date : undefined
}
