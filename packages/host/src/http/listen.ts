/**
 * The socket: bytes to a `Request`, a `Response` to bytes, with the limits of `HttpLimits` on the way in.
 *
 *   listening --stop()--> stopping --last answer sent, or deadline--> closed
 *
 * `stop` aborts the signal `stopping` first (readiness turns off, server-sent events end), then refuses new connections,
 * lets running answers finish, and cuts what is left at the deadline.
 */
import type { AddressInfo } from 'node:net'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Log } from '@host/plugin'
import { NodeRequest } from 'srvx/node'
import type { HttpLimits } from './http-limits.ts'
import type { ListenAddress } from './listen-address.ts'
import { admit } from './admission.ts'
import { defaultHttpLimits } from './http-limits.ts'
import { refusal, refusalResponse } from './refusal.ts'
import { sendAnswer } from './send-answer.ts'
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
  const server = createHttpServer(
    {
      maxHeaderSize: limits.requestHeaders,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAlive,
      connectionsCheckingInterval: limits.checkInterval,
      // Checked in admission, with a body that says so.
      requireHostHeader: false,
      shouldUpgradeCallback: wantsWebSocket,
    },
    (req, res) => take({ req, res, maxRequestBodySize: limits.requestBody }, options, limits),
  )
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

interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly maxRequestBodySize: number
}

function take(exchange: Exchange, options: ListenOptions, limits: HttpLimits): void {
  const { req, res } = exchange
  const refused = admit(req, limits)
  if (refused !== undefined) {
    options.log.debug('A request was refused before routing', { status: refused.status, detail: refused.detail })
    return send(refusalResponse(refused))
  }
  const request = new NodeRequest(exchange)
  try {
    const response = options.handler(request)
    if (response instanceof Promise) response.then(finish).catch(fail)
    else finish(response)
  } catch (error) {
    fail(error)
  }

  function finish(response: Response): void {
    if (isUnread(req)) res.shouldKeepAlive = false
    send(
      watchBody(response, {
        onError: (error) => options.onBodyError(request, error),
        stopping: options.stopping.signal,
      }),
    )
  }

  function fail(error: unknown): void {
    options.log.error('An error escaped the host', { error })
    if (res.headersSent) res.destroy()
    else send(refusalResponse(failed))
  }

  function send(response: Response): void {
    // A body that fails is reported by its watch; what else fails here ends with the connection.
    sendAnswer(response, res)?.catch(() => res.destroy())
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
