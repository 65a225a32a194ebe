import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** State that one request on a connection leaves for the next ones. */
export class ConnectionNotes {
  readonly #closing = new WeakSet<object>()
  readonly #unread = new WeakMap<object, IncomingMessage>()

  /** Notes that a connection ends with the answer that is on its way. */
  close(socket: Socket): void {
    this.#closing.add(socket)
  }

  isClosing(socket: Socket): boolean {
    return this.#closing.has(socket)
  }

  /** Notes that a request has its answer while its body is still coming. */
  leaveUnread(message: IncomingMessage): void {
    this.#unread.set(message.socket, message)
  }

  /** Whether incoming bytes on a connection are the body of a request that has its answer. */
  isUnread(socket: object): boolean {
    return this.#unread.get(socket)?.complete === false
  }
}
