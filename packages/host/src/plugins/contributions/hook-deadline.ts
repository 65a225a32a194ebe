/**
 * How long the hooks of one call may take together.
 *
 * Time is counted in rounds of one timer. A plugin that blocks the event loop lets one round pass, however long it
 * blocks, so the others keep the time in which their answers arrive.
 */

/** How many rounds the hooks may take. */
const rounds = 8

export class HookDeadline {
  readonly #limit: number
  readonly #expired = Promise.withResolvers<never>()
  readonly #timer: NodeJS.Timeout
  #passed = 0

  /** @param limit milliseconds */
  constructor(limit: number) {
    this.#limit = limit
    this.#expired.promise.catch(() => undefined)
    // oxlint-disable-next-line eslint/no-restricted-globals -- its beats measure the time of one call
    this.#timer = setInterval(() => this.#pass(), limit / rounds)
  }

  /** A hook's answer, if it is in time. @throws DOMException `TimeoutError` */
  async race<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return await Promise.race([answer, this.#expired.promise])
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #pass(): void {
    this.#passed += 1
    if (this.#passed < rounds) return
    this.end()
    this.#expired.reject(new DOMException(`It did not respond within ${this.#limit} ms.`, 'TimeoutError'))
  }
}
