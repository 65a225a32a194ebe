/**
 * A map of many short texts: an open hash table of numbers, with the texts in a `RowArena`. An entry costs about 28
 * bytes beside its texts, where an object in a `Map` costs ten times as much.
 */
import { RowArena, type Place } from './row-arena.ts'

const firstCapacity = 1_024
/** The table doubles when it is fuller than this, in tenths. */
const fullest = 7

export class CompactMap {
  readonly #arena = new RowArena((entry, place) => {
    this.#places[entry] = place
  })
  /** Number of the entry in a slot, plus one; 0 for an empty slot. */
  #slots = new Int32Array(2 * firstCapacity)
  #hashes = new Uint32Array(firstCapacity)
  #places = new Uint32Array(firstCapacity)
  /** Two numbers of the owner for each entry. */
  #since = new Int32Array(firstCapacity)
  #checked = new Int32Array(firstCapacity)
  readonly #free: number[] = []
  #entries = 0

  get size(): number {
    return this.#entries - this.#free.length
  }

  /** Bytes of memory that are held. */
  get bytes(): number {
    return this.#arena.bytes + 4 * this.#slots.length + 16 * this.#hashes.length
  }

  /** The entry of a key; undefined without one. @param hash of the key, always the same for it */
  find(hash: number, key: string): number | undefined {
    const slot = this.#slotOf(hash, key)
    return slot === undefined ? undefined : (this.#slots[slot] as number) - 1
  }

  valueOf(entry: number): string {
    return this.#arena.value(this.#places[entry] as Place)
  }

  hashOf(entry: number): number {
    return this.#hashes[entry] as number
  }

  sinceOf(entry: number): number {
    return this.#since[entry] as number
  }

  checkedOf(entry: number): number {
    return this.#checked[entry] as number
  }

  note(entry: number, checked: number): void {
    this.#checked[entry] = checked
  }

  /** @returns whether there was room */
  set(hash: number, { key, value, since }: { readonly key: string; readonly value: string; readonly since: number }) {
    const known = this.find(hash, key)
    const entry = known ?? this.#newEntry()
    const place = this.#arena.add(entry, key, value)
    if (place === undefined) {
      if (known === undefined) this.#free.push(entry)
      return false
    }
    if (known !== undefined) this.#arena.remove(this.#places[known] as Place)
    this.#hashes[entry] = hash
    this.#places[entry] = place
    this.#since[entry] = since
    this.#checked[entry] = -1
    if (known === undefined) this.#insert(entry)
    return true
  }

  delete(hash: number, key: string): void {
    const slot = this.#slotOf(hash, key)
    if (slot === undefined) return
    const entry = (this.#slots[slot] as number) - 1
    this.#arena.remove(this.#places[entry] as Place)
    this.#free.push(entry)
    this.#close(slot)
  }

  #slotOf(hash: number, key: string): number | undefined {
    const mask = this.#slots.length - 1
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const held = this.#slots[slot] as number
      if (held === 0) return undefined
      const entry = held - 1
      if (this.#hashes[entry] === hash && this.#arena.hasKey(this.#places[entry] as Place, key)) return slot
    }
  }

  #insert(entry: number): void {
    if (this.size * 10 > this.#slots.length * fullest) this.#grow()
    else this.#put(entry)
  }

  #put(entry: number): void {
    const mask = this.#slots.length - 1
    let slot = spread(this.#hashes[entry] as number) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = entry + 1
  }

  /** Makes the table anew, with each entry that is in use. */
  #grow(): void {
    const free = new Set(this.#free)
    this.#slots = new Int32Array(2 * this.#slots.length)
    for (let entry = 0; entry < this.#entries; entry += 1) if (!free.has(entry)) this.#put(entry)
  }

  /** Empties a slot, and moves back those behind it that would not be found past it. */
  #close(emptied: number): void {
    const mask = this.#slots.length - 1
    let hole = emptied
    for (let slot = (hole + 1) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const home = spread(this.#hashes[(this.#slots[slot] as number) - 1] as number) & mask
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue
      this.#slots[hole] = this.#slots[slot] as number
      hole = slot
    }
    this.#slots[hole] = 0
  }

  #newEntry(): number {
    const free = this.#free.pop()
    if (free !== undefined) return free
    const entry = this.#entries
    this.#entries += 1
    if (entry >= this.#hashes.length) this.#widen()
    return entry
  }

  #widen(): void {
    const capacity = Math.ceil(this.#hashes.length * 1.5)
    this.#hashes = widened(this.#hashes, new Uint32Array(capacity))
    this.#places = widened(this.#places, new Uint32Array(capacity))
    this.#since = widened(this.#since, new Int32Array(capacity))
    this.#checked = widened(this.#checked, new Int32Array(capacity))
  }
}

function widened<Column extends Uint32Array | Int32Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}

/** FNV leaves the low bits of similar keys alike; one more mixing spreads them. */
function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 16), 0x45d9f3b) >>> 0
}
