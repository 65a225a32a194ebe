import { randomBytes } from 'node:crypto'
import { requestHeader } from '../http/node-request.ts'

/** Hexadecimal digits of an id: 64 random bits. */
const digits = 16
const idsPerPool = 512
const wellFormed = /^[\w.-]{8,64}$/

/** Names requests. Random bits are drawn for many at once, because asking the system for them is dear. */
export class RequestIds {
  #pool = ''
  #used = 0

  /** The id of a request: the one a proxy gave when it is well-formed, else a new one. */
  of(request: Request): string {
    const given = requestHeader(request, 'x-request-id')
    return given !== null && wellFormed.test(given) ? given : this.#next()
  }

  #next(): string {
    if (this.#used === this.#pool.length) {
      this.#pool = randomBytes((idsPerPool * digits) / 2).toString('hex')
      this.#used = 0
    }
    const start = this.#used
    this.#used += digits
    return this.#pool.slice(start, this.#used)
  }
}
