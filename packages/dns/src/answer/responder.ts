import { opcodes, rcodes } from '../message/message.ts'
import { typeCodes } from '../type-codes.ts'
import { largestMessage } from '../wire/wire-writer.ts'
import { ScannedName } from '../zone/scanned-name.ts'
import type { ServedZone } from '../zone/served-zone.ts'
import type { ServedZones } from '../zone/served-zones.ts'
import {
  entryFlags,
  findSet,
  firstSetAt,
  flagsAt,
  missing,
  recordCountOf,
  setAfter,
  setCountAt,
  setHead,
  uint16At,
} from '../zone/zone-data.ts'
import { QueryReader, reading } from './query-reader.ts'
import { largestDatagram, ResponseWriter, responseFlags, sections } from './response-writer.ts'

export type Transport = 'udp' | 'tcp'

/** CNAME records of one answer. */
const mostLinks = 8
const classIn = 1
const firstMetaType = 128
const addressTypes = [typeCodes.A, typeCodes.AAAA]
const delegated = entryFlags.cut | entryFlags.belowCut

/** Kinds of answers, which are limited apart. */
const answerKinds = { records: 1, negative: 2, referral: 3, refusal: 4 } as const

/**
 * Answers queries from zones in memory, and never throws. It reads and writes bytes in place: the only allocation of an
 * answer is its own buffer.
 */
export class Responder {
  /** The request that was read last. */
  readonly query = new QueryReader()
  /** A number that identical answers share, for rate limits. */
  identity = 0
  readonly #zones: ServedZones
  readonly #writer = new ResponseWriter()
  readonly #glue = new ScannedName()
  /** Entries whose CNAME record is in the answer. */
  readonly #links: number[] = []

  constructor(zones: ServedZones) {
    this.#zones = zones
  }

  /** Answers one message; `undefined` for one that gets no answer. */
  answer(bytes: Uint8Array, transport: Transport): Buffer | undefined {
    const read = this.query.read(bytes)
    return read === reading.ignored ? undefined : this.respond(read, transport)
  }

  /**
   * Answers `query`, which was read with this result.
   *
   * @param reserve bytes of the message that stay free for a signature
   */
  respond(read: number, transport: Transport, reserve = 0): Buffer {
    const { query } = this
    const writer = this.#writer
    writer.start(query)
    const rcode = this.#refusalOf(read, transport)
    if (rcode === rcodes.NOERROR) this.#answerFrom(this.#zoneOf(query), transport)
    else this.#refuse(rcode)
    const most = transport === 'tcp' ? largestMessage : Math.min(query.payload, largestDatagram)
    return writer.finish(query, most - reserve)
  }

  /** A response to `query` with this rcode and no records. */
  refusal(rcode: number): Buffer {
    this.#writer.start(this.query)
    this.#refuse(rcode)
    return this.#writer.finish(this.query, largestDatagram)
  }

  /** A response to `query` without records, so that the client asks over TCP. */
  truncated(): Buffer {
    this.#writer.start(this.query)
    this.#writer.flag(responseFlags.truncated)
    return this.#writer.finish(this.query, largestDatagram)
  }

  #refuse(rcode: number): void {
    this.#writer.rcode(rcode)
    this.identity = answerKinds.refusal
  }

  /** Answers without the records that were added: the client may ask another server, and caches nothing. */
  #fail(): void {
    this.#writer.start(this.query)
    this.#refuse(rcodes.SERVFAIL)
  }

  #refusalOf(read: number, transport: Transport): number {
    const { query } = this
    const { opcode } = query
    if (opcode === opcodes.NOTIFY || opcode === opcodes.UPDATE) return read === reading.complete ? rcodes.REFUSED : read
    if (opcode !== opcodes.QUERY) return rcodes.NOTIMP
    if (read !== reading.complete) return read
    if (query.version > 0) return rcodes.BADVERS
    if (query.records > 0 && query.type !== typeCodes.IXFR) return rcodes.FORMERR
    if (query.class !== classIn) return rcodes.REFUSED
    return this.#refusalOfType(transport)
  }

  #refusalOfType(transport: Transport): number {
    const { type } = this.query
    if (type === typeCodes.AXFR || (type === typeCodes.IXFR && transport === 'tcp')) return rcodes.REFUSED
    if (type === typeCodes.OPT) return rcodes.FORMERR
    const isMeta = type >= firstMetaType && type < typeCodes.ANY && type !== typeCodes.IXFR
    return isMeta ? rcodes.NOTIMP : rcodes.NOERROR
  }

  /** DS records of a zone are its parent's (RFC 4035 §3.1.4.1). */
  #zoneOf({ name, type }: QueryReader): ServedZone | undefined {
    const zone = this.#zones.find(name)
    if (type !== typeCodes.DS || zone?.apexLabels !== name.labels) return zone
    return this.#zones.findParent(name) ?? zone
  }

  #answerFrom(zone: ServedZone | undefined, transport: Transport): void {
    if (zone === undefined) return this.#refuse(rcodes.REFUSED)
    this.#links.length = 0
    while (this.#addLink(zone, transport)) this.#writer.follow()
  }

  /** Adds what the zone has for the owner; `true` for a CNAME record whose target is to be looked up. */
  #addLink(zone: ServedZone, transport: Transport): boolean {
    const name = this.#writer.owner
    const exact = zone.find(name, 0)
    const label = exact === missing ? closestEncloser(zone, name) : 0
    const existing = exact === missing ? zone.find(name, label) : exact
    const flags = flagsAt(zone.data, existing)
    if ((flags & delegated) !== 0 && !this.#isDsOfCut(exact, flags)) {
      this.#refer(zone, label)
      return false
    }
    this.#writer.flag(responseFlags.authoritative)
    if (exact !== missing) return this.#addSets(zone, exact, transport)
    const wildcard = (flags & entryFlags.wildcard) === 0 ? missing : zone.findWildcard(name, label)
    if (wildcard !== missing) return this.#addSets(zone, wildcard, transport)
    this.#deny(zone, rcodes.NXDOMAIN)
    return false
  }

  /** The parent answers for the DS records of a delegation, though not for anything else there. */
  #isDsOfCut(exact: number, flags: number): boolean {
    return exact !== missing && this.query.type === typeCodes.DS && (flags & entryFlags.belowCut) === 0
  }

  #addSets(zone: ServedZone, entry: number, transport: Transport): boolean {
    const { type } = this.query
    this.identity = identityOf(zone, answerKinds.records, entry * 31 + type)
    if (type === typeCodes.ANY) this.#addAny(zone, entry, transport)
    else if (!this.#addSet(zone, entry, type)) return this.#addCname(zone, entry)
    return false
  }

  #addSet(zone: ServedZone, entry: number, type: number): boolean {
    const writer = this.#writer
    const set = findSet(zone.data, entry, type)
    // An IXFR over UDP gets the SOA record, after which the client asks over TCP (RFC 1995 §2).
    if (type === typeCodes.IXFR && entry === 0) writer.set(zone.data, zone.soa, writer.placeOf(0))
    else if (set !== missing) writer.set(zone.data, set, writer.placeOf(0))
    else if (entry === 0 && zone.isAliasUnknown(type)) this.#fail()
    else return this.#addAlias(zone, entry, type)
    return true
  }

  #addAlias(zone: ServedZone, entry: number, type: number): boolean {
    const set = entry === 0 ? zone.findAlias(type) : missing
    if (zone.alias === undefined || set === missing) return false
    this.#writer.set(zone.alias, set, this.#writer.placeOf(0))
    return true
  }

  #addCname(zone: ServedZone, entry: number): boolean {
    const set = findSet(zone.data, entry, typeCodes.CNAME)
    if (set === missing) {
      this.#deny(zone, rcodes.NOERROR)
      return false
    }
    if (this.#links.includes(entry)) return false
    this.#links.push(entry)
    this.#writer.set(zone.data, set, this.#writer.placeOf(0))
    this.#glue.scan(zone.data, set + setHead + 2)
    return this.#links.length < mostLinks && zone.contains(this.#glue)
  }

  /** One set over UDP (RFC 8482 §4.1), so that a small query has no large answer. */
  #addAny(zone: ServedZone, entry: number, transport: Transport): void {
    const { data } = zone
    const writer = this.#writer
    let left = setCountAt(data, entry)
    if (left === 0) return this.#deny(zone, rcodes.NOERROR)
    if (transport === 'udp') left = 1
    for (let set = firstSetAt(data, entry); left > 0; left -= 1) {
      writer.set(data, set, writer.placeOf(0))
      set = setAfter(data, set)
    }
    if (transport === 'udp') return
    this.#addAlias(zone, entry, typeCodes.A)
    this.#addAlias(zone, entry, typeCodes.AAAA)
  }

  /** Without records of this name and type: the SOA record says how long that may be cached. */
  #deny(zone: ServedZone, rcode: number): void {
    const writer = this.#writer
    this.identity = identityOf(zone, answerKinds.negative, rcode)
    writer.rcode(rcode)
    writer.section = sections.authority
    writer.negativeSoa(zone, writer.owner.labels - zone.apexLabels)
  }

  /** Refers to the servers of the delegation above a name, of which the highest counts. */
  #refer(zone: ServedZone, lowest: number): void {
    const { owner } = this.#writer
    let label = owner.labels - zone.apexLabels - 1
    while (label > lowest && !isCut(zone, owner, label)) label -= 1
    const entry = zone.find(owner, label)
    this.identity = identityOf(zone, answerKinds.referral, entry)
    const writer = this.#writer
    const place = writer.placeOf(label)
    const set = findSet(zone.data, entry, typeCodes.NS)
    writer.section = sections.authority
    writer.set(zone.data, set, place)
    const ds = this.query.dnssecOk ? findSet(zone.data, entry, typeCodes.DS) : missing
    if (ds !== missing) writer.set(zone.data, ds, place)
    writer.section = sections.additional
    this.#addGlue(zone, set)
  }

  /** The addresses that the zone has for the servers of a delegation. */
  #addGlue(zone: ServedZone, set: number): void {
    const { data } = zone
    let record = set + setHead
    for (let index = 0; index < recordCountOf(data, set); index += 1) {
      this.#glue.scan(data, record + 2)
      const entry = zone.contains(this.#glue) ? zone.find(this.#glue, 0) : missing
      if (entry !== missing) this.#addAddresses(zone, entry, index)
      record += 2 + uint16At(data, record)
    }
  }

  #addAddresses({ data }: ServedZone, entry: number, index: number): void {
    const place = this.#writer.targets[index] ?? 0
    for (const type of addressTypes) {
      const set = findSet(data, entry, type)
      if (set !== missing) this.#writer.set(data, set, place)
    }
  }
}

/** The first label of the longest name above a missing one that is in the zone (RFC 4592 §3.3.1). */
function closestEncloser(zone: ServedZone, name: ScannedName): number {
  let label = 1
  while (zone.find(name, label) === missing) label += 1
  return label
}

function isCut(zone: ServedZone, name: ScannedName, label: number): boolean {
  const entry = zone.find(name, label)
  return entry !== missing && (flagsAt(zone.data, entry) & entryFlags.cut) !== 0
}

function identityOf(zone: ServedZone, kind: number, detail: number): number {
  return Math.imul(zone.apexHash ^ detail, 0x9e37_79b1) ^ kind
}
