import { setImmediate } from 'node:timers/promises'
import { DnsError } from '../dns-error.ts'
import { decodeName, encodeName, isSameName } from '../names.ts'
import { encodeData } from '../record-data.ts'
import type { ResourceRecord } from '../resource-record.ts'
import { bytesOf, isMetaCode, mostSetBytes } from '../set-size.ts'
import { typeCode, typeCodes } from '../type-codes.ts'
import { longestName, show } from '../wire/labels.ts'
import { maxTtl } from '../zone-file/read-zone-file.ts'
import { lowerCase, ScannedName } from './scanned-name.ts'
import { ServedZone, spread } from './served-zone.ts'
import { DataWriter } from './data-writer.ts'
import { entryFlags } from './zone-data.ts'

/** Records of a zone. */
export const mostZoneRecords = 100_000

/** A set of records while the zone is built. */
interface DraftSet {
  readonly type: number
  ttl: number
  data: Uint8Array[]
}

/** A name while the zone is built; an empty non-terminal has no sets. */
interface DraftName {
  /** The labels below the apex, in the case in which they were written. */
  readonly labels: Uint8Array
  readonly sets: DraftSet[]
  flags: number
}

/** Records and names between two looks at the clock: about 2 milliseconds of work. */
const stepSize = 256
/** Milliseconds that the build blocks the process at a time. */
const longestBlock = 5

/**
 * Builds the served form of a zone, and blocks for about 7 µs a record. Records of a set have the lowest of their TTLs, and
 * repeated ones are left out.
 *
 * @param zone absolute
 * @throws {DnsError} `invalid_data` for a zone that can't be served, with the record in its sentence; `too_many` for more
 *   than 100,000 records
 */
export function buildServedZone(zone: string, records: Iterable<ResourceRecord>): ServedZone {
  const steps = buildInSteps(zone, records)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The same for large zones: it yields to other work of the process every 5 milliseconds. */
export async function buildServedZoneInSteps(zone: string, records: Iterable<ResourceRecord>): Promise<ServedZone> {
  const steps = buildInSteps(zone, records)
  for (let since = performance.now(); ;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() - since < longestBlock) continue
    await setImmediate()
    since = performance.now()
  }
}

function* buildInSteps(zone: string, records: Iterable<ResourceRecord>): Steps<ServedZone> {
  const names = new DraftNames(zone)
  yield* inSteps(records, (record) => names.add(record))
  yield* names.check()
  yield* names.addEmptyNonTerminals()
  yield* names.setFlags()
  return yield* names.serve()
}

type Steps<Result = void> = Generator<undefined, Result, undefined>

/** The items, with the end of a step after every 256. */
function* inSteps<Item>(items: Iterable<Item>, take: (item: Item) => void): Steps {
  let count = 0
  for (const item of items) {
    take(item)
    count += 1
    if (count % stepSize === 0) yield
  }
}

class DraftNames {
  readonly #zone: string
  readonly #apex: Uint8Array
  readonly #names = new Map<string, DraftName>()
  #records = 0
  /** The last record's, since records of a name mostly come together. */
  #last: { readonly text: string; readonly name: DraftName } | undefined

  constructor(zone: string) {
    this.#zone = zone
    this.#apex = encodeName(zone)
    this.#name(new Uint8Array(0))
  }

  add(record: ResourceRecord): void {
    const type = typeCode(record.type)
    checkType(record, type)
    if (type === typeCodes.SOA && !isSameName(record.name, this.#zone)) throw refuse(record, "isn't at the zone's name")
    checkTtl(record)
    this.#records += 1
    if (this.#records > mostZoneRecords) throw new DnsError('too_many', 'The zone has more than 100,000 records.')
    const { sets } = this.#owner(record)
    const data = encodeData(record.type, record.data)
    const set = sets.find((known) => known.type === type)
    if (set === undefined) return void sets.push({ type, ttl: record.ttl, data: [data] })
    set.ttl = Math.min(set.ttl, record.ttl)
    set.data.push(data)
  }

  /** @throws {DnsError} for sets that no server may have */
  *check(): Steps {
    yield* inSteps(this.#names.values(), (name) => this.#checkName(name))
    const soa = this.#names.get('')?.sets.find(({ type }) => type === typeCodes.SOA)
    if (soa?.data.length !== 1) throw new DnsError('invalid_data', `${show(this.#zone)} needs one SOA record.`)
  }

  /** Names that are added in the meantime are visited, too, and have every name above them. */
  *addEmptyNonTerminals(): Steps {
    yield* inSteps(this.#names.values(), ({ labels }) => {
      for (let rest = labels; rest.length > 0;) {
        rest = rest.subarray(1 + (rest[0] ?? 0))
        if (this.#names.has(keyOf(rest))) return
        this.#name(rest)
      }
    })
  }

  *setFlags(): Steps {
    yield* inSteps(this.#names, ([key, name]) => {
      if (key !== '' && name.sets.some(({ type }) => type === typeCodes.NS)) name.flags |= entryFlags.cut
      const parent = this.#names.get(key.slice(1 + key.charCodeAt(0)))
      if (parent !== undefined && key.startsWith('\u0001*')) parent.flags |= entryFlags.wildcard
    })
    yield* inSteps(this.#names, ([key, name]) => {
      if (this.#isBelowCut(key)) name.flags |= entryFlags.belowCut
    })
  }

  *serve(): Steps<ServedZone> {
    const writer = new DataWriter()
    const slots = new Uint32Array(tableSize(this.#names.size))
    const name = new ScannedName()
    let records = 0
    yield* inSteps(this.#names.values(), (draft) => {
      name.scan(Buffer.concat([draft.labels, this.#apex]), 0)
      let slot = spread(name.hashes[0] ?? 0)
      while (slots[slot & (slots.length - 1)] !== 0) slot += 1
      slots[slot & (slots.length - 1)] = writer.length + 1
      writer.entry(draft)
      records += countOf(draft.sets)
    })
    return new ServedZone({ apex: this.#apex, data: writer.bytes(), slots, names: this.#names.size, records })
  }

  #checkName(name: DraftName): void {
    for (const set of name.sets) {
      set.data = distinct(set.data)
      if (bytesOf(set.data) > mostSetBytes) throw this.#refuse(name, 'a set that is too large for a message')
    }
    const cname = name.sets.find(({ type }) => type === typeCodes.CNAME)
    if (cname === undefined) return
    if (name.sets.length > 1) throw this.#refuse(name, 'a CNAME record beside others')
    if (cname.data.length > 1) throw this.#refuse(name, 'several CNAME records')
  }

  #owner(record: ResourceRecord): DraftName {
    if (this.#last?.text === record.name) return this.#last.name
    const bytes = encodeName(record.name)
    const length = bytes.length - this.#apex.length
    if (!isSuffix(bytes, length, this.#apex)) throw refuse(record, "isn't in the zone")
    const name = this.#name(bytes.subarray(0, length))
    this.#last = { text: record.name, name }
    return name
  }

  #name(labels: Uint8Array): DraftName {
    const key = keyOf(labels)
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = { labels, sets: [], flags: 0 }
    this.#names.set(key, name)
    return name
  }

  #isBelowCut(key: string): boolean {
    let rest = key
    while (rest !== '') {
      rest = rest.slice(1 + rest.charCodeAt(0))
      if (((this.#names.get(rest)?.flags ?? 0) & entryFlags.cut) !== 0) return true
    }
    return false
  }

  #refuse({ labels }: DraftName, problem: string): DnsError {
    const owner = decodeName(Buffer.concat([labels, this.#apex]))
    return new DnsError('invalid_data', `${show(owner)} has ${problem}.`)
  }
}

/** Types that aren't data of a zone, or that this server can't answer. */
function checkType(record: ResourceRecord, type: number): void {
  if (type === typeCodes.DNAME) throw refuse(record, 'has a type that the server does not support')
  if (isMetaCode(type)) throw refuse(record, 'has a type of messages')
}

function checkTtl(record: ResourceRecord): void {
  const { ttl } = record
  if (!Number.isInteger(ttl) || ttl < 0 || ttl > maxTtl) throw refuse(record, 'has a wrong TTL')
}

function refuse({ name, type }: ResourceRecord, problem: string): DnsError {
  return new DnsError('invalid_data', `The ${type} record of ${show(name)} ${problem}.`)
}

const scratch = Buffer.alloc(longestName)

/** In lower case; one character a byte. */
function keyOf(name: Uint8Array): string {
  for (let at = 0; at < name.length; at += 1) scratch[at] = lowerCase[name[at] ?? 0] ?? 0
  return scratch.toString('latin1', 0, name.length)
}

/** Whether a name ends in another one, which would begin at this place. */
function isSuffix(name: Uint8Array, start: number, suffix: Uint8Array): boolean {
  let at = 0
  while (at < start) at += 1 + (name[at] ?? 0)
  return at === start && keyOf(name.subarray(start)) === keyOf(suffix)
}

/** In canonical order (RFC 4034 §6.3). */
function distinct(data: readonly Uint8Array[]): Uint8Array[] {
  if (data.length === 1) return [...data]
  const sorted = data.toSorted((one, other) => Buffer.compare(one, other))
  return sorted.filter((one, index) => index === 0 || Buffer.compare(one, sorted[index - 1] ?? one) !== 0)
}

function countOf(sets: readonly DraftSet[]): number {
  return sets.reduce((sum, { data }) => sum + data.length, 0)
}

/** At most half of the slots are in use. */
function tableSize(names: number): number {
  return 2 ** Math.ceil(Math.log2(names * 2 + 1))
}
