import { DnsError } from '../dns-error.ts'
import { appendRecord } from '../message/encode-message.ts'
import type { ReceivedTsig } from '../message/message.ts'
import { encodeName } from '../names.ts'
import { decodeFields, encodeFields } from '../record-data.ts'
import type { FieldsOf } from '../record-types.ts'

/** The signature at the end of a message (RFC 8945 §4.2), its names in lower case. */
export interface TsigRecord extends FieldsOf<'TSIG'> {
  readonly name: string
}

const additionalCount = 10
const anyClass = 255
/** The class, the TTL and the length before the data. */
const headLength = 8

/** @throws {DnsError} `malformed` */
export function readTsig(message: Uint8Array, { name, bytes }: ReceivedTsig): TsigRecord {
  const head = Buffer.from(message).subarray(message.length - bytes.length - headLength)
  if (head.readUInt16BE() !== anyClass || head.readUInt32BE(2) !== 0) {
    throw new DnsError('malformed', 'The TSIG record has a wrong class or TTL.')
  }
  const fields = decodeFields('TSIG', bytes)
  return { ...fields, name: name.toLowerCase(), algorithm: fields.algorithm.toLowerCase() }
}

/** The message with the record at its end. */
export function appendTsig(message: Uint8Array, { name, ...fields }: TsigRecord): Uint8Array {
  const bytes = encodeFields('TSIG', fields)
  return appendRecord(message, { name, type: 'TSIG', class: 'ANY', ttl: 0, data: '', bytes })
}

/** The message as it was before it was signed (RFC 8945 §4.3.1). */
export function removeTsig(message: Uint8Array, offset: number, originalId: number): Uint8Array {
  const bare = Buffer.from(message.subarray(0, offset))
  bare.writeUInt16BE(originalId, 0)
  bare.writeUInt16BE(bare.readUInt16BE(additionalCount) - 1, additionalCount)
  return bare
}

/** The fields of the record that its MAC covers (RFC 8945 §4.3.3). */
export function tsigVariables(record: TsigRecord): Uint8Array {
  const classAndTtl = Buffer.alloc(6)
  classAndTtl.writeUInt16BE(anyClass)
  const errorAndLength = Buffer.alloc(4)
  errorAndLength.writeUInt16BE(record.error)
  errorAndLength.writeUInt16BE(record.other.length, 2)
  const names = [encodeName(record.name), classAndTtl, encodeName(record.algorithm)]
  return Buffer.concat([...names, tsigTimers(record), errorAndLength, record.other])
}

/** The only fields covered from the second message of an answer on (RFC 8945 §5.3.1). */
export function tsigTimers({ time, fudge }: TsigRecord): Uint8Array {
  const timers = Buffer.alloc(8)
  timers.writeUIntBE(time, 0, 6)
  timers.writeUInt16BE(fudge, 6)
  return timers
}
