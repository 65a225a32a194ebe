/**
 * A map of recently used entries that never holds more than twice its capacity.
 *
 * Two generations: written or read entries go to the young one; when that is full it becomes the old one and the
 * previous old one, unread since then, is dropped. So a read costs one look-up and no list has to be kept in order.
 */
export class RecentMap<Key, Value> {
  readonly #capacity: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: Key): Value | undefined {
    const value = this.#young.get(key)
    if (value !== undefined) return value
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#capacity && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  deleteWhere(matches: (value: Value) => boolean): void {
    for (const generation of [this.#young, this.#old]) {
      for (const [key, value] of generation) if (matches(value)) generation.delete(key)
    }
  }
}
