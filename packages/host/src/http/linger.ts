import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** How long a client may continue to send unread bytes, in milliseconds. */
const longest = 30_000

/**
 * Closes a connection in two steps when its client may still be sending: our side first, the other when the client has
 * read the answer or the time is over; a stop makes it shorter. Closed at once, the client would get a reset and
 * discard the answer with the reason: an upload that is too large would look like a network failure.
 */
export function lingerOnClose(message: IncomingMessage): void {
  const { socket } = message
  // Node calls this when the last answer of a connection has been written.
  socket.destroySoon = () => {
    closeWithin(socket, longest)
    socket.end()
    message.resume()
  }
}

/** Closes a connection after so many milliseconds if its client has not read the rest by then. */
export function closeWithin(socket: Duplex, milliseconds: number): void {
  const timer = setTimeout(() => void socket.destroy(), milliseconds)
  socket.once('close', () => clearTimeout(timer))
}
