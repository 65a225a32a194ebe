/** The window of one key: it begins with the first call and takes no notice of when others begin. */
export interface RateWindow {
  /** Calls so far; those that are refused are not counted further than the first of them. */
  used: number
  /** Milliseconds of the clock that the table was given. */
  endsAt: number
  /** Calls that the database has not been told of. */
  unsent: number
}

/** What a table is made with. */
export interface WindowTableOptions {
  readonly clock: () => number
  /** Told how many windows were dropped that were not over yet. */
  readonly onEvicted: (count: number) => void
  readonly capacity?: number
}

const defaultCapacity = 20_000

/**
 * Windows in memory, at most twice the capacity of them. They stand in two generations: when the young one is full it
 * becomes the old one, and what was old, unused since the turn before, is dropped. Whoever is dropped begins a new window
 * with the next call, so memory that is too small makes limits wider and never refuses anybody.
 */
export class WindowTable {
  readonly #clock: () => number
  readonly #onEvicted: (count: number) => void
  readonly #capacity: number
  #young = new Map<string, RateWindow>()
  #old = new Map<string, RateWindow>()

  constructor({ clock, onEvicted, capacity = defaultCapacity }: WindowTableOptions) {
    this.#clock = clock
    this.#onEvicted = onEvicted
    this.#capacity = capacity
  }

  now(): number {
    return this.#clock()
  }

  /** The window of a key that runs at a moment; a new one when there is none. @param length milliseconds */
  running(key: string, length: number, now: number): RateWindow {
    const known = this.known(key)
    if (known === undefined) return this.keep(key, { used: 0, endsAt: now + length, unsent: 0 })
    if (isRunning(known, length, now)) return known
    known.used = 0
    known.unsent = 0
    known.endsAt = now + length
    return known
  }

  /** The last window of a key, over or not. */
  known(key: string): RateWindow | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    return old === undefined ? undefined : this.keep(key, old)
  }

  keep(key: string, window: RateWindow): RateWindow {
    if (this.#young.size >= this.#capacity && !this.#young.has(key)) this.#turn()
    this.#young.set(key, window)
    return window
  }

  #turn(): void {
    const now = this.now()
    let running = 0
    for (const [key, { endsAt }] of this.#old) if (endsAt > now && !this.#young.has(key)) running += 1
    this.#old = this.#young
    this.#young = new Map()
    if (running > 0) this.#onEvicted(running)
  }
}

/** Whether a window runs; one that ends later than it could was begun before the clock was set back. */
export function isRunning({ endsAt }: RateWindow, length: number, now: number): boolean {
  return endsAt > now && endsAt <= now + length
}
