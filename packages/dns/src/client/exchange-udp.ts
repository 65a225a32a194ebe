import type { Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { checkAddress, dnsPort, type ServerAddress } from './connect-policy.ts'
import { Deadline } from './deadline.ts'
import { DnsError } from '../dns-error.ts'

/** Packets that aren't the answer; more of them end the exchange, so that a flood costs little. */
const maxStrayPackets = 1_000

export interface UdpExchange<Answer> {
  readonly query: Uint8Array
  /** Milliseconds until the exchange ends without an answer. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
  /** Reads a packet as the answer; others are `undefined` and ignored, since anyone can send them. An error ends it. */
  readonly readAnswer: (packet: Uint8Array) => Answer | undefined
}

/**
 * Sends a query in one packet and waits for its answer. The socket has a port that the system picks at random, and is
 * connected: the system drops packets of other addresses and ports. One socket serves one query.
 *
 * @throws {DnsError} `timeout`, `unreachable`, `address_denied`
 */
export async function exchangeUdp<Answer>(server: ServerAddress, exchange: UdpExchange<Answer>): Promise<Answer> {
  await checkAddress(server)
  // Loaded here, since a bundle loads each module that it imports when it starts, and most processes ask no server.
  const { createSocket } = await import('node:dgram')
  const deadline = new Deadline(exchange.timeout, exchange.signal)
  const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4')
  try {
    return await receiveAnswer(socket, server, { ...exchange, signal: deadline.signal })
  } catch (failure) {
    throw deadline.explain(failure, server.address)
  } finally {
    socket.close()
  }
}

async function receiveAnswer<Answer>(
  socket: Socket,
  server: ServerAddress,
  { query, readAnswer, signal }: Omit<UdpExchange<Answer>, 'timeout' | 'signal'> & { readonly signal: AbortSignal },
): Promise<Answer> {
  const { address, port = dnsPort } = server
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let strayPackets = 0
  socket.on('message', (packet) => {
    try {
      const answer = readAnswer(packet)
      if (answer !== undefined) return resolve(answer)
      strayPackets += 1
      if (strayPackets > maxStrayPackets) throw new DnsError('flood', `Too many foreign packets came from ${address}.`)
    } catch (error) {
      reject(error)
    }
  })
  socket.on('error', reject)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  socket.once('connect', () => socket.send(query))
  socket.connect(port, address)
  return promise
}
