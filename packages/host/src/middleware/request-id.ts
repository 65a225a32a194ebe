import { randomBytes } from 'node:crypto'
import { requestHeader } from '../http/node-request.ts'

/** Hexadecimal digits of an id: 64 random bits. */
const digits = 16
const idsPerPool = 512
const wellFormed = /^[\w.-]{8,64}$/

/**
 * Names requests. An id that comes with a request counts only from a proxy that is trusted: whoever else could choose
 * theirs would write other people's requests into each other's lines of the log. Random bits are drawn for many at once,
 * because asking the system for them is dear.
 */
export class RequestIds {
  readonly #isFromProxy: (request: Request) => boolean
  #pool = ''
  #used = 0

  constructor(isFromProxy: (request: Request) => boolean) {
    this.#isFromProxy = isFromProxy
  }

  /** The id of a request: the one that a trusted proxy gave when it is well-formed, else a new one. */
  of(request: Request): string {
    const given = requestHeader(request, 'x-request-id')
    return given !== null && wellFormed.test(given) && this.#isFromProxy(request) ? given : this.next()
  }

  next(): string {
    if (this.#used === this.#pool.length) {
      this.#pool = randomBytes((idsPerPool * digits) / 2).toString('hex')
      this.#used = 0
    }
    const start = this.#used
    this.#used += digits
    return this.#pool.slice(start, this.#used)
  }
}
