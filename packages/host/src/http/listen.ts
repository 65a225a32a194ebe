/**
 * The socket: bytes to a `Request`, a `Response` to bytes, with the limits of `HttpLimits` on the way in.
 *
 *   listening --stop()--> stopping --last answer sent, or deadline--> closed
 *
 * `stop` aborts the signal `stopping` first (readiness turns off, server-sent events end), then refuses new connections,
 * lets running answers finish, and cuts what is left at the deadline.
 */
import type { AddressInfo } from 'node:net'
import type { IncomingMessage, Server } from 'node:http'
import type { Log } from '@host/plugin'
import { serve } from 'srvx'
import type { HttpLimits } from './http-limits.ts'
import type { ListenAddress } from './listen-address.ts'
import { admit } from './admission.ts'
import { defaultHttpLimits } from './http-limits.ts'
import { nodeExchange } from './node-request.ts'
import { refusal, refusalResponse } from './refusal.ts'
import { answerSockets, wantsWebSocket } from './socket-answers.ts'
import { watchBody } from './watched-body.ts'

/** What a server is made of. */
export interface ListenOptions {
  readonly address: ListenAddress
  /** The host behind the socket. It turns its own errors into answers; one that escapes is logged and becomes a 500. */
  readonly handler: (request: Request) => Response | Promise<Response>
  /** Told when the body of an answer fails while it is sent, with the request that it answers. */
  readonly onBodyError: (request: Request, error: unknown) => void
  /** Aborted by `stop`; the host's readiness and the signals of its scopes hang on it. */
  readonly stopping: AbortController
  readonly log: Log
  readonly limits?: Partial<HttpLimits>
}

/** A server that listens. */
export interface Listening {
  /** Where it can be reached from this machine, with the port that was really taken. */
  readonly url: string
  readonly port: number
  /** Stops; resolves when every connection is closed, at the latest after `deadline` milliseconds. Safe to call twice. */
  stop(deadline: number): Promise<void>
}

const failed = refusal('internal', 'The request could not be completed.')

/** Starts to listen. Rejects when the address is taken or not ours. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const limits = { ...defaultHttpLimits, ...options.limits }
  const server = createServer(options, limits)
  await listenOn(server, options.address)
  const { port } = server.address() as AddressInfo
  let stopped: Promise<void> | undefined
  return Object.freeze({
    url: urlOf(options.address, port),
    port,
    stop: (deadline: number) => (stopped ??= stop(server, options.stopping, deadline)),
  })
}

function createServer(options: ListenOptions, limits: HttpLimits): Server {
  const adapter = serve({
    fetch: (request) => answer(request, options, limits),
    manual: true,
    // The adapter's own sequence takes over process signals and depends on environment variables.
    gracefulShutdown: false,
    silent: true,
    maxRequestBodySize: limits.requestBody,
    node: {
      http2: false,
      maxHeaderSize: limits.requestHeaders,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAlive,
      connectionsCheckingInterval: limits.checkInterval,
      // Checked in admission, with a body that says so.
      requireHostHeader: false,
      shouldUpgradeCallback: wantsWebSocket,
    },
  })
  const server = adapter.node?.server as Server
  server.maxRequestsPerSocket = limits.requestsPerSocket
  server.on('error', (error) => options.log.error('The server could not accept a connection', { error }))
  answerSockets(server, options.log)
  server.on('checkContinue', (request: IncomingMessage, response) => {
    // A client that waits for our word before it sends a body is refused without the word.
    if (admit(request, limits) === undefined) response.writeContinue()
    server.emit('request', request, response)
  })
  return server
}

function answer(request: Request, options: ListenOptions, limits: HttpLimits): Response | Promise<Response> {
  const exchange = nodeExchange(request)
  const refused = exchange === undefined ? undefined : admit(exchange.request, limits)
  if (refused !== undefined) {
    options.log.debug('A request was refused before routing', { status: refused.status, detail: refused.detail })
    return refusalResponse(refused)
  }
  try {
    const response = options.handler(request)
    if (response instanceof Promise) return response.catch(fail).then(finish)
    return finish(response)
  } catch (error) {
    return fail(error)
  }

  function finish(response: Response): Response {
    if (exchange !== undefined && isUnread(exchange.request)) exchange.response.shouldKeepAlive = false
    return watchBody(response, {
      onError: (error) => options.onBodyError(request, error),
      stopping: options.stopping.signal,
    })
  }

  function fail(error: unknown): Response {
    options.log.error('An error escaped the host', { error })
    return refusalResponse(failed)
  }
}

/** Whether an endless body may still be coming: its connection must not be kept only to read it to nowhere. */
function isUnread(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined && !request.complete
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
