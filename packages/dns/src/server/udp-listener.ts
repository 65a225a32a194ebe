import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { RequestHandler, RequestResult } from '../answer/request-handler.ts'
import type { ResponseRateLimiter } from '../answer/response-rate-limiter.ts'
import { listenError, type ListenAddress } from './listen-error.ts'

export interface UdpListenerOptions {
  readonly handler: RequestHandler
  readonly limiter: ResponseRateLimiter | undefined
  readonly onError: (error: unknown) => void
}

/** Answers the packets of one UDP socket. */
export class UdpListener {
  readonly #socket: Socket
  readonly #options: UdpListenerOptions
  #isClosed = false

  private constructor(socket: Socket, options: UdpListenerOptions) {
    this.#socket = socket
    this.#options = options
    socket.on('message', (bytes, from) => this.#take(bytes, from))
    socket.on('error', options.onError)
  }

  /** @throws {DnsError} `unreachable` */
  static async open(place: ListenAddress, options: UdpListenerOptions): Promise<UdpListener> {
    const socket = createSocket({ type: isIPv6(place.address) ? 'udp6' : 'udp4', lookup })
    try {
      // Without a resolver the socket listens, or fails, before the call returns.
      const listening = once(socket, 'listening')
      socket.bind(place)
      await listening
    } catch (failure) {
      socket.close()
      throw listenError(failure, place)
    }
    return new UdpListener(socket, options)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const closed = once(this.#socket, 'close')
    this.#socket.close()
    await closed
  }

  #take(bytes: Buffer, from: RemoteInfo): void {
    // No answer arrives at port 0.
    if (from.port === 0) return
    const { handler, onError } = this.#options
    try {
      const result = handler.handle(bytes, { transport: 'udp', address: from.address })
      if (result instanceof Promise) void this.#sendLater(result, from)
      else if (Buffer.isBuffer(result)) this.#sendWithinLimit(result, bytes, from)
    } catch (error) {
      onError(error)
    }
  }

  #sendWithinLimit(answer: Buffer, request: Buffer, from: RemoteInfo): void {
    const { handler, limiter } = this.#options
    const decision = limiter?.decide(from.address, handler.identity, performance.now()) ?? 'send'
    if (decision === 'send') this.#send(answer, from)
    else if (decision === 'slip') this.#send(handler.truncated(request), from)
  }

  async #sendLater(result: Promise<RequestResult>, from: RemoteInfo): Promise<void> {
    try {
      const answer = await result
      if (Buffer.isBuffer(answer)) this.#send(answer, from)
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** An answer that the system can't send is lost, as any packet may be: without a callback its error goes nowhere. */
  #send(answer: Buffer, { port, address }: RemoteInfo): void {
    if (!this.#isClosed) this.#socket.send(answer, port, address)
  }
}

/** Clients are addresses, so that no answer waits for a resolver or for the next tick. */
function lookup(
  address: string,
  _options: unknown,
  callback: (error: null, address: string, family: number) => void,
): void {
  callback(null, address, isIPv6(address) ? 6 : 4)
}
