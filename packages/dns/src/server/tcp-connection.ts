import type { Socket } from 'node:net'
import { readFrames } from '../client/read-frames.ts'
import type { RequestHandler, RequestResult } from '../answer/request-handler.ts'
import { codeOf } from './listen-error.ts'

export interface TcpConnectionOptions {
  readonly handler: RequestHandler
  /** Milliseconds without a complete request, and without progress of an answer, until the connection is closed. */
  readonly idleTimeout: number
  readonly onError: (error: unknown) => void
}

/**
 * Answers the requests of one connection, one after the other (RFC 7766). It reads only as fast as its answers are taken, so
 * a client that doesn't read holds one message in memory.
 */
export class TcpConnection {
  readonly #socket: Socket
  readonly #options: TcpConnectionOptions
  readonly #idle: NodeJS.Timeout
  #isAnswering = false
  #isEnding = false

  constructor(socket: Socket, options: TcpConnectionOptions) {
    this.#socket = socket
    this.#options = options
    // A client that sends one byte from time to time is idle, too: only complete requests count.
    this.#idle = setTimeout(() => socket.destroy(), options.idleTimeout)
    socket.setNoDelay(true)
    socket.on('error', ignore)
    socket.once('close', () => clearTimeout(this.#idle))
  }

  /** Answers until the client or the server ends the connection. */
  async serve(): Promise<void> {
    try {
      for await (const request of readFrames(this.#socket.iterator({ destroyOnReturn: false }))) {
        this.#idle.refresh()
        this.#isAnswering = true
        const isAnswered = await this.#answer(request)
        this.#isAnswering = false
        if (!isAnswered || this.#isEnding) break
      }
    } catch (error) {
      if (!isOfConnection(error)) this.#options.onError(error)
    } finally {
      this.#socket.destroySoon()
    }
  }

  /** Ends the connection after the answer that it is sending. */
  end(): void {
    this.#isEnding = true
    if (!this.#isAnswering) this.#socket.destroy()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** `false` for a message that gets no answer, after which the connection is of no use. */
  async #answer(request: Uint8Array): Promise<boolean> {
    const { handler } = this.#options
    const result: RequestResult = await handler.handle(request, {
      transport: 'tcp',
      address: this.#socket.remoteAddress ?? '',
    })
    if (result === undefined) return false
    for (const message of Buffer.isBuffer(result) ? [result] : result) {
      if (!(await this.#send(message))) return false
    }
    return true
  }

  /** Resolves when the client has taken enough to send it more; to `false` when it has gone. */
  async #send(message: Buffer): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const frame = Buffer.allocUnsafe(2 + message.length)
    frame.writeUInt16BE(message.length)
    frame.set(message, 2)
    if (!this.#socket.write(frame)) {
      this.#socket.once('drain', resolve)
      this.#socket.once('close', resolve)
      await promise
      this.#socket.off('drain', resolve)
      this.#socket.off('close', resolve)
    }
    this.#idle.refresh()
    return !this.#socket.destroyed
  }
}

const ignore = (): void => undefined

/** Clients that go away while they are read aren't errors of the server. */
function isOfConnection(error: unknown): boolean {
  return /^(?:E[A-Z]+|ERR_STREAM_\w+)$/.test(codeOf(error))
}
