import { randomFillSync } from 'node:crypto'

const size = 8192

/** Random bytes that are fetched many at a time, since asking for them costs more than they do. For what is not a secret. */
export class RandomPool {
  readonly #pool = Buffer.alloc(size)
  #used = size

  /** @returns bytes of the caller's own, each handed out once */
  take(length: number): Buffer {
    if (this.#used + length > size) {
      randomFillSync(this.#pool)
      this.#used = 0
    }
    this.#used += length
    return Buffer.copyBytesFrom(this.#pool, this.#used - length, length)
  }
}
