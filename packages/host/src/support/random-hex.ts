import { randomFillSync } from 'node:crypto'

/** Bytes that are drawn at once. */
const poolSize = 4_096

/** Draws random hexadecimal digits in batches, because asking the system for them is expensive. */
export class RandomHex {
  /** Bytes rather than text: an id that is a slice of a text keeps all of it in memory. */
  readonly #pool = Buffer.alloc(poolSize)
  #used = poolSize

  /** @param digits an even number, far fewer than a batch has */
  next(digits: number): string {
    const bytes = digits / 2
    if (this.#used + bytes > poolSize) {
      randomFillSync(this.#pool)
      this.#used = 0
    }
    const start = this.#used
    this.#used += bytes
    return this.#pool.toString('hex', start, this.#used)
  }
}
