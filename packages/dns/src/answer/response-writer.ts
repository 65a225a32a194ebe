import { typeCodes } from '../type-codes.ts'
import { largestMessage } from '../wire/wire-writer.ts'
import { lowerCase, ScannedName } from '../zone/scanned-name.ts'
import type { ServedZone } from '../zone/served-zone.ts'
import { missing, recordCountOf, setHead, uint16At, uint32At } from '../zone/zone-data.ts'
import type { QueryReader } from './query-reader.ts'

/** The largest message over UDP, sent and taken: networks deliver it in one piece. */
export const largestDatagram = 1_232

/** Bits of the second word of the header. */
export const responseFlags = { response: 0x8000, authoritative: 0x0400, truncated: 0x0200 } as const
/** A response keeps the opcode, RD and CD of its request. */
const keptFlags = 0x7910

const headerLength = 12
const recordHead = 12
const largestPointer = 0x3fff
const pointer = 0xc000
const optLength = 11
/** A loop copies fewer bytes faster than a call does. */
const shortCopy = 64

/** The sections of a message after its question. */
export const sections = { answer: 0, authority: 1, additional: 2 } as const

/** A name with the place of each of its labels in the response. */
class PlacedName {
  name = new ScannedName()
  readonly places = new Uint16Array(128)
}

/**
 * Writes one response at a time, without an object per record. Names are compressed against the owner before them: the
 * name of the question, or the target of the last CNAME record.
 */
export class ResponseWriter {
  /** Section of the next sets, one of `sections`. */
  section: number = sections.answer
  /** The places of the names in the last NS set. */
  readonly targets: number[] = []
  /** Has room for one set more than a message: a set is written before it is measured. */
  readonly #out = Buffer.alloc(2 * largestMessage)
  readonly #question = new PlacedName()
  #owner = this.#question
  #target = new PlacedName()
  #spare = new PlacedName()
  #at = 0
  #flags = 0
  #rcode = 0
  readonly #counts = new Uint16Array(3)
  #questionEnd = 0
  #isTooLong = false
  /** The entry whose name the next record has; `missing` for a name in the response. */
  #entry: number = missing

  /** Bytes so far, without EDNS. */
  get length(): number {
    return this.#at
  }

  /** The name that has the records of the answer section. */
  get owner(): ScannedName {
    return this.#owner.name
  }

  /** Begins a response with the question of its request, byte by byte, so that the name keeps its case. */
  start(query: QueryReader): void {
    this.#at = 0
    this.#append(query.bytes, 0, Math.max(query.questionEnd, headerLength))
    this.#questionEnd = this.#at
    this.#flags = (query.flags & keptFlags) | responseFlags.response
    this.#rcode = 0
    this.#counts.fill(0)
    this.#isTooLong = false
    this.section = sections.answer
    this.#owner = this.#question
    this.#owner.name = query.name
    for (let label = 0; label <= query.name.labels; label += 1) {
      this.#owner.places[label] = query.name.starts[label] ?? 0
    }
  }

  flag(bits: number): void {
    this.#flags |= bits
  }

  rcode(rcode: number): void {
    this.#rcode = rcode
  }

  /** The place of the owner from this label on. */
  placeOf(label: number): number {
    return this.#owner.places[label] ?? 0
  }

  /** Adds a set of a zone's data, under the name at a place. */
  set(data: Uint8Array, set: number, place: number): void {
    const size = uint32At(data, set + 8)
    let left = recordCountOf(data, set)
    this.#isTooLong ||= this.#at + size + left * recordHead > this.#out.length
    if (this.#isTooLong) return
    const type = uint16At(data, set)
    if (type === typeCodes.NS) this.targets.length = 0
    this.#counts[this.section] = (this.#counts[this.section] ?? 0) + left
    let owner = place
    for (let from = set + setHead; left > 0; left -= 1) {
      const length = uint16At(data, from)
      if (this.#entry === missing) this.#ownerName(owner)
      else owner = this.#entryName(data, this.#entry)
      this.#uint16(type)
      this.#uint16(1)
      this.#append(data, set + 2, 4)
      this.#at += 2
      const start = this.#at
      this.#data(type, data, from + 2)
      this.#setUint16(start - 2, this.#at - start)
      from += 2 + length
    }
  }

  /**
   * Adds a set of a transfer, whose question is the name of the zone: its owner is written once, in the case that the zone
   * has, and records after the first point to it.
   */
  transferSet(data: Uint8Array, set: number, entry: number): void {
    this.#entry = entry
    this.set(data, set, this.placeOf(0))
    this.#entry = missing
  }

  /** Adds the SOA set with the TTL of negative answers (RFC 2308 §3), under the owner from this label on. */
  negativeSoa({ data, soa, negativeTtl }: ServedZone, label: number): void {
    const start = this.#at
    this.set(data, soa, this.placeOf(label))
    if (this.#isTooLong) return
    this.#setUint16(start + 6, negativeTtl >>> 16)
    this.#setUint16(start + 8, negativeTtl)
  }

  /** Makes the target of the CNAME record that was added last the owner of the next records. */
  follow(): void {
    const target = this.#target
    this.#target = this.#spare
    this.#owner = target
    this.#spare = target
  }

  /** The bytes of the response, which belong to the caller. One over the limit has TC set and no records. */
  finish(query: QueryReader, limit: number): Buffer {
    const length = this.#at + (query.hasEdns ? optLength : 0)
    if (this.#isTooLong || length > limit) {
      this.#at = this.#questionEnd
      this.#counts.fill(0)
      this.#flags |= responseFlags.truncated
    }
    if (query.hasEdns) this.#opt(query.dnssecOk)
    this.#setUint16(2, this.#flags | (this.#rcode & 0xf))
    this.#setUint16(4, this.#questionEnd > headerLength ? 1 : 0)
    for (let section = 0; section < 3; section += 1) this.#setUint16(6 + section * 2, this.#counts[section] ?? 0)
    const response = Buffer.allocUnsafe(this.#at)
    this.#out.copy(response, 0, 0, this.#at)
    return response
  }

  /** EDNS of a response has no options (RFC 6891 §6.1.1); it repeats DO (RFC 3225 §3). */
  #opt(dnssecOk: boolean): void {
    this.#out[this.#at] = 0
    this.#at += 1
    this.#uint16(typeCodes.OPT)
    this.#uint16(largestDatagram)
    this.#uint16((this.#rcode >> 4) << 8)
    this.#uint16(dnssecOk ? 0x8000 : 0)
    this.#uint16(0)
    this.#counts[sections.additional] = (this.#counts[sections.additional] ?? 0) + 1
  }

  /** The name of an entry; returns its place. */
  #entryName(data: Uint8Array, entry: number): number {
    const place = this.#at
    this.#entry = missing
    this.#append(data, entry + 1, data[entry] ?? 0)
    this.#uint16(pointer | this.placeOf(0))
    return place
  }

  /** A pointer to a name in the response; where pointers don't reach, the name again. */
  #ownerName(place: number): void {
    if (place <= largestPointer) return this.#uint16(pointer | place)
    let from = place
    for (let length = this.#out[from] ?? 0; length > 0 && length < 0xc0; length = this.#out[from] ?? 0) {
      this.#append(this.#out, from, length + 1)
      from += length + 1
    }
    this.#append(this.#out, from, this.#out[from] === 0 ? 1 : 2)
  }

  /** The data of a record at a place. Only names in the types of RFC 1035 are compressed (RFC 3597 §4). */
  #data(type: number, data: Uint8Array, at: number): void {
    switch (type) {
      case typeCodes.NS:
        this.#name(data, at)
        this.targets.push(this.#target.places[0] ?? 0)
        break
      case typeCodes.CNAME:
      case typeCodes.PTR:
        this.#name(data, at)
        break
      case typeCodes.MX:
        this.#append(data, at, 2)
        this.#name(data, at + 2)
        break
      case typeCodes.SOA:
        this.#name(data, at)
        this.#name(data, this.#target.name.end)
        this.#append(data, this.#target.name.end, 20)
        break
      default:
        this.#append(data, at, uint16At(data, at - 2))
    }
  }

  /** A name of a zone's data, which becomes the target. Its end is a pointer where the owner has the same. */
  #name(data: Uint8Array, at: number): void {
    const { name, places } = this.#target
    name.scan(data, at)
    for (let label = 0; label < name.labels; label += 1) {
      const known = this.#sharedLabel(name, label)
      if (known >= 0) {
        this.#uint16(pointer | this.placeOf(known))
        for (let next = label; next <= name.labels; next += 1) places[next] = this.placeOf(known + next - label)
        return
      }
      places[label] = this.#at
      this.#append(data, name.starts[label] ?? 0, (data[name.starts[label] ?? 0] ?? 0) + 1)
    }
    places[name.labels] = this.#at
    this.#out[this.#at] = 0
    this.#at += 1
  }

  /**
   * The label from which on the owner is the same as a name from this label on; -1 when it isn't. Owners are at the start of
   * a message, where pointers reach.
   */
  #sharedLabel(name: ScannedName, label: number): number {
    const { owner } = this
    const own = owner.labels - (name.labels - label)
    if (own < 0 || owner.hashes[own] !== name.hashes[label]) return -1
    let at = owner.starts[own] ?? 0
    if (owner.end - at !== name.end - (name.starts[label] ?? 0)) return -1
    for (let index = name.starts[label] ?? 0; index < name.end; index += 1, at += 1) {
      if (lowerCase[name.bytes[index] ?? 0] !== lowerCase[owner.bytes[at] ?? 0]) return -1
    }
    return own
  }

  #append(bytes: Uint8Array, from: number, length: number): void {
    if (length > shortCopy) {
      this.#out.set(bytes.subarray(from, from + length), this.#at)
    } else {
      for (let index = 0; index < length; index += 1) this.#out[this.#at + index] = bytes[from + index] ?? 0
    }
    this.#at += length
  }

  #uint16(value: number): void {
    this.#out[this.#at] = value >>> 8
    this.#out[this.#at + 1] = value
    this.#at += 2
  }

  #setUint16(at: number, value: number): void {
    this.#out[at] = value >>> 8
    this.#out[at + 1] = value
  }
}
