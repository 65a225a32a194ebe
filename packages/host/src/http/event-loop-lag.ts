/**
 * How far the process is behind with its work.
 *
 * A timer notes the time five times within the limit. When a request comes and the note is older than it should be, the
 * loop has been busy since then, and requests waiting behind this one have waited as long. So the first requests of a
 * slow turn are served and the rest of them are not, until the next turn of the loop; nothing has to be switched back.
 * It costs one clock read per request.
 */
export class EventLoopLag {
  readonly #limit: number
  readonly #every: number
  readonly #timer: NodeJS.Timeout | undefined
  #noted = performance.now()

  /** @param limit milliseconds behind which the process counts as overloaded; 0 for never */
  constructor(limit: number) {
    this.#limit = limit === 0 ? Number.POSITIVE_INFINITY : limit
    this.#every = Math.max(1, limit / 5)
    if (limit === 0) return
    // oxlint-disable-next-line eslint/no-restricted-globals -- a late beat is what it measures
    this.#timer = setInterval(() => {
      this.#noted = performance.now()
    }, this.#every).unref()
  }

  /** @param now by `performance.now`, for a caller that has just read it */
  isOverLimit(now = performance.now()): boolean {
    if (this.#timer === undefined) return false
    return now - this.#noted > this.#limit + this.#every
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
