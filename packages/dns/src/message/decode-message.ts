import { readData } from '../record-data.ts'
import { className, typeCodes, typeName } from '../type-codes.ts'
import { WireReader } from '../wire/wire-reader.ts'
import { readEdns, type ReadEdns } from './edns.ts'
import { headerOf } from './header-flags.ts'
import type { Header, Message, MessageRecord, Question, ReceivedTsig } from './message.ts'

/**
 * Decodes messages from the network. The work is bounded by the bytes that are there: counts allocate nothing, each
 * record consumes at least 11 bytes, and names are bounded by the reader.
 */

const headerLength = 12
const longestTtl = 0x7fff_ffff

/** The header of a message, also of one that is not valid otherwise; `undefined` for less than 12 bytes. */
export function decodeHeader(bytes: Uint8Array): Header | undefined {
  if (bytes.length < headerLength) return undefined
  const reader = new WireReader(bytes, false)
  return headerOf(reader.uint16(), reader.uint16())
}

/** Every part of a message. @throws {DnsError} `malformed` */
export function decodeMessage(bytes: Uint8Array): Message {
  const reader = new WireReader(bytes, true)
  const header = headerOf(reader.uint16(), reader.uint16())
  const counts = [reader.uint16(), reader.uint16(), reader.uint16(), reader.uint16()] as const
  const questions: Question[] = []
  while (questions.length < counts[0]) questions.push(readQuestion(reader))
  const sections = new Sections(reader)
  const answers = sections.read(counts[1], false)
  const authorities = sections.read(counts[2], false)
  const additionals = sections.read(counts[3], true)
  if (reader.remaining > 0) reader.fail('There are bytes behind the message.')
  const { opt, tsig } = sections
  return {
    ...header,
    rcode: header.rcode | ((opt?.extendedRcode ?? 0) << 4),
    questions,
    answers,
    authorities,
    additionals,
    ...(opt && { edns: opt.edns }),
    ...(tsig && { tsig }),
  }
}

function readQuestion(reader: WireReader): Question {
  return { name: reader.name(true), type: typeName(reader.uint16()), class: className(reader.uint16()) }
}

/** What stands before the data of a record. */
interface RecordHead {
  readonly start: number
  readonly name: string
  readonly type: number
  readonly class: number
  readonly ttl: number
}

/** Reads the three sections of records, and takes OPT and TSIG out of the last. */
class Sections {
  opt: ReadEdns | undefined
  tsig: ReceivedTsig | undefined
  readonly #reader: WireReader

  constructor(reader: WireReader) {
    this.#reader = reader
  }

  read(count: number, isAdditional: boolean): MessageRecord[] {
    const records: MessageRecord[] = []
    for (let left = count; left > 0; left--) {
      const record = this.#record(isAdditional)
      if (record !== undefined) records.push(record)
    }
    return records
  }

  #record(isAdditional: boolean): MessageRecord | undefined {
    const reader = this.#reader
    if (this.tsig !== undefined) reader.fail('A TSIG record must be the last one.')
    const head = readHead(reader)
    const messageEnd = reader.end
    const length = reader.uint16()
    if (length > reader.remaining) reader.fail('The data of a record is longer than the message.')
    reader.end = reader.offset + length
    const record = this.#body(head, isAdditional)
    if (reader.remaining > 0) reader.fail('There are bytes behind the last value.')
    reader.end = messageEnd
    reader.field = undefined
    return record
  }

  #body(head: RecordHead, isAdditional: boolean): MessageRecord | undefined {
    if (head.type !== typeCodes.OPT && head.type !== typeCodes.TSIG) return recordOf(this.#reader, head)
    if (!isAdditional) this.#reader.fail(`A record of the type ${typeName(head.type)} must be an additional one.`)
    if (head.type === typeCodes.OPT) this.#takeOpt(head)
    else this.tsig = { name: head.name, bytes: this.#reader.rest(), offset: head.start }
    return undefined
  }

  #takeOpt({ name, class: udpPayloadSize, ttl }: RecordHead): void {
    if (this.opt !== undefined) this.#reader.fail('There are two OPT records.')
    if (name !== '.') this.#reader.fail('The name of an OPT record must be the root.')
    this.opt = readEdns(this.#reader, { udpPayloadSize, ttl })
  }
}

function readHead(reader: WireReader): RecordHead {
  const start = reader.offset
  return { start, name: reader.name(true), type: reader.uint16(), class: reader.uint16(), ttl: reader.uint32() }
}

/** A TTL with its first bit set is 0 (RFC 2181 section 8). */
function recordOf(reader: WireReader, { name, type, class: code, ttl }: RecordHead): MessageRecord {
  const typeText = typeName(type)
  const isEmpty = reader.remaining === 0 && (code === 254 || code === 255)
  return {
    name,
    type: typeText,
    class: className(code),
    ttl: ttl > longestTtl ? 0 : ttl,
    data: isEmpty ? '' : readData(reader, typeText),
  }
}
