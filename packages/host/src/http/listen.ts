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
import type { HttpLimits } from './http-limits.ts'
import type { ListenAddress } from './listen-address.ts'
import { admit } from './admission.ts'
import { defaultHttpLimits } from './http-limits.ts'
import { refusal, refusalResponse } from './refusal.ts'
import { sendAnswer, sendPlain } from './send-answer.ts'
import { SocketRequest } from './socket-request.ts'
import { answerSockets, wantsWebSocket } from './socket-answers.ts'
import { watchBody } from './watched-body.ts'

/** What a server is made of. */
export interface ListenOptions {
  readonly address: ListenAddress
  /** The host behind the socket. It turns its own errors into answers; one that escapes is logged and becomes a 500. */
  readonly handler: (request: Request) => Response | Promise<Response>
  /** The answer in place of one that HTTP can't carry: a header with a line break, a body that was read before. */
  readonly replace: (request: Request, error: unknown) => Response
  /** Told when the body of an answer fails while it is sent, with the request that it answers. */
  readonly onBodyError: (request: Request, error: unknown) => void
  /** Calls what produces the body of an answer, in the frame of whoever answers the request. */
  readonly enter: <Result>(request: Request, work: () => Result) => Result
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
  const server = createServer({ ...options, limits })
  await listenOn(server, options.address)
  server.on('error', (error) => options.log.error('The server could not accept a connection', { error }))
  const { port } = server.address() as AddressInfo
  let stopped: Promise<void> | undefined
  return Object.freeze({
    url: urlOf(options.address, port),
    port,
    stop: (deadline: number) => (stopped ??= stop(server, options.stopping, deadline)),
  })
}

interface ServerOptions extends ListenOptions {
  readonly limits: HttpLimits
}

function createServer(options: ServerOptions): Server {
  const { limits } = options
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
    (req, res) => take(req, res, options),
  )
  server.maxRequestsPerSocket = limits.requestsPerSocket
  answerSockets(server, options.log)
  server.on('checkContinue', (request: IncomingMessage, response) => {
    // A client that waits for our word before it sends a body is refused without the word.
    if (admit(request, limits) === undefined) response.writeContinue()
    server.emit('request', request, response)
  })
  return server
}

function take(req: IncomingMessage, res: ServerResponse, options: ServerOptions): void {
  const refused = admit(req, options.limits)
  if (refused !== undefined) {
    options.log.debug('A request was refused before routing', { status: refused.status, detail: refused.detail })
    return void sendAnswer(refusalResponse(refused), res)
  }
  const request = new SocketRequest({ req, res, maxRequestBodySize: options.limits.requestBody })
  const call = new Call(request, res, options)
  try {
    const response = options.handler(request)
    if (response instanceof Promise) {
      response.then((late) => call.finish(late)).catch((error: unknown) => call.fail(error))
    } else call.finish(response)
  } catch (error) {
    call.fail(error)
  }
}

/** A request that was let in and waits for its answer. */
class Call {
  readonly #request: Request
  readonly #target: ServerResponse
  readonly #options: ServerOptions

  constructor(request: Request, target: ServerResponse, options: ServerOptions) {
    this.#request = request
    this.#target = target
    this.#options = options
  }

  finish(response: Response): void {
    if (isUnread(this.#target.req)) this.#target.shouldKeepAlive = false
    try {
      this.#send(response)
    } catch (error) {
      if (this.#target.headersSent) throw error
      // The phrase of the status that was not sent.
      this.#target.statusMessage = ''
      this.#send(this.#options.replace(this.#request, error))
    }
  }

  /** @throws TypeError for an answer that HTTP can't carry */
  #send(response: Response): void {
    if (sendPlain(response, this.#target)) return
    const { onBodyError, enter, stopping } = this.#options
    const watched = watchBody(response, {
      onError: (error) => onBodyError(this.#request, error),
      enter: (work) => enter(this.#request, work),
      stopping: stopping.signal,
    })
    void sendAnswer(watched, this.#target)
  }

  /** Answers for a host that did not. */
  fail(error: unknown): void {
    this.#options.log.error('An error escaped the host', { error })
    if (this.#target.headersSent) this.#target.destroy()
    else void sendAnswer(refusalResponse(failed), this.#target)
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
