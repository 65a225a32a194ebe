/**
 * The bytes of a zone in memory. Every name is one entry, empty non-terminals included:
 *
 *   entry   length of the name | name | flags | number of sets (2) | sets
 *   set     type (2) | TTL (4) | number of records (2) | bytes of the records (4) | records
 *   record  length of the data (2) | data, uncompressed
 *
 * The name has the labels below the apex, in the case in which it was written. Numbers are big-endian, as on the wire.
 */

/** Flags of an entry. */
export const entryFlags = {
  /** A delegation: the name has NS records and isn't the apex. */
  cut: 1,
  /** Below a delegation: other servers answer for it, and its addresses are glue. */
  belowCut: 2,
  /** Has a child `*`. */
  wildcard: 4,
} as const

/** Bytes of a set before its records. */
export const setHead = 12

/** What a lookup returns for a name or set that isn't there. */
export const missing = -1

export function uint16At(data: Uint8Array, at: number): number {
  return ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0)
}

export function uint32At(data: Uint8Array, at: number): number {
  return uint16At(data, at) * 0x1_0000 + uint16At(data, at + 2)
}

export function flagsAt(data: Uint8Array, entry: number): number {
  return data[entry + 1 + (data[entry] ?? 0)] ?? 0
}

export function setCountAt(data: Uint8Array, entry: number): number {
  return uint16At(data, entry + 2 + (data[entry] ?? 0))
}

/** Where the first set of an entry begins. */
export function firstSetAt(data: Uint8Array, entry: number): number {
  return entry + 4 + (data[entry] ?? 0)
}

/** Where the set behind this one begins. */
export function setAfter(data: Uint8Array, set: number): number {
  return set + setHead + uint32At(data, set + 8)
}

/** Where the set of a type begins; `missing` when the entry doesn't have one. */
export function findSet(data: Uint8Array, entry: number, type: number): number {
  let set = firstSetAt(data, entry)
  for (let left = setCountAt(data, entry); left > 0; left -= 1) {
    if (uint16At(data, set) === type) return set
    set = setAfter(data, set)
  }
  return missing
}

export function ttlOf(data: Uint8Array, set: number): number {
  return uint32At(data, set + 2)
}

export function recordCountOf(data: Uint8Array, set: number): number {
  return uint16At(data, set + 6)
}
