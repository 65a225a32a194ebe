/** Milliseconds by which the clock may differ before it counts as set. */
const drift = 20

/**
 * The times of spans, which are measured by a clock that can't be set. The distance to the system's clock stays the same until
 * that is set, so that the spans of a trace keep their order.
 */
export class TraceClock {
  #offset = Date.now() - performance.now()

  /** Milliseconds from `performance.now` to the time since 1970. */
  offset(): number {
    const now = Date.now() - performance.now()
    if (Math.abs(now - this.#offset) > drift) this.#offset = now
    return this.#offset
  }
}
