import { typeCodes } from '../type-codes.ts'
import type { WireReader } from '../wire/wire-reader.ts'
import type { WireWriter } from '../wire/wire-writer.ts'

/** EDNS (RFC 6891): what a message says in its OPT record. Its part of the rcode is in the header. */
export interface Edns {
  /** The largest answer that the sender takes over UDP, in bytes. */
  readonly udpPayloadSize: number
  readonly version: number
  /** DO: the sender wants signatures. */
  readonly dnssecOk: boolean
  readonly options: readonly EdnsOption[]
}

export interface EdnsOption {
  readonly code: number
  readonly data: Uint8Array
}

/** An OPT record, as it is read. */
export interface ReadEdns {
  readonly edns: Edns
  /** The upper eight bits of the rcode. */
  readonly extendedRcode: number
}

/** The bytes of an OPT record in a message. */
export function ednsLength(edns: Edns | undefined): number {
  if (edns === undefined) return 0
  return edns.options.reduce((length, { data }) => length + 4 + data.length, 11)
}

export function writeEdns(writer: WireWriter, edns: Edns, rcode: number): void {
  writer.name('.', false)
  writer.uint16(typeCodes.OPT)
  writer.uint16(edns.udpPayloadSize)
  writer.uint8(rcode >> 4)
  writer.uint8(edns.version)
  writer.uint16(edns.dnssecOk ? 0x8000 : 0)
  writer.uint16(ednsLength(edns) - 11)
  for (const { code, data } of edns.options) {
    writer.uint16(code)
    writer.uint16(data.length)
    writer.write(data)
  }
}

/** Reads an OPT record behind its type, up to the end of the reader. */
export function readEdns(reader: WireReader, facts: { udpPayloadSize: number; ttl: number }): ReadEdns {
  const options: EdnsOption[] = []
  while (reader.remaining > 0) options.push({ code: reader.uint16(), data: reader.take(reader.uint16()) })
  const { udpPayloadSize, ttl } = facts
  const edns = { udpPayloadSize, version: (ttl >>> 16) & 0xff, dnssecOk: (ttl & 0x8000) !== 0, options }
  return { edns, extendedRcode: ttl >>> 24 }
}
