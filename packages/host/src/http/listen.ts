/**
 * A server: bytes to a `Request`, a `Response` to bytes, with the limits of `HttpLimits` on the way in.
 *
 *   listening --drain()--> draining --stop()--> stopping --last answer sent, or deadline--> closed
 *
 * `drain` refuses new connections, and each answer ends its own; running answers are not disturbed. `stop` aborts the
 * signal `stopping` (server-sent events end), lets running answers finish, and cuts the rest at the deadline.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from './connection-limits.ts'
import { ownSocket, type ConnectionSource } from './connection-source.ts'
import { createHttpServer, type HttpServerOptions } from './http-server.ts'
import { defaultHttpLimits, type HttpLimits } from './http-limits.ts'
import { isUnix, type HttpAddress } from './http-address.ts'

/** Options of a server, with its address. */
export interface ListenOptions extends Omit<HttpServerOptions, 'limits'> {
  readonly address: HttpAddress
  /** A socket of its own when left out. */
  readonly source?: ConnectionSource | undefined
  readonly limits?: Partial<HttpLimits>
  /** Accepts further connections for the server, such as those of TLS. */
  readonly beside?: ListenerBeside | undefined
  /** How long a connection that was in use stays open for its next request at a stop, in milliseconds. */
  readonly grace: number
}

/** A socket that accepts connections for a server beside its own. */
export interface ListenerBeside {
  /** Begins to accept. @throws BootError naming the variable of its address */
  open(server: ServedBeside): Promise<void>
  /** Takes no new connections; resolves when the server has got the last one, at the latest after `grace` milliseconds. */
  drain(grace: number): Promise<void>
}

/** A server as a listener beside it sees it. */
export interface ServedBeside {
  /** Serves a connection. */
  accept(socket: Socket): void
  /** Holds the listener to the limits of all connections. */
  readonly connectionLimits: Pick<ConnectionLimits, 'watch'>
}

/** A server that listens. */
export interface Listening {
  /** Where it can be reached from this machine, with the port that was really taken; `unix:` and the path of a socket. */
  readonly url: string
  readonly port: number
  /** How many connections are open. */
  connections(): number
  /** Takes no new connections, and ends those that wait for a request. Resolves when none waits any more. */
  drain(): Promise<void>
  /**
   * Stops; resolves when every connection is closed, at the latest after `deadline` milliseconds. Safe to call twice.
   * @param beforeCut called once at the deadline if connections are still open then, before they are cut
   */
  stop(deadline: number, beforeCut?: () => void): Promise<void>
}

/** Starts to listen. Rejects when the address is taken or not ours. */
export async function listen({ source = ownSocket, ...options }: ListenOptions): Promise<Listening> {
  const limits = { ...defaultHttpLimits, ...options.limits }
  const { server, connections, connectionLimits } = createHttpServer({ ...options, limits })
  const port = await openAll(server, { ...options, source, connectionLimits })
  server.on('error', (error) => options.log.error('A connection could not be accepted', { error }))
  let drained: Promise<void> | undefined
  let stopped: Promise<void> | undefined
  const drain = (): Promise<void> =>
    (drained ??= (async () => {
      await source.close(server)
      await options.beside?.drain(options.grace)
      await connections.drain(options.grace)
    })())
  const stop = async (deadline: number, beforeCut: () => void): Promise<void> => {
    await drain()
    options.stopping.abort(new DOMException('The host is stopping.', 'AbortError'))
    await connections.close(options.grace, deadline, beforeCut)
    // Nothing is open any more; this ends the timer that looks for slow requests.
    server.close()
  }
  return Object.freeze({
    url: urlOf(options.address, port),
    port,
    connections: () => connections.count,
    drain,
    stop: (deadline: number, beforeCut = () => undefined) => (stopped ??= stop(deadline, beforeCut)),
  })
}

type Opened = Pick<ListenOptions, 'address' | 'beside'> & {
  readonly source: ConnectionSource
  readonly connectionLimits: ConnectionLimits
}

/** Opens the socket of a server and that beside it; none of them when one can't be opened. @returns the port */
async function openAll(server: Server, { address, beside, source, connectionLimits }: Opened): Promise<number> {
  const accept = (socket: Socket): void => void server.emit('connection', socket)
  try {
    // A parent deals connections out as soon as the source is open, so the listener is there before.
    const [, port] = await Promise.all([beside?.open({ accept, connectionLimits }), source.open(server, address)])
    return port
  } catch (error) {
    server.close()
    await beside?.drain(0)
    throw error
  }
}

function urlOf(address: HttpAddress, port: number): string {
  if (isUnix(address)) return `unix:${address.path}`
  const { host } = address
  if (host === undefined || host === '0.0.0.0' || host === '::') return `http://localhost:${port}/`
  return host.includes(':') ? `http://[${host}]:${port}/` : `http://${host}:${port}/`
}
