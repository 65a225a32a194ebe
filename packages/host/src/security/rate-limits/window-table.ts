import type { WindowPlace } from '../../request/window-memory.ts'
import type { RateWindow } from '../../request/window-memory.ts'

/** Which window of a key is wanted. */
export interface WindowWanted {
  /** Milliseconds. */
  readonly length: number
  readonly now: number
  /** Where the window of the key is found without a look-up; undefined where there is none. */
  readonly place?: WindowPlace | undefined
}

/** A window as it is handed to a table. */
export type NewWindow = Omit<RateWindow, 'turn'>

/** Options of a window table. */
export interface WindowTableOptions {
  readonly clock: () => number
  /** Receives the number of windows that were dropped before they ended. */
  readonly onEvicted: (count: number) => void
  readonly capacity?: number
}

const defaultCapacity = 20_000

/**
 * Windows in memory, at most twice its capacity. They form two generations: when the young one is full it becomes the
 * old one, and the previous old one, unused since then, is dropped. A dropped caller begins a new window with the next
 * call, so too little memory makes limits wider and never refuses a call.
 */
export class WindowTable {
  readonly #clock: () => number
  readonly #origin: number
  readonly #onEvicted: (count: number) => void
  readonly #capacity: number
  #young = new Map<string, RateWindow>()
  #old = new Map<string, RateWindow>()
  #turns = 0

  constructor({ clock, onEvicted, capacity = defaultCapacity }: WindowTableOptions) {
    this.#clock = clock
    this.#origin = clock()
    this.#onEvicted = onEvicted
    this.#capacity = capacity
  }

  /** Milliseconds since the table was made: a small integer, which needs no place of its own in memory. */
  now(): number {
    return this.#clock() - this.#origin
  }

  /** The window of a key that runs at a moment; a new one when there is none. */
  running(key: string, { length, now, place }: WindowWanted): RateWindow {
    const held = place?.memory[place.name]
    const known = held?.turn === this.#turns ? held : this.known(key)
    const window = known ?? this.keep(key, { used: 0, endsAt: now + length, unsent: 0 })
    if (place !== undefined && held !== window) place.memory[place.name] = window
    if (isRunning(window, length, now)) return window
    window.used = 0
    window.unsent = 0
    window.endsAt = now + length
    return window
  }

  /** The last window of a key, over or not. */
  known(key: string): RateWindow | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    return old === undefined ? undefined : this.#place(key, old)
  }

  keep(key: string, kept: NewWindow): RateWindow {
    return this.#place(key, { ...kept, turn: this.#turns })
  }

  #place(key: string, window: RateWindow): RateWindow {
    if (this.#young.size >= this.#capacity && !this.#young.has(key)) this.#turn()
    window.turn = this.#turns
    this.#young.set(key, window)
    return window
  }

  #turn(): void {
    const now = this.now()
    let running = 0
    for (const [key, { endsAt }] of this.#old) if (endsAt > now && !this.#young.has(key)) running += 1
    this.#old = this.#young
    this.#young = new Map()
    this.#turns += 1
    if (running > 0) this.#onEvicted(running)
  }
}

/** Whether a window runs; one that ends later than it could was begun before the clock was set back. */
export function isRunning({ endsAt }: RateWindow, length: number, now: number): boolean {
  return endsAt > now && endsAt <= now + length
}
