import { typeCodes } from '../type-codes.ts'
import { lowerCase, ScannedName, wildcardHash } from './scanned-name.ts'
import { findSet, missing, recordCountOf, setAfter, ttlOf, uint32At } from './zone-data.ts'

const asterisk = 0x2a

/** The bytes of a zone with the index of its names. */
export interface ZoneContent {
  /** The name of the zone on the wire. */
  readonly apex: Uint8Array
  /** As `zone-data.ts` describes; the apex is the first entry. */
  readonly data: Uint8Array
  /** A hash table with linear probing: the place of an entry and one more, or 0. */
  readonly slots: Uint32Array
  readonly names: number
  readonly records: number
  /** The addresses of the ALIAS at the apex, as an entry. */
  readonly alias?: Uint8Array
  /** The same as secondaries get them, where they differ. */
  readonly transferredAlias?: Uint8Array
}

/**
 * One version of a zone in memory, which never changes. It has no object per name or record: lookups read bytes and return
 * places in them.
 */
export class ServedZone {
  /** The name of the zone on the wire, in lower case. */
  readonly apex: Uint8Array
  readonly apexLabels: number
  readonly apexHash: number
  readonly data: Uint8Array
  /** The addresses of the ALIAS at the apex, as an entry; `undefined` without one. */
  readonly alias: Uint8Array | undefined
  /** Names with records, and those above them. */
  readonly names: number
  readonly records: number
  readonly serial: number
  /** Where the SOA set is. */
  readonly soa: number
  /** Seconds that a negative answer may be cached (RFC 2308 §5). */
  readonly negativeTtl: number
  readonly #content: ZoneContent
  readonly #slots: Uint32Array
  readonly #mask: number

  constructor(content: ZoneContent) {
    const name = new ScannedName()
    name.scan(content.apex, 0)
    this.apex = content.apex.map((byte) => lowerCase[byte] ?? 0)
    this.apexLabels = name.labels
    this.apexHash = name.hashes[0] ?? 0
    this.data = content.data
    this.alias = content.alias
    this.names = content.names
    this.records = content.records
    this.#content = content
    this.#slots = content.slots
    this.#mask = content.slots.length - 1
    this.soa = findSet(this.data, 0, typeCodes.SOA)
    const end = setAfter(this.data, this.soa)
    this.serial = uint32At(this.data, end - 20)
    this.negativeTtl = Math.min(ttlOf(this.data, this.soa), uint32At(this.data, end - 4))
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.data.byteLength + this.#slots.byteLength + (this.alias?.byteLength ?? 0)
  }

  /**
   * The same zone with other addresses for the ALIAS at its apex.
   *
   * @param alias made by `aliasEntry`
   * @param transferredAlias those that secondaries get, such as the last ones of a family that is unknown now
   */
  withAlias(alias: Uint8Array | undefined, transferredAlias = alias): ServedZone {
    const { alias: _alias, transferredAlias: _transferred, ...content } = this.#content
    if (alias === undefined || transferredAlias === undefined) return new ServedZone(content)
    return new ServedZone({ ...content, alias, transferredAlias })
  }

  /** The zone as secondaries get it. */
  transferred(): ServedZone {
    return this.withAlias(this.#content.transferredAlias)
  }

  /** The addresses of the ALIAS as a set of `alias`; `missing` where the apex has records of this type itself. */
  findAlias(type: number): number {
    const set = this.#aliasSet(type)
    return this.alias === undefined || set === missing || recordCountOf(this.alias, set) === 0 ? missing : set
  }

  /** Whether the ALIAS may have addresses of this type, and they are unknown. */
  isAliasUnknown(type: number): boolean {
    const set = this.#aliasSet(type)
    return this.alias !== undefined && set !== missing && recordCountOf(this.alias, set) === 0
  }

  /** Whether the name is that of the zone or below it. */
  contains(name: ScannedName): boolean {
    const label = name.labels - this.apexLabels
    if (label < 0 || name.hashes[label] !== this.apexHash) return false
    const start = name.starts[label] ?? 0
    return name.end - start === this.apex.length && isSuffix(this.apex, name, start)
  }

  /** The entry of the name that begins at this label, which the zone contains. */
  find(name: ScannedName, label: number): number {
    const start = name.starts[label] ?? 0
    const length = this.#relativeLength(name, start)
    for (let slot = spread(name.hashes[label] ?? 0); ; slot += 1) {
      const entry = (this.#slots[slot & this.#mask] ?? 0) - 1
      if (entry === missing) return missing
      if (this.data[entry] === length && this.#isSame(entry + 1, name, start)) return entry
    }
  }

  /** The entry of the wildcard directly below the name that begins at this label. */
  findWildcard(name: ScannedName, label: number): number {
    const start = name.starts[label] ?? 0
    const length = this.#relativeLength(name, start) + 2
    for (let slot = spread(wildcardHash(name.hashes[label] ?? 0)); ; slot += 1) {
      const entry = (this.#slots[slot & this.#mask] ?? 0) - 1
      if (entry === missing) return missing
      const isWildcard = this.data[entry + 1] === 1 && this.data[entry + 2] === asterisk
      if (this.data[entry] === length && isWildcard && this.#isSame(entry + 3, name, start)) return entry
    }
  }

  #aliasSet(type: number): number {
    if (this.alias === undefined || findSet(this.data, 0, type) !== missing) return missing
    return findSet(this.alias, 0, type)
  }

  /** Bytes of a name up to the apex. */
  #relativeLength(name: ScannedName, start: number): number {
    return name.end - this.apex.length - start
  }

  /** Whether the data at a place are the bytes of the name up to the apex. */
  #isSame(at: number, name: ScannedName, start: number): boolean {
    const length = this.#relativeLength(name, start)
    for (let index = 0; index < length; index += 1) {
      if (lowerCase[this.data[at + index] ?? 0] !== lowerCase[name.bytes[start + index] ?? 0]) return false
    }
    return true
  }
}

/** Whether the bytes of a name from a place on are those of the apex, which is in lower case. */
function isSuffix(apex: Uint8Array, name: ScannedName, start: number): boolean {
  for (let index = 0; index < apex.length; index += 1) {
    if (apex[index] !== lowerCase[name.bytes[start + index] ?? 0]) return false
  }
  return true
}

/** The bits of a hash, mixed for the slots of a table. */
export function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
  return mixed ^ (mixed >>> 13)
}
