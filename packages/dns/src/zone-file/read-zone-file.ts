/**
 * Reads zone files (RFC 1035 §5, RFC 2308 §4, RFC 3597 §5). A problem ends its entry, and reading continues with the next
 * one, so that the author sees all problems at once. The time is linear in the text.
 */
import { DnsError } from '../dns-error.ts'
import { parseSeconds } from '../fields/numbers.ts'
import { isWithin, normalizeName } from '../names.ts'
import { encodeData, normalizeData } from '../record-data.ts'
import type { ResourceRecord } from '../resource-record.ts'
import { typeCode, typeCodes, typeName } from '../type-codes.ts'
import { largestMessage } from '../wire/wire-writer.ts'
import { splitEntries, type ZoneEntry, type ZoneToken } from './split-entries.ts'

/** A record with the comment at the end of its line. */
export interface ZoneRecord extends ResourceRecord {
  readonly comment?: string
}

export interface ZoneProblem {
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1. */
  readonly column: number
  /** The field of the record, where only one is wrong. */
  readonly field?: string
  readonly message: string
}

export interface ZoneFileOptions {
  /** The zone, absolute: relative names start here, and records outside it are problems. */
  readonly origin: string
  /** The TTL of records where neither they nor the file state one. Without it, such records are problems. */
  readonly defaultTtl?: number
  readonly maxBytes: number
  readonly maxRecords: number
}

export interface ZoneFileReading {
  readonly records: readonly ZoneRecord[]
  /** The line of each record, counted from 1. */
  readonly lines: readonly number[]
  /** At most 100, in the order of the file. */
  readonly problems: readonly ZoneProblem[]
  /** More problems were found than are listed. */
  readonly hasMoreProblems: boolean
}

const maxProblems = 100

/** Every byte as `\\DDD`, and room for quotes. */
const longestDataText = 300_000

/** The longest TTL, in seconds (RFC 2181 §8). */
export const maxTtl = 2 ** 31 - 1

/** @throws {DnsError} `invalid_name` when the origin isn't a name */
export function readZoneFile(text: string, options: ZoneFileOptions): ZoneFileReading {
  const reader = new ZoneFileReader(options)
  if (Buffer.byteLength(text) > options.maxBytes) {
    reader.report({ line: 1, column: 1 }, `The file is larger than ${count(options.maxBytes)} bytes.`)
    return reader.finish()
  }
  for (const entry of splitEntries(text)) if (!reader.readEntry(entry)) break
  return reader.finish()
}

interface Position {
  readonly line: number
  readonly column: number
}

/** The parts of a record before its data. */
interface RecordHead {
  readonly ttl: number | undefined
  readonly type: ZoneToken
  readonly data: readonly ZoneToken[]
}

class ZoneFileReader {
  readonly #records: ZoneRecord[] = []
  readonly #lines: number[] = []
  readonly #problems: ZoneProblem[] = []
  readonly #zone: string
  readonly #maxRecords: number
  readonly #fallbackTtl: number | undefined
  #hasMoreProblems = false
  #origin: string
  #owner: string | undefined
  /** From `$TTL`, or from the SOA record when that has no TTL of its own. */
  #defaultTtl: number | undefined
  /** Of the last record that states one (RFC 1035 §5.1). */
  #lastTtl: number | undefined

  constructor({ origin, defaultTtl, maxRecords }: ZoneFileOptions) {
    this.#zone = normalizeName(origin)
    this.#origin = this.#zone
    this.#fallbackTtl = defaultTtl
    this.#maxRecords = maxRecords
  }

  finish(): ZoneFileReading {
    return {
      records: this.#records,
      lines: this.#lines,
      problems: this.#problems,
      hasMoreProblems: this.#hasMoreProblems,
    }
  }

  report({ line, column }: Position, message: string, field?: string): void {
    if (this.#problems.length === maxProblems) this.#hasMoreProblems = true
    else this.#problems.push({ line, column, message, ...(field !== undefined && { field }) })
  }

  /** False when reading must stop. */
  readEntry(entry: ZoneEntry): boolean {
    const [first] = entry.tokens
    if (entry.error !== undefined) {
      this.report(entry.error, entry.error.message)
      if (first !== undefined && !entry.isIndented) this.#owner = this.#ownerOfWrongEntry(first)
    } else if (first !== undefined) {
      if (!entry.isIndented && !first.isQuoted && first.text.startsWith('$')) this.#readDirective(first, entry)
      else this.#readRecord(first, entry)
    }
    if (this.#hasMoreProblems) return false
    if (this.#records.length <= this.#maxRecords) return true
    this.#records.pop()
    this.#lines.pop()
    this.report(first ?? { line: 1, column: 1 }, `The file has more than ${count(this.#maxRecords)} records.`)
    return false
  }

  #readDirective(directive: ZoneToken, { tokens }: ZoneEntry): void {
    const name = directive.text.toUpperCase()
    const value = tokens[1]
    const refusal = refusedDirectives[name]
    if (refusal !== undefined) return this.report(directive, `${name} isn't supported. ${refusal}`)
    if (name !== '$ORIGIN' && name !== '$TTL') {
      return this.report(directive, `${name.slice(0, 20)} isn't a known directive.`)
    }
    if (value === undefined) return this.report(directive, `${name} needs a value.`)
    if (tokens[2] !== undefined) return this.report(tokens[2], `${name} takes one value.`)
    if (name === '$TTL') this.#defaultTtl = this.#readTtl(value) ?? this.#defaultTtl
    else this.#origin = this.#readName(value) ?? this.#origin
  }

  #readRecord(first: ZoneToken, entry: ZoneEntry): void {
    const owner = entry.isIndented ? this.#owner : this.#readOwner(first)
    if (owner === undefined) {
      if (entry.isIndented) this.report(first, 'The line has no name, and no record before it has one.')
      return
    }
    const head = this.#readHead(entry.isIndented ? entry.tokens : entry.tokens.slice(1), first)
    if (head === undefined) return
    const record = this.#readData(owner, head, entry.comment)
    if (record === undefined) return
    this.#records.push(record)
    this.#lines.push(first.line)
  }

  /** A wrong owner is forgotten: lines without a name of their own would otherwise go to the owner before. */
  #readOwner(token: ZoneToken): string | undefined {
    this.#owner = this.#readName(token)
    if (this.#owner === undefined || isWithin(this.#owner, this.#zone)) return this.#owner
    this.report(token, `${this.#owner} is outside the zone ${this.#zone}`)
    this.#owner = undefined
    return undefined
  }

  /** One problem per entry: when its name is wrong too, lines without one are refused. */
  #ownerOfWrongEntry(token: ZoneToken): string | undefined {
    try {
      const owner = nameOf(token, this.#origin)
      return isWithin(owner, this.#zone) ? owner : undefined
    } catch {
      return undefined
    }
  }

  #readName(token: ZoneToken): string | undefined {
    try {
      return nameOf(token, this.#origin)
    } catch (error) {
      this.#reportError(token, error)
      return undefined
    }
  }

  /** The TTL and the class come in either order, and both may be missing. */
  #readHead(tokens: readonly ZoneToken[], before: ZoneToken): RecordHead | undefined {
    let ttl: number | undefined
    let hasClass = false
    let at = 0
    for (let token = tokens[0]; token !== undefined && !token.isQuoted; token = tokens[(at += 1)]) {
      if (ttl === undefined && /^\d/.test(token.text)) {
        ttl = this.#readTtl(token)
        if (ttl === undefined) return undefined
      } else if (!hasClass && classForm.test(token.text)) {
        hasClass = this.#checkClass(token)
        if (!hasClass) return undefined
      } else break
    }
    const type = tokens[at]
    if (type !== undefined && !type.isQuoted) return { ttl, type, data: tokens.slice(at + 1) }
    this.report(type ?? tokens.at(-1) ?? before, 'The record has no type.')
    return undefined
  }

  #checkClass(token: ZoneToken): boolean {
    if (/^(?:IN|CLASS1)$/i.test(token.text)) return true
    this.report(token, `Only the class IN is supported, not ${token.text.slice(0, 20)}.`)
    return false
  }

  #readTtl(token: ZoneToken): number | undefined {
    const ttl = token.isQuoted ? undefined : parseSeconds(token.text)
    if (ttl !== undefined && ttl <= maxTtl) return ttl
    this.report(
      token,
      `"${token.text.slice(0, 40)}" isn't a TTL such as 3600 or 1h30m, of at most ${maxTtl} seconds.`,
      'ttl',
    )
    return undefined
  }

  #readData(owner: string, { ttl, type, data }: RecordHead, comment: string): ZoneRecord | undefined {
    let at = type
    try {
      const name = readType(type.text)
      at = data[0] ?? type
      const value = readData(name, data, this.#origin)
      const known = this.#ttlOf(ttl, name, value)
      if (known !== undefined) {
        return { name: owner, type: name, ttl: known, data: value, ...(comment !== '' && { comment }) }
      }
      this.report(type, 'The record has no TTL. Write one before its type, or $TTL at the start of the file.', 'ttl')
    } catch (error) {
      this.#reportError(at, error)
    }
    return undefined
  }

  #ttlOf(ttl: number | undefined, type: string, data: string): number | undefined {
    if (ttl !== undefined) {
      this.#lastTtl = ttl
      return ttl
    }
    const known = this.#defaultTtl ?? this.#lastTtl
    if (known === undefined && type === 'SOA') this.#defaultTtl = Number(data.split(' ')[6])
    return known ?? this.#defaultTtl ?? this.#fallbackTtl
  }

  #reportError(position: Position, error: unknown): void {
    if (!(error instanceof DnsError)) throw error
    this.report(position, error.message, error.field)
  }
}

/** @throws {DnsError} */
function nameOf({ text, isQuoted }: ZoneToken, origin: string): string {
  if (isQuoted) throw new DnsError('invalid_name', "A name can't be in quotes.")
  return normalizeName(text, origin)
}

/** The name of a type that zones can hold (RFC 6895 §3.1). @throws {DnsError} */
function readType(text: string): string {
  const code = typeCode(text)
  const name = typeName(code)
  if (code !== 0 && code !== typeCodes.OPT && (code < 128 || code > 255)) return name
  throw new DnsError('unknown_type', `A zone can't have records of the type ${name}.`)
}

/** @throws {DnsError} */
function readData(type: string, tokens: readonly ZoneToken[], origin: string): string {
  const text = tokens.map((token) => token.text).join(' ')
  const data = text.length > longestDataText ? undefined : normalizeData(type, text, origin)
  if (data !== undefined && (data.length <= largestMessage || encodeData(type, data).length <= largestMessage)) {
    return data
  }
  throw new DnsError('invalid_data', `The data of a record has at most ${count(largestMessage)} bytes.`)
}

const refusedDirectives: Readonly<Record<string, string>> = {
  $INCLUDE: 'Paste the content of the other file.',
  $GENERATE: 'Write each record on its own line.',
}

const classForm = /^(?:IN|CH|HS|CS|ANY|NONE|CLASS\d{1,5})$/i

function count(number: number): string {
  return number.toLocaleString('en-US')
}
