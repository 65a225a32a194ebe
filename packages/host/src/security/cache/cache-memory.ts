/**
 * The entries of the caches of all plugins of a process, within two bounds of bytes: one for each plugin, so that none
 * takes the memory of others, and one for all. The least recently used entry goes first: the plugin's own where it is
 * over its bound, and of the plugin with the most bytes where the total is.
 */

/** A value as it is kept. */
export interface CacheEntry {
  /** The value as JSON: everyone gets a copy. */
  readonly text: string
  /** Until when it is believed, in milliseconds of `performance.now()`. */
  readonly until: number
  /** Where changes of its key are counted, and how many changes there had been when its writer began. */
  readonly slots: readonly number[]
  readonly since: number
}

/** Bytes. */
export interface CacheBounds {
  readonly ofPlugin: number
  readonly ofAll: number
}

const bounds: CacheBounds = { ofPlugin: 8 * 1024 * 1024, ofAll: 32 * 1024 * 1024 }
/** Bytes that an entry costs in addition to its texts. */
const overhead = 256

interface Shelf {
  /** The least recently used first. */
  readonly entries: Map<string, CacheEntry>
  bytes: number
}

export class CacheMemory {
  readonly #bounds: CacheBounds
  readonly #shelves = new Map<string, Shelf>()
  #bytes = 0

  constructor(given: CacheBounds = bounds) {
    this.#bounds = given
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#bytes
  }

  get(plugin: string, key: string): CacheEntry | undefined {
    const shelf = this.#shelves.get(plugin)
    const entry = shelf?.entries.get(key)
    if (shelf === undefined || entry === undefined) return undefined
    shelf.entries.delete(key)
    shelf.entries.set(key, entry)
    return entry
  }

  set(plugin: string, key: string, entry: CacheEntry): void {
    this.delete(plugin, key)
    const shelf = this.#shelves.get(plugin) ?? { entries: new Map<string, CacheEntry>(), bytes: 0 }
    this.#shelves.set(plugin, shelf)
    shelf.entries.set(key, entry)
    this.#count(shelf, costOf(key, entry))
    while (shelf.bytes > this.#bounds.ofPlugin) this.#dropOldest(shelf)
    while (this.#bytes > this.#bounds.ofAll) this.#dropOldest(this.#fullest(shelf))
  }

  delete(plugin: string, key: string): void {
    const shelf = this.#shelves.get(plugin)
    const entry = shelf?.entries.get(key)
    if (shelf === undefined || entry === undefined) return
    shelf.entries.delete(key)
    this.#count(shelf, -costOf(key, entry))
  }

  #dropOldest(shelf: Shelf): void {
    const [oldest] = shelf.entries
    if (oldest === undefined) return
    shelf.entries.delete(oldest[0])
    this.#count(shelf, -costOf(...oldest))
  }

  /** The plugin with the most bytes; one with nothing but the entry just written has none to give. */
  #fullest(written: Shelf): Shelf {
    const toGive = (shelf: Shelf): number => (shelf === written && shelf.entries.size === 1 ? 0 : shelf.bytes)
    let fullest = written
    for (const shelf of this.#shelves.values()) if (toGive(shelf) > toGive(fullest)) fullest = shelf
    return fullest
  }

  #count(shelf: Shelf, bytes: number): void {
    shelf.bytes += bytes
    this.#bytes += bytes
  }
}

/** A character takes two bytes at most. */
function costOf(key: string, { text }: CacheEntry): number {
  return 2 * (key.length + text.length) + overhead
}
