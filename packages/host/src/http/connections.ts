/**
 * The open connections of a server, and how they end at a stop.
 *
 *   open --drain()--> draining: each answer ends its connection, and one that was idle for the grace is ended
 *        --close()--> closed: at the deadline the rest is cut
 *
 * A request sent while the server closes its idle connection is lost, so a connection that was in use a moment ago
 * stays open for one more. Each ends in two steps: the server's side first, the whole once the client has closed too,
 * or once no bytes have moved on it for the grace. Closed at once, unread bytes would reset it.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { currentAnswer } from './current-answer.ts'

/** Milliseconds. */
const sweepEvery = 10

/** State of a connection. Its bytes are those that had been read at the last sweep. */
interface Use {
  at: number
  bytes: number
}

export class Connections {
  readonly #open = new Map<Socket, Use>()
  #isDraining = false

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.set(socket, { at: performance.now(), bytes: 0 })
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  get count(): number {
    return this.#open.size
  }

  /** Whether each answer is to end its connection. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Notes that a request has come. */
  note(socket: Socket): void {
    const use = this.#open.get(socket)
    if (use !== undefined) use.at = performance.now()
  }

  /** Ends connections that wait for a request. Resolves when there is none; those that wait for an answer stay. */
  async drain(grace: number): Promise<void> {
    if (!this.#isDraining) for (const [socket, use] of this.#open) use.bytes = socket.bytesRead
    this.#isDraining = true
    while (this.#sweep(grace)) await nextSweep()
  }

  /**
   * Resolves when all are closed, at the latest after `deadline` milliseconds.
   * @param beforeCut called once at the deadline if connections are still open then, before they are cut
   */
  async close(grace: number, deadline: number, beforeCut: () => void): Promise<void> {
    await this.drain(grace)
    const end = performance.now() + deadline
    for (; this.#open.size > 0 && performance.now() < end; await nextSweep()) this.#sweep(grace)
    if (this.#open.size > 0) beforeCut()
    for (; this.#open.size > 0; await nextSweep()) for (const socket of this.#open.keys()) socket.destroy()
  }

  /** @returns whether a connection still waits for a request */
  #sweep(grace: number): boolean {
    const now = performance.now()
    let isWaiting = false
    for (const [socket, use] of this.#open) {
      if (isMoving(socket, use)) use.at = now
      else if (now - use.at >= grace) {
        if (socket.writableEnded) socket.destroy()
        else socket.end()
        use.at = now
      }
      use.bytes = socket.bytesRead
      isWaiting ||= currentAnswer(socket) === undefined && !socket.writableEnded
    }
    return isWaiting
  }
}

function isMoving(socket: Socket, { bytes }: Use): boolean {
  return currentAnswer(socket) !== undefined || socket.writableLength > 0 || socket.bytesRead !== bytes
}

/** After the poll for new bytes, so that an arrived request is seen before its connection is ended. */
async function nextSweep(): Promise<void> {
  await pause(sweepEvery)
  await turn()
}
