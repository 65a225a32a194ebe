/**
 * Until when a process may trust its cache, in memory that its threads share: one thread grants it, any reads it.
 *
 * Two clocks have to agree. The steady one continues while a process is stopped and can't be set, but stands still
 * while the machine sleeps; the wall clock shows the sleep. Counted in ticks, so that one integer holds a time: a
 * process that runs for more than three years, or whose wall clock is moved that far ahead, trusts nothing any more.
 */

/** Milliseconds. */
const tick = 50
const lastTick = 2 ** 31 - 1
const steadyPlace = 0
const wallPlace = 1

/** A moment, in milliseconds of both clocks since a trust was made. */
export interface Moment {
  readonly steady: number
  readonly wall: number
}

/** Shared memory for the same trust in another thread. */
export interface SharedTrust {
  readonly memory: SharedArrayBuffer
  /** When it was made, by the clocks that the threads share. */
  readonly made: Moment
}

export class Trust {
  readonly shared: SharedTrust
  readonly #places: Int32Array<SharedArrayBuffer>
  /** From this thread's `performance.now()` to the steady clock since it was made. */
  readonly #offset: number

  constructor(shared: SharedTrust = { memory: new SharedArrayBuffer(8), made: thisMoment() }) {
    this.shared = shared
    this.#places = new Int32Array(shared.memory)
    this.#offset = thisMoment().steady - performance.now() - shared.made.steady
  }

  now(): Moment {
    return { steady: performance.now() + this.#offset, wall: Date.now() - this.shared.made.wall }
  }

  holds(): boolean {
    return (
      performance.now() + this.#offset < tick * Atomics.load(this.#places, steadyPlace) &&
      Date.now() - this.shared.made.wall < tick * Atomics.load(this.#places, wallPlace)
    )
  }

  /** Lets it hold until then, or a tick less. */
  grant({ steady, wall }: Moment): void {
    Atomics.store(this.#places, wallPlace, ticksTo(wall))
    Atomics.store(this.#places, steadyPlace, ticksTo(steady))
  }

  end(): void {
    this.grant({ steady: 0, wall: 0 })
  }
}

function ticksTo(milliseconds: number): number {
  return Math.max(-lastTick, Math.min(lastTick, Math.floor(milliseconds / tick)))
}

/** Node counts `performance.now()` from the start of each thread; `hrtime` is the clock behind it. */
function thisMoment(): Moment {
  return { steady: Number(process.hrtime.bigint()) / 1e6, wall: Date.now() }
}
