import { randomBytes } from 'node:crypto'

/** Digits that are drawn at once. */
const poolSize = 8_192

/** Draws random hexadecimal digits in batches, because asking the system for them is expensive. */
export class RandomHex {
  #pool = ''
  #used = 0

  /** @param digits far fewer than a batch has */
  next(digits: number): string {
    if (this.#used + digits > this.#pool.length) {
      this.#pool = randomBytes(poolSize / 2).toString('hex')
      this.#used = 0
    }
    const start = this.#used
    this.#used += digits
    return this.#pool.slice(start, this.#used)
  }
}
