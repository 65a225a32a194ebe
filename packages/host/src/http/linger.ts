import type { IncomingMessage } from 'node:http'

/** How long a client may go on sending what no one reads, in milliseconds. */
const longest = 30_000

/**
 * Closes a connection in two steps when its client may still be sending: our side first, the other when the client has
 * read the answer or the time is over; a stop makes it shorter. Closed at once, the client would be told that what it
 * sends arrives nowhere, and would throw the answer away that says why: an upload that is too large would look like a
 * network that failed.
 */
export function lingerOnClose(message: IncomingMessage): void {
  const { socket } = message
  // What Node calls when the last answer of a connection has been written.
  socket.destroySoon = () => {
    const timer = setTimeout(() => void socket.destroy(), longest)
    socket.once('close', () => clearTimeout(timer))
    socket.end()
    message.resume()
  }
}
