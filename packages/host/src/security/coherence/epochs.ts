/**
 * Changes, in memory that all threads of a process share.
 *
 * One count of all changes, and a slot for each subject that holds the count as of its last change; subjects whose
 * names hash alike share a slot. A value read from the database is valid for as long as no slot of its subjects shows
 * more than the count that was noted before the read began. So a change invalidates a few entries and not all, and the
 * announcement costs neither a list of entries nor a lock.
 *
 * A second count increases when a change is in its slots. While it is the same as at the last check, a check needs to
 * read no slot.
 *
 * The count stops at its end, after 2^31 changes, and then nothing is valid any more.
 */

/** Number of distinguishable subjects, and the slot of everything. */
const slotCount = 4_096
const everything = slotCount
const settledPlace = slotCount + 1
const countPlace = slotCount + 2
const lastCount = 2 ** 31 - 1

export class Epochs {
  /** To be handed to another thread, which makes `Epochs` of it. */
  readonly memory: SharedArrayBuffer
  readonly #places: Int32Array<SharedArrayBuffer>

  constructor(memory = new SharedArrayBuffer(4 * (slotCount + 3))) {
    this.memory = memory
    this.#places = new Int32Array(memory)
  }

  /** The count of changes so far, to be noted before a read. */
  get now(): number {
    return Atomics.load(this.#places, countPlace)
  }

  /**
   * Number of changes in their slots. A value valid at this number is valid until it changes: note it before a check.
   */
  get settled(): number {
    return Atomics.load(this.#places, settledPlace)
  }

  /** Whether a value read since a count is still valid. @param slots those of its subjects, see `slotOf` */
  isCurrent(slots: readonly number[], since: number): boolean {
    if (since === lastCount || Atomics.load(this.#places, everything) > since) return false
    for (const slot of slots) if (Atomics.load(this.#places, slot) > since) return false
    return true
  }

  /** Notes a change of subjects. */
  change(slots: readonly number[]): void {
    const count = this.#next()
    for (const slot of slots) this.#raise(slot, count)
    Atomics.add(this.#places, settledPlace, 1)
  }

  /** Notes that anyone may have changed. */
  changeAll(): void {
    this.#raise(everything, this.#next())
    Atomics.add(this.#places, settledPlace, 1)
  }

  #next(): number {
    for (;;) {
      const count = this.now
      if (count === lastCount) return count
      if (Atomics.compareExchange(this.#places, countPlace, count, count + 1) === count) return count + 1
    }
  }

  /** A slot never goes back, also when two threads raise it at once. */
  #raise(slot: number, count: number): void {
    for (;;) {
      const before = Atomics.load(this.#places, slot)
      if (before >= count || Atomics.compareExchange(this.#places, slot, before, count) === before) return
    }
  }
}

/** Where a subject's changes are counted: the id of a user or of a workspace, the hash of a token. */
export function slotOf(subject: string): number {
  return slotOfHash(hashOf(subject))
}

/** The hash of a subject, which leads to its slot. @param before the hash of the text before it, to go on from */
export function hashOf(subject: string, before = 0x811c9dc5): number {
  let hash = before
  for (let at = 0; at < subject.length; at += 1) hash = Math.imul(hash ^ subject.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** The slot of a subject, by its hash. */
export function slotOfHash(hash: number): number {
  return (hash ^ (hash >>> 15)) & (slotCount - 1)
}
