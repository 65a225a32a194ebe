import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { currentAnswer } from './current-answer.ts'

/**
 * Closes connections on which nothing moves though it is the client's turn: it sends no first request, or does not read
 * its answer. A connection that waits for us (a running handler, events yet to come) is left alone. Node itself closes
 * one that is kept for a next request, and one whose request takes too long.
 *
 * With `server.timeout` Node would set a timer twice for every request; here a connection has one until its first answer,
 * and then only while an answer waits to be sent, as each does for a moment over TLS.
 */
export class StalledConnections {
  readonly #limit: number

  /** @param limit milliseconds without a byte in either direction */
  constructor(server: Server, limit: number) {
    this.#limit = limit
    server.on('connection', (socket: Socket) => this.watch(socket))
    server.on('timeout', (socket: Socket) => {
      const isOurTurn = currentAnswer(socket) !== undefined && socket.writableLength === 0
      if (!isOurTurn) socket.destroy()
    })
  }

  /** Watches a connection whose client has yet to read an answer. */
  watch(socket: Socket): void {
    socket.setTimeout(this.#limit)
  }
}
