import { randomFillSync } from 'node:crypto'

const size = 8192

/** Random bytes fetched in batches, since each request costs more than the bytes. Not for secrets. */
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
