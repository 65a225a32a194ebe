import { randomFillSync } from 'node:crypto'

const bytesPerId = 8
const wellFormed = /^[\w.-]{8,64}$/

/** Names requests: 64 random bits each, drawn from a pool because a system call per request is dear. */
export class RequestIds {
  readonly #pool = Buffer.allocUnsafe(bytesPerId * 512)
  #used = this.#pool.length

  /** The id of a request: the one a proxy gave when it is well-formed, else a new one. */
  of(request: Request): string {
    const given = request.headers.get('x-request-id')
    return given !== null && wellFormed.test(given) ? given : this.#next()
  }

  #next(): string {
    if (this.#used === this.#pool.length) {
      randomFillSync(this.#pool)
      this.#used = 0
    }
    const start = this.#used
    this.#used += bytesPerId
    return this.#pool.toString('hex', start, this.#used)
  }
}
