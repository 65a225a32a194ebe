import { DnsError } from '../dns-error.ts'
import { writeData } from '../record-data.ts'
import { classCode, typeCode } from '../type-codes.ts'
import { largestMessage, WireWriter } from '../wire/wire-writer.ts'
import { ednsLength, writeEdns } from './edns.ts'
import { flagsOf, truncatedFlag } from './header-flags.ts'
import type { MessageParts, MessageRecord } from './message.ts'

/** How long a message may be. */
export interface EncodeOptions {
  /** The most bytes; 65,535 where it is not given. */
  readonly limit?: number
  /** Bytes of the limit that stay free, for a TSIG record. */
  readonly reserve?: number
}

const longestTtl = 0x7fff_ffff

/**
 * The bytes of a message. A response that is over the limit ends before the first record set that does not fit, and has TC
 * set if that set was needed; its EDNS record always fits.
 * @throws {DnsError} `too_large` for a request over the limit
 */
export function encodeMessage(
  message: MessageParts,
  { limit = largestMessage, reserve = 0 }: EncodeOptions = {},
): Buffer {
  const writer = new WireWriter(512, true)
  const questions = message.questions ?? []
  for (const word of [message.id ?? 0, flagsOf(message), questions.length, 0, 0, 0]) writer.uint16(word)
  for (const question of questions) {
    writer.name(question.name, true)
    writer.uint16(typeCode(question.type))
    writer.uint16(classCode(question.class))
  }
  const room = Math.min(limit, largestMessage) - reserve - ednsLength(message.edns)
  if (writer.offset > room) throw tooLarge()
  writeSections(writer, message, room)
  addEdns(writer, message)
  return writer.written
}

function writeSections(writer: WireWriter, message: MessageParts, room: number): void {
  const sections = [message.answers ?? [], message.authorities ?? [], message.additionals ?? []]
  for (const [index, records] of sections.entries()) {
    const count = writeSection(writer, records, room)
    writer.setUint16(6 + index * 2, count)
    if (count === records.length) continue
    if (message.isResponse !== true) throw tooLarge()
    if (index < 2 || isReferral(message)) writer.setUint16(2, flagsOf(message) | truncatedFlag)
    return
  }
}

/** Additional records are needed where they are the addresses of a delegation (RFC 9471); others may be left out. */
function isReferral(message: MessageParts): boolean {
  return message.isAuthoritative !== true && (message.answers ?? []).length === 0
}

/** Writes whole record sets while there is room, and returns the number of their records. */
function writeSection(writer: WireWriter, records: readonly MessageRecord[], room: number): number {
  let first = 0
  let start = writer.offset
  for (const [index, record] of records.entries()) {
    if (!isSameSet(record, records[first])) {
      first = index
      start = writer.offset
    }
    writeRecord(writer, record)
    if (writer.offset <= room) continue
    writer.rewind(start)
    return first
  }
  return records.length
}

function isSameSet(one: MessageRecord, other: MessageRecord | undefined): boolean {
  return one.name === other?.name && one.type === other.type && one.class === other.class
}

function writeRecord(writer: WireWriter, record: MessageRecord): void {
  if (!(Number.isInteger(record.ttl) && record.ttl >= 0 && record.ttl <= longestTtl)) {
    throw new DnsError('invalid_data', `The TTL must be a number from 0 to ${longestTtl}.`)
  }
  writer.name(record.name, true)
  writer.uint16(typeCode(record.type))
  writer.uint16(record.class === undefined ? 1 : classCode(record.class))
  writer.uint32(record.ttl)
  writer.uint16(0)
  const start = writer.offset
  if (record.bytes !== undefined) writer.write(record.bytes)
  else if (record.data !== '' || !mayBeEmpty(record)) writeData(writer, record.type, record.data)
  const length = writer.offset - start
  if (length > largestMessage) throw new DnsError('too_large', 'The data has more than 65,535 bytes.')
  writer.setUint16(start - 2, length)
}

/** Records of an UPDATE that stand for a whole set or name (RFC 2136 section 2.4, section 2.5). */
function mayBeEmpty(record: MessageRecord): boolean {
  return record.class === 'ANY' || record.class === 'NONE'
}

function addEdns(writer: WireWriter, message: MessageParts): void {
  const { edns, rcode = 0 } = message
  if (edns !== undefined) {
    writeEdns(writer, edns, rcode)
    writer.setUint16(10, writer.written.readUInt16BE(10) + 1)
  } else if (rcode > 0xf) {
    throw new DnsError('invalid_data', `The rcode ${rcode} needs EDNS.`)
  }
}

function tooLarge(): DnsError {
  return new DnsError('too_large', 'The message is larger than the limit.')
}

/** The message with one more record at its end, uncompressed: its TSIG record. @throws {DnsError} */
export function appendRecord(message: Uint8Array, record: MessageRecord): Buffer {
  const writer = new WireWriter(message.length + 512, false)
  writer.write(message)
  writeRecord(writer, record)
  if (writer.offset > largestMessage) throw tooLarge()
  writer.setUint16(10, writer.written.readUInt16BE(10) + 1)
  return writer.written
}
