/**
 * The socket: bytes to a `Request`, a `Response` to bytes, with the limits of `HttpLimits` on the way in.
 *
 *   listening --stop()--> stopping --last answer sent, or deadline--> closed
 *
 * `stop` aborts the signal `stopping` first (readiness turns off, server-sent events end), then refuses new connections,
 * lets running answers finish, and cuts what is left at the deadline.
 */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHttpServer, type HttpServerOptions } from './http-server.ts'
import { defaultHttpLimits, type HttpLimits } from './http-limits.ts'
import type { ListenAddress } from './listen-address.ts'

/** What a server is made of, and where it listens. */
export interface ListenOptions extends Omit<HttpServerOptions, 'limits'> {
  readonly address: ListenAddress
  readonly limits?: Partial<HttpLimits>
}

/** A server that listens. */
export interface Listening {
  /** Where it can be reached from this machine, with the port that was really taken. */
  readonly url: string
  readonly port: number
  /** How many connections are open. */
  connections(): Promise<number>
  /** Stops; resolves when every connection is closed, at the latest after `deadline` milliseconds. Safe to call twice. */
  stop(deadline: number): Promise<void>
}

/** Starts to listen. Rejects when the address is taken or not ours. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const server = createHttpServer({ ...options, limits: { ...defaultHttpLimits, ...options.limits } })
  await listenOn(server, options.address)
  server.on('error', (error) => options.log.error('The server could not accept a connection', { error }))
  const { port } = server.address() as AddressInfo
  let stopped: Promise<void> | undefined
  return Object.freeze({
    url: urlOf(options.address, port),
    port,
    connections: () => connectionsOf(server),
    stop: (deadline: number) => (stopped ??= stop(server, options.stopping, deadline)),
  })
}

function listenOn(server: Server, { host, port }: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, exclusive: false }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
}

async function stop(server: Server, stopping: AbortController, deadline: number): Promise<void> {
  stopping.abort(new DOMException('The host is stopping.', 'AbortError'))
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // close() ends the connections that are idle now; those that become idle later are ended here.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), deadline)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

function urlOf({ host }: ListenAddress, port: number): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return `http://localhost:${port}/`
  return host.includes(':') ? `http://[${host}]:${port}/` : `http://${host}:${port}/`
}
