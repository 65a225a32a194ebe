import { connect, type Socket } from 'node:net'
import { DnsError } from '../dns-error.ts'
import { checkAddress, dnsPort, type ServerAddress } from './connect-policy.ts'
import { Deadline } from './deadline.ts'
import { readFrames } from './read-frames.ts'

export interface TcpExchange {
  readonly query: Uint8Array
  /** Milliseconds until the whole exchange ends. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
}

/**
 * Sends a query over a new TCP connection and yields the messages that come back, until the caller stops or the server
 * closes the connection. The socket is read only as fast as the messages are taken.
 *
 * @throws {DnsError} `timeout`, `unreachable`, `address_denied`
 */
export async function* exchangeTcp(
  server: ServerAddress,
  { query, timeout, signal }: TcpExchange,
): AsyncGenerator<Uint8Array, void, undefined> {
  await checkAddress(server)
  const deadline = new Deadline(timeout, signal)
  const socket = connect({ host: server.address, port: server.port ?? dnsPort })
  const end = (): void => void socket.destroy(deadline.signal.reason as Error)
  deadline.signal.addEventListener('abort', end, { once: true })
  // The reader reports the errors of a socket; an error after the last message concerns no one.
  socket.on('error', () => undefined)
  try {
    sendFrame(socket, query)
    yield* readFrames(socket)
  } catch (failure) {
    throw deadline.explain(failure, server.address)
  } finally {
    deadline.signal.removeEventListener('abort', end)
    socket.destroy()
  }
}

export function closedError({ address }: ServerAddress): DnsError {
  return new DnsError('closed', `The server at ${address} closed the connection before the answer was complete.`)
}

function sendFrame(socket: Socket, message: Uint8Array): void {
  const frame = Buffer.alloc(2 + message.length)
  frame.writeUInt16BE(message.length)
  frame.set(message, 2)
  socket.write(frame)
}
