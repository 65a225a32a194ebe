import { safeAttachmentName } from './attachment-name.ts'
import { declaredCharset, decodeBytes } from './charset.ts'
import { cutText } from './clean-text.ts'
import { unflow } from './flowed-text.ts'
import { htmlOfText } from './html-entities.ts'
import { textOfHtml } from './html-text.ts'
import { LimitReached, type ParseLimits } from './limits.ts'
import { decodeUnstructured } from './message-headers.ts'
import type { Part } from './structure.ts'
import { decodeBody } from './transfer-encoding.ts'

/** A file of a message. */
export interface Attachment {
  /** Safe to save and to show. */
  readonly name: string
  /** Lower case; `application/octet-stream` where the message has no valid one. */
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Without angle brackets; HTML refers to it by `cid:`. */
  readonly contentId: string | undefined
  /** An image that belongs into the HTML. Everything else is only for download. */
  readonly inline: boolean
  /** The message or the encoding ends within it. */
  readonly truncated: boolean
  /** Encoded bytes in the message. */
  readonly range: { readonly start: number; readonly end: number }
}

/** Facts about a message that is readable though it is not as it should be. */
export type Problem =
  | 'unknown-charset'
  | 'invalid-encoding'
  | 'truncated'
  | 'body-cut'
  | 'attachment-renamed'
  | 'several-from'
  | 'no-from'

/** Bodies and attachments. */
export interface Content {
  readonly text: string
  readonly html: string | undefined
  readonly attachments: readonly Attachment[]
}

/** One body in one or both forms. */
interface Body {
  plain?: string
  html?: string
}

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
const unsaid = 'application/octet-stream'
const longestType = 127

/**
 * Decodes the parts of a message. Texts in a row are joined; of the alternatives of one text the last of each kind
 * counts, so that nothing is shown twice.
 * @throws {LimitReached}
 */
export function readContent(
  { bytes, root }: { readonly bytes: Buffer; readonly root: Part },
  { limits, problems }: { readonly limits: ParseLimits; readonly problems: Set<Problem> },
): Content {
  const reader = new ContentReader(bytes, { limits, problems })
  reader.read(root, undefined)
  return reader.content()
}

class ContentReader {
  readonly #bytes: Buffer
  readonly #limits: ParseLimits
  readonly #problems: Set<Problem>
  readonly #bodies: Body[] = []
  readonly #attachments: Attachment[] = []
  #decoded = 0

  constructor(bytes: Buffer, { limits, problems }: { readonly limits: ParseLimits; readonly problems: Set<Problem> }) {
    this.#bytes = bytes
    this.#limits = limits
    this.#problems = problems
  }

  read(part: Part, alternative: Body | undefined): void {
    if (part.parts.length === 0) {
      this.#readLeaf(part, alternative)
      return
    }
    const isAlternative = part.type.value === 'multipart/alternative'
    const body: Body | undefined = isAlternative && alternative === undefined ? {} : alternative
    if (body !== undefined && body !== alternative) this.#bodies.push(body)
    for (const child of part.parts) this.read(child, body)
  }

  #readLeaf(part: Part, alternative: Body | undefined): void {
    const { bytes, garbage, cut } = decodeBody(this.#bytes.subarray(part.start, part.end), part.encoding)
    this.#count(bytes.length)
    if (garbage) this.#problems.add('invalid-encoding')
    const truncated = cut || !part.closed
    if (truncated) this.#problems.add('truncated')
    if (isBody(part)) this.#addBody(part, bytes, alternative)
    else this.#addAttachment(part, bytes, truncated)
  }

  #count(bytes: number): void {
    this.#decoded += bytes
    if (this.#decoded > this.#limits.decodedRatio * this.#bytes.length) throw new LimitReached('decoded')
  }

  #addBody({ type }: Part, bytes: Buffer, alternative: Body | undefined): void {
    const isHtml = type.value === 'text/html'
    const charset = type.parameters.get('charset') ?? (isHtml ? declaredCharset(bytes) : undefined)
    const { text: decoded, known } = decodeBytes(bytes, charset)
    if (!known) this.#problems.add('unknown-charset')
    // Only what can be kept: millions of line ends take more memory than the thread has.
    const text = this.#cut(cutText(decoded, 2 * this.#limits.body + 1).replaceAll('\r\n', '\n'))
    const body = alternative ?? {}
    if (isHtml) body.html = text
    else body.plain = unflow(text, type.parameters)
    if (alternative === undefined) this.#bodies.push(body)
  }

  #cut(text: string): string {
    if (text.length > this.#limits.body) this.#problems.add('body-cut')
    return cutText(text, this.#limits.body)
  }

  #addAttachment(part: Part, bytes: Buffer, truncated: boolean): void {
    const raw = part.disposition.parameters.get('filename') ?? part.type.parameters.get('name') ?? ''
    const decoded = decodeUnstructured(raw)
    const safe = safeAttachmentName(decoded, this.#limits.attachmentName)
    if (safe !== decoded) this.#problems.add('attachment-renamed')
    const type = isType(part.type.value) ? part.type.value : unsaid
    const contentId = part.contentId?.replace(/[<>\s\p{Cc}]/gu, '').slice(0, longestType)
    this.#attachments.push({
      name: safe || `attachment-${this.#attachments.length + 1}${extensionOf(type)}`,
      type,
      bytes: bytes as Buffer<ArrayBuffer>,
      contentId: contentId === undefined || contentId === '' ? undefined : contentId.toWellFormed(),
      inline: images.has(type) && (contentId !== undefined || part.disposition.value === 'inline'),
      truncated,
      range: { start: part.start, end: Math.max(part.start, part.end) },
    })
  }

  content(): Content {
    const bodies = this.#bodies.filter(({ plain, html }) => plain !== undefined || html !== undefined)
    const hasHtml = bodies.some(({ html }) => html !== undefined)
    const text = bodies.map(({ plain, html }) => plain ?? textOfHtml(html ?? '')).join('\n')
    const html = bodies.map((body) => body.html ?? htmlOfText(body.plain ?? '')).join('\n')
    this.#count(text.length + (hasHtml ? html.length : 0) - this.#decoded)
    return { text: this.#cut(text), html: hasHtml ? this.#cut(html) : undefined, attachments: this.#attachments }
  }
}

/** Text without a file name is a body, unless it asks to be a file. */
function isBody({ type, disposition, parts }: Part): boolean {
  if (disposition.value === 'attachment') return false
  if (type.value === 'text/html' || type.value === 'text/plain') {
    return disposition.value === 'inline' || !(disposition.parameters.has('filename') || type.parameters.has('name'))
  }
  // A multipart without parts has the wrong boundary; its text is better than nothing.
  return type.value.startsWith('multipart/') && parts.length === 0
}

const isType = (type: string): boolean =>
  type.length <= longestType && /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(type)

const extensions: Readonly<Record<string, string>> = {
  'message/rfc822': '.eml',
  'message/delivery-status': '.txt',
  'text/calendar': '.ics',
  'text/plain': '.txt',
  'text/html': '.html',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'application/pdf': '.pdf',
}

const extensionOf = (type: string): string => (Object.hasOwn(extensions, type) ? (extensions[type] ?? '') : '')
