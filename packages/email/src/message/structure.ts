import { afterEmptyLine, firstValue, readFields, type HeaderBlock } from './header-fields.ts'
import { LimitReached, type ParseLimits } from './limits.ts'
import { readStructured, type StructuredValue } from './parameters.ts'

/** One part of a message: where its body is, and the headers that describe it. */
export interface Part {
  readonly type: StructuredValue
  readonly disposition: StructuredValue
  readonly encoding: string
  readonly contentId: string | undefined
  readonly start: number
  /** Set when the part's end is known. */
  end: number
  /** False where the message ends before the closing line of the multipart that this part is in. */
  closed: boolean
  readonly parts: Part[]
}

/** A multipart whose closing line was not seen yet. */
interface OpenPart {
  readonly part: Part
  readonly boundary: string
}

interface Delimiter {
  /** The level in the open parts that the line is for. */
  readonly level: number
  readonly closes: boolean
  /** Begin of the line, without the line break before it, and begin of the next line. */
  readonly at: number
  readonly next: number
}

const described = new Set(['content-type', 'content-disposition', 'content-transfer-encoding', 'content-id'])
const lf = 0x0a
const dash = 0x2d
/** RFC 2046 has 70; longer ones exist. */
const longestBoundary = 256

/**
 * Finds the parts of a message in one pass, without decoding them. Messages within the message (`message/rfc822`) are
 * not opened.
 * @throws {LimitReached}
 */
export function readStructure(bytes: Buffer, limits: ParseLimits): Part {
  return new StructureReader(bytes, limits).read()
}

class StructureReader {
  readonly #bytes: Buffer
  readonly #limits: ParseLimits
  readonly #open: OpenPart[] = []
  /** First characters of the open boundaries: most lines with two dashes are decided by them. */
  #firsts = new Set<number>()
  #parts = 0

  constructor(bytes: Buffer, limits: ParseLimits) {
    this.#bytes = bytes
    this.#limits = limits
  }

  read(): Part {
    const root = this.#begin(0, undefined)
    let current: Part | undefined = root
    for (let at = root.start; ;) {
      const found = this.#nextDelimiter(at)
      if (found === undefined) break
      if (current?.parts.length === 0) current.end = Math.max(current.start, this.#before(found.at))
      current = this.#follow(found)
      at = current === undefined ? found.next : current.start
    }
    return root
  }

  /** Closes the parts within the delimiter's, and begins the next part of it. */
  #follow({ level, closes, at, next }: Delimiter): Part | undefined {
    const owner = this.#open[level]?.part
    const last = owner?.parts.at(-1)
    if (last !== undefined) last.closed = true
    for (const { part } of this.#open.splice(closes ? level : level + 1)) part.end = at
    this.#readFirsts()
    return closes || owner === undefined ? undefined : this.#begin(next, owner)
  }

  #readFirsts(): void {
    this.#firsts = new Set(this.#open.map(({ boundary }) => boundary.charCodeAt(0)))
  }

  #begin(start: number, parent: Part | undefined): Part {
    if (++this.#parts > this.#limits.parts) throw new LimitReached('parts')
    const block = this.#headersAt(start)
    const fields = readFields(this.#bytes, block, { limits: this.#limits, wanted: described })
    const multiparts = parent?.type.value === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
    const part: Part = {
      type: readStructured(firstValue(fields, 'content-type') || multiparts),
      disposition: readStructured(firstValue(fields, 'content-disposition') ?? ''),
      encoding: readStructured(firstValue(fields, 'content-transfer-encoding') ?? '').value.replaceAll('"', ''),
      contentId: firstValue(fields, 'content-id'),
      start: block.body,
      end: this.#bytes.length,
      closed: parent === undefined,
      parts: [],
    }
    parent?.parts.push(part)
    this.#openMultipart(part)
    return part
  }

  #openMultipart(part: Part): void {
    const boundary = Buffer.from(part.type.parameters.get('boundary')?.trimEnd() ?? '').toString('latin1')
    if (!part.type.value.startsWith('multipart/') || boundary === '' || boundary.length > longestBoundary) return
    this.#open.push({ part, boundary })
    // The message itself is level 0, and each open multipart is one more.
    if (this.#open.length > this.#limits.depth) throw new LimitReached('depth')
    this.#readFirsts()
  }

  /** Headers end at an empty line, or at a delimiter. */
  #headersAt(start: number): HeaderBlock {
    const last = Math.min(this.#bytes.length, start + this.#limits.headerBlock + 4)
    for (let at = start; at < last;) {
      const body = afterEmptyLine(this.#bytes, at)
      if (body !== undefined) return { start, end: at, body }
      if (this.#mayDelimit(at) && this.#delimiterAt(at) !== undefined) return { start, end: at, body: at }
      const next = this.#bytes.indexOf(lf, at)
      if (next === -1) break
      at = next + 1
    }
    return { start, end: last, body: last }
  }

  #nextDelimiter(from: number): Delimiter | undefined {
    if (this.#open.length === 0) return undefined
    for (let at = from; at < this.#bytes.length;) {
      const found = this.#mayDelimit(at) ? this.#delimiterAt(at) : undefined
      if (found !== undefined) return found
      const next = this.#bytes.indexOf('\n--', at, 'latin1')
      if (next === -1) return undefined
      at = next + 1
    }
    return undefined
  }

  #mayDelimit(at: number): boolean {
    return this.#bytes[at] === dash && this.#bytes[at + 1] === dash && this.#firsts.has(this.#bytes[at + 2] ?? 0)
  }

  #delimiterAt(at: number): Delimiter | undefined {
    const window = this.#bytes.subarray(at + 2, at + 2 + longestBoundary + 64)
    const length = window.indexOf(lf)
    if (length === -1 && window.length === longestBoundary + 64) return undefined
    const line = window.toString('latin1', 0, length === -1 ? window.length : length).trimEnd()
    const next = length === -1 ? this.#bytes.length : at + 2 + length + 1
    for (let level = this.#open.length - 1; level >= 0; level--) {
      const boundary = this.#open[level]?.boundary ?? ''
      const closes = line === `${boundary}--`
      if (closes || line === boundary) return { level, closes, at, next }
    }
    return undefined
  }

  /** The line break before a delimiter is part of it. */
  #before(at: number): number {
    if (this.#bytes[at - 1] !== lf) return at
    return this.#bytes[at - 2] === 0x0d ? at - 2 : at - 1
  }
}
