/** Node's server with our limits: bytes to a `Request`, and our own refusal for anything else. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { admit, admitBody } from './admission.ts'
import type { BodyLimits } from './body-limits.ts'
import { Call, type CallOptions } from './call.ts'
import { ConnectionLimits } from './connection-limits.ts'
import { ConnectionNotes } from './connection-notes.ts'
import { Connections } from './connections.ts'
import { hostAnswer, type HostAnswer } from './host-answer.ts'
import type { QuickSent } from './quick-sent.ts'
import type { HttpLimits } from './http-limits.ts'
import { pathOf } from './node-request.ts'
import { refusal, type Refusal } from './refusal.ts'
import { answerSockets, wantsWebSocket } from './socket-answers.ts'
import { SocketBody, type BodyCharge } from './socket-body.ts'
import { SocketRequest } from './socket-request.ts'
import { StalledConnections } from './stalled-connections.ts'
import type { StandingHeaders } from './standing-headers.ts'

/** Options of a server. */
export interface HttpServerOptions extends Omit<CallOptions, 'notes' | 'connections' | 'stalled'> {
  /** The host behind the socket. It turns its own errors into answers; one that escapes is logged and becomes a 500. */
  readonly handler: (request: Request) => Response | Promise<Response>
  /** An answer from memory to a request without a body, before a `Request` is made of it. */
  readonly quick?: ((message: IncomingMessage) => QuickSent | undefined) | undefined
  /** Refuses a message before it becomes a request. */
  readonly refuse?: ((message: IncomingMessage) => Refusal | undefined) | undefined
  /** How large a body the route behind a path takes. */
  readonly bodyLimits: (method: string, path: string) => BodyLimits
  /** Begins to count the bytes of a body that is read into memory. */
  readonly chargeBody: (request: Request) => BodyCharge
  /** Headers of every answer that does not state them itself. */
  readonly standing: StandingHeaders
  /** Whether an address is that of a proxy which connects for others. */
  readonly isProxy: (address: string) => boolean
  readonly limits: HttpLimits
}

const noExpectation = refusal('expectation_failed', {
  en: 'The Expect header of the request asks for something other than "100-continue".',
  zh: '该请求的 Expect 标头要求了 “100-continue” 以外的内容。',
})

/** A server that has no connections yet, those that it will have, and their limits. */
export interface HttpServer {
  readonly server: Server
  readonly connections: Connections
  readonly connectionLimits: ConnectionLimits
}

/** A server that does not listen yet. */
export function createHttpServer(given: HttpServerOptions): HttpServer {
  const { limits, log, isProxy } = given
  const server = createServer({
    maxHeaderSize: limits.requestHeaders,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.idleTimeout,
    connectionsCheckingInterval: limits.checkInterval,
    // A request that says nothing of a body has none, and is not given the means to wait for it.
    optimizeEmptyRequests: true,
    // Checked in admission, with a body that says so.
    requireHostHeader: false,
    shouldUpgradeCallback: wantsWebSocket,
    ServerResponse: hostAnswer(given.standing),
  })
  const connections = new Connections(server)
  const stalled = new StalledConnections(server, limits.idleTimeout)
  const options = { ...given, notes: new ConnectionNotes(), connections, stalled }
  server.on('request', (message, target) => take(message, target as HostAnswer, options))
  server.maxRequestsPerSocket = limits.requestsPerSocket
  server.on('checkContinue', (message: IncomingMessage, target) => {
    // A client that waits for our word before it sends a body is refused without the word.
    if (isAdmitted(message, target as HostAnswer, options)) {
      target.writeContinue()
      if (message.socket.writableLength > 0) stalled.watch(message.socket)
    }
    server.emit('request', message, target)
  })
  server.on('checkExpectation', (message: IncomingMessage, target) => {
    if (!isClosing(message, target as HostAnswer, options)) {
      new Call(message, target as HostAnswer, options).refuse(noExpectation)
    }
  })
  const connectionLimits = new ConnectionLimits({ most: limits.connections, isProxy, log }, () =>
    server.closeIdleConnections(),
  )
  connectionLimits.watch(server)
  answerSockets(server, options)
  return { server, connections, connectionLimits }
}

type ServerOptions = HttpServerOptions & CallOptions

function take(message: IncomingMessage, target: HostAnswer, options: ServerOptions): void {
  if (isClosing(message, target, options)) return
  options.connections.note(message.socket)
  const call = new Call(message, target, options)
  const refused = admit(message, options.limits.headerCount) ?? options.refuse?.(message)
  if (refused !== undefined) return call.refuse(refused)
  if (!hasBody(message)) {
    const quick = options.quick?.(message)
    if (quick !== undefined) return call.sendQuick(quick)
    completeEmpty(message)
    return call.answer(new SocketRequest({ req: message, res: target }), options.handler)
  }
  const limits = bodyLimitsOf(message, options)
  const tooLarge = admitBody(message, limits)
  if (tooLarge !== undefined) return call.refuse(tooLarge)
  const source = new SocketBody({ message, response: target }, () => options.chargeBody(request))
  const context = { req: message, res: target, maxRequestBodySize: limits.bytes }
  const request = new SocketRequest(context, { source, limits })
  call.answer(request, options.handler)
}

/** Whether the connection is being closed, so that nothing that still comes on it is carried out. */
function isClosing({ socket }: IncomingMessage, target: HostAnswer, { notes }: ServerOptions): boolean {
  // An answer without a socket waits behind another one.
  return socket.writableEnded || (target.socket === null && notes.isClosing(socket))
}

function isAdmitted(message: IncomingMessage, target: HostAnswer, options: ServerOptions): boolean {
  if (isClosing(message, target, options)) return false
  const refused = admit(message, options.limits.headerCount) ?? options.refuse?.(message)
  return refused === undefined && admitBody(message, bodyLimitsOf(message, options)) === undefined
}

function bodyLimitsOf(message: IncomingMessage, { bodyLimits }: HttpServerOptions): BodyLimits {
  return bodyLimits(message.method ?? '', pathOf(message))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

const nothing = Buffer.alloc(0)

/** A request without a body has arrived as a whole; Node says so only after the handler was called. */
function completeEmpty(message: IncomingMessage): void {
  message.complete = true
  if (message.method === 'GET' || message.method === 'HEAD') return
  // The adapter's request reads this instead of the message, which ended before it could be read.
  Object.defineProperty(message, 'rawBody', { value: nothing })
}
