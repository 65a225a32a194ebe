/**
 * A map of many short texts: an open hash table of numbers, with the texts in a `RowArena`. An entry costs about 40
 * bytes beside its texts, where an object in a `Map` costs several times as much.
 *
 * All numbers of an entry stand together, so that a look-up touches two places of memory: the table's and the row's.
 *
 *   cell: hash of the key, place of the row plus one (0: empty), and two numbers of the owner
 */
import { RowArena, type Place } from './row-arena.ts'

const width = 4
const firstSlots = 2_048
/** The table doubles when it is fuller than this, in tenths. */
const fullest = 7

/** The slot of an entry, until the map is changed. */
export type Entry = number

/** A value with the number that its owner keeps beside it. */
export interface CompactValue {
  readonly key: string
  readonly value: string
  readonly since: number
}

export class CompactMap {
  readonly #arena = new RowArena((hash, from, to) => this.#move(hash, from, to))
  #cells = new Int32Array(width * firstSlots)
  #mask = firstSlots - 1
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Bytes of memory that are held. */
  get bytes(): number {
    return this.#arena.bytes + this.#cells.byteLength
  }

  /** The entry of a key; undefined without one. @param hash of the key, 32 bits, always the same for it */
  find(hash: number, key: string): Entry | undefined {
    const mark = hash | 0
    for (let slot = spread(hash) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      if (this.#cells[width * slot + 1] === 0) return undefined
      if (this.#cells[width * slot] === mark && this.#arena.hasKey(this.#placeOf(slot), key)) return slot
    }
  }

  valueOf(entry: Entry): string {
    return this.#arena.value(this.#placeOf(entry))
  }

  hashOf(entry: Entry): number {
    return (this.#cells[width * entry] as number) >>> 0
  }

  sinceOf(entry: Entry): number {
    return this.#cells[width * entry + 2] as number
  }

  checkedOf(entry: Entry): number {
    return this.#cells[width * entry + 3] as number
  }

  note(entry: Entry, checked: number): void {
    this.#cells[width * entry + 3] = checked
  }

  /** @returns whether there was room */
  set(hash: number, { key, value, since }: CompactValue): boolean {
    const place = this.#arena.add(hash, key, value)
    if (place === undefined) return false
    const known = this.find(hash, key)
    if (known === undefined) this.#makeRoom()
    else this.#arena.remove(this.#placeOf(known))
    // Removing a row may have moved others, but no entry.
    const slot = known ?? this.#freeSlot(hash)
    if (known === undefined) this.#size += 1
    // One number at a time: setting an array of them takes several times as long.
    const cells = this.#cells
    cells[width * slot] = hash | 0
    cells[width * slot + 1] = cellOf(place)
    cells[width * slot + 2] = since
    cells[width * slot + 3] = -1
    return true
  }

  delete(hash: number, key: string): void {
    const slot = this.find(hash, key)
    if (slot === undefined) return
    const place = this.#placeOf(slot)
    this.#close(slot)
    this.#size -= 1
    this.#arena.remove(place)
  }

  #placeOf(slot: number): Place {
    return ((this.#cells[width * slot + 1] as number) >>> 0) - 1
  }

  #move(hash: number, from: Place, to: Place): void {
    const held = cellOf(from)
    for (let slot = spread(hash) & this.#mask; this.#cells[width * slot + 1] !== 0; slot = (slot + 1) & this.#mask) {
      if (this.#cells[width * slot + 1] !== held) continue
      this.#cells[width * slot + 1] = cellOf(to)
      return
    }
  }

  #freeSlot(hash: number): number {
    let slot = spread(hash) & this.#mask
    while (this.#cells[width * slot + 1] !== 0) slot = (slot + 1) & this.#mask
    return slot
  }

  /** Doubles the table where one more entry would fill it too much. */
  #makeRoom(): void {
    if ((this.#size + 1) * 10 <= (this.#mask + 1) * fullest) return
    const before = this.#cells
    this.#cells = new Int32Array(2 * before.length)
    this.#mask = 2 * this.#mask + 1
    for (let at = 0; at < before.length; at += width) {
      if (before[at + 1] === 0) continue
      this.#cells.set(before.subarray(at, at + width), width * this.#freeSlot(before[at] as number))
    }
  }

  /** Empties a slot, and moves back those behind it that would not be found past it. */
  #close(emptied: number): void {
    let hole = emptied
    for (let slot = (hole + 1) & this.#mask; this.#cells[width * slot + 1] !== 0; slot = (slot + 1) & this.#mask) {
      const home = spread(this.#cells[width * slot] as number) & this.#mask
      if (((slot - home) & this.#mask) < ((slot - hole) & this.#mask)) continue
      this.#cells.copyWithin(width * hole, width * slot, width * (slot + 1))
      hole = slot
    }
    this.#cells.fill(0, width * hole, width * (hole + 1))
  }
}

/** A place as a cell has it; 0 is none. */
function cellOf(place: Place): number {
  return (place + 1) | 0
}

/** FNV leaves the low bits of similar keys alike; one more mixing spreads them. */
function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 16), 0x45d9f3b) >>> 7
}
