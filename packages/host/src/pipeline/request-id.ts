import type { IncomingMessage } from 'node:http'
import { requestHeader } from '../http/node-request.ts'
import { RandomHex } from '../support/random-hex.ts'

/** Hexadecimal digits of an id: 64 random bits. */
const digits = 16
const wellFormed = /^[\w.-]{8,64}$/

/**
 * Assigns request ids. An id sent with a request counts only from a trusted proxy: any other client could mix its
 * requests into the log lines of others.
 */
export class RequestIds {
  readonly #isFromProxy: (request: Request) => boolean
  readonly #isProxy: (address: string) => boolean
  readonly #random = new RandomHex()

  constructor(isFromProxy: (request: Request) => boolean, isProxy: (address: string) => boolean = () => false) {
    this.#isFromProxy = isFromProxy
    this.#isProxy = isProxy
  }

  /** The id of a request: the one that a trusted proxy gave when it is well-formed, else a new one. */
  of(request: Request): string {
    const given = requestHeader(request, 'x-request-id')
    return given !== null && wellFormed.test(given) && this.#isFromProxy(request) ? given : this.next()
  }

  /** The same for a message. @param isFromProxy whether its peer is a proxy that is trusted */
  ofMessage({ headers, socket }: IncomingMessage): string {
    const given = headers['x-request-id']
    return typeof given === 'string' && wellFormed.test(given) && this.#isProxy(socket.remoteAddress ?? '')
      ? given
      : this.next()
  }

  next(): string {
    return this.#random.next(digits)
  }
}
