/**
 * Answers for sockets that have no request: bytes that don't parse, headers too large or too slow, CONNECT, and a
 * change of protocol. Without listeners Node answers some of them with an empty body and drops the others.
 *
 * A client may send unreadable bytes behind readable requests (pipelining). Their refusal waits until those have been
 * answered, else it would be taken for the answer to the first of them:
 *
 *   broken --answers are on their way--> waiting --each finished--> refused --> closed
 *   broken --in the body of a request that has its answer, or behind half an answer--> closed
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Log } from '@host/plugin'
import type { AnswerRecorder } from './answer-record.ts'
import type { ConnectionNotes } from './connection-notes.ts'
import { currentAnswer } from './current-answer.ts'
import type { HttpLimits } from './http-limits.ts'
import { preferredLanguage } from './language.ts'
import { closeWithin } from './linger.ts'
import { isPaced } from './paced-messages.ts'
import type { Refusal } from './refusal.ts'
import { refusal, refusalBytes } from './refusal.ts'
import type { StandingHeaders } from './standing-headers.ts'

/** Options of such answers. */
export interface SocketAnswerOptions {
  readonly standing: StandingHeaders
  /** Names a request that could not be read. */
  readonly nameRequest: () => string
  readonly notes: ConnectionNotes
  readonly recorder: AnswerRecorder | undefined
  /** A refusal that its client does not read is dropped after the idle timeout. */
  readonly limits: Pick<HttpLimits, 'idleTimeout'>
  readonly log: Log
}

const unreadable = refusal('bad_request', { en: 'The request is not valid HTTP.', zh: '该请求不是有效的 HTTP。' })
const slow = 'ERR_HTTP_REQUEST_TIMEOUT'
const refusals: ReadonlyMap<string, Refusal> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    refusal('headers_too_large', {
      en: 'The request headers exceed the limit.',
      zh: '请求标头超出服务器允许的大小。',
    }),
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    refusal('body_too_large', {
      en: 'The chunk extensions are too large.',
      zh: '请求的分块扩展过大。',
    }),
  ],
  [
    slow,
    refusal('request_timeout', {
      en: 'The connection waited too long for the request.',
      zh: '连接等待请求的时间过长。',
    }),
  ],
])
const noTunnel = refusal('method_not_allowed', { en: 'CONNECT is not supported.', zh: '此服务器不提供隧道。' })
const noUpgrade = refusal('bad_request', {
  en: 'WebSocket is not supported; live data uses server-sent events.',
  zh: '此服务器不支持 WebSocket；实时数据以服务器发送事件提供。',
})

/** Only WebSocket is refused; any other wish to upgrade is ignored and the request served, as HTTP asks for. */
export function wantsWebSocket(request: IncomingMessage): boolean {
  return (
    request.headers.upgrade
      ?.toLowerCase()
      .split(',')
      .some((name) => name.trim() === 'websocket') === true
  )
}

/** Makes the server answer such sockets with a problem body and close them. */
export function answerSockets(server: Server, options: SocketAnswerOptions): void {
  const broken = new WeakSet<Duplex>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The rest of the unreadable bytes raises the error again, and a peer that reset the connection reads no answer.
    if (broken.has(socket) || (error.code === slow && isReadAtPace(socket))) return
    broken.add(socket)
    if (error.code === 'ECONNRESET') socket.destroy()
    else {
      closeWithin(socket, options.limits.idleTimeout)
      refuseInTurn(socket, refusals.get(error.code ?? '') ?? unreadable, options)
    }
  })
  server.on('connect', (message, socket) => refuseChange(socket, noTunnel, { options, message }))
  server.on('upgrade', (message, socket) => refuseChange(socket, noUpgrade, { options, message }))
}

/** Refuses a change of protocol once earlier requests on this connection have been answered. */
function refuseChange(
  socket: Duplex,
  refused: Refusal,
  { options, message }: Refused & { message: IncomingMessage },
): void {
  // A request with a body comes with a stream of it in place of its socket.
  const connection = message.socket
  closeWithin(connection, options.limits.idleTimeout)
  const refuse = (): void => {
    if (connection.destroyed) return
    const current = currentAnswer(connection)
    if (current === undefined) end(socket, refused, { options, message })
    else current.once('close', refuse)
  }
  refuse()
}

/** Whether the body that a socket brings has a limit of its own; Node reports the common one once. */
function isReadAtPace(socket: Duplex): boolean {
  const message = currentAnswer(socket)?.req
  return message !== undefined && !message.complete && isPaced(message)
}

/** Refuses once earlier requests on this connection have been answered, and nothing that has an answer already. */
function refuseInTurn(socket: Duplex, refused: Refusal, options: SocketAnswerOptions): void {
  const current = currentAnswer(socket)
  const isHalfSent = current !== undefined && current.headersSent && !current.writableEnded
  if (!socket.writable || isHalfSent || (current === undefined && options.notes.isUnread(socket))) socket.destroy()
  else if (current === undefined) end(socket, refused, { options, message: undefined })
  else if (current.req.complete) {
    socket.pause()
    current.once('close', () => refuseInTurn(socket, refused, options))
  } else if (current.headersSent) current.once('close', () => socket.destroy())
  else end(socket, refused, { options, message: current.req })
}

interface Refused {
  readonly options: SocketAnswerOptions
  /** The request, as far as it could be read. */
  readonly message: IncomingMessage | undefined
}

function end(socket: Duplex, refused: Refusal, { options, message }: Refused): void {
  const { standing, nameRequest, recorder, log } = options
  const requestId = nameRequest()
  const language = preferredLanguage(message?.headers['accept-language'] ?? null)
  const bytes = refusalBytes(refused, { requestId, language }, standing.lines)
  log.debug('A connection was refused', { status: refused.status, code: refused.code, requestId })
  socket.on('error', () => socket.destroy())
  socket.end(bytes, () => socket.destroy())
  if (recorder?.wants(refused.status) !== true) return
  recorder.record({
    status: refused.status,
    requestId,
    bytes: bytes.length,
    milliseconds: undefined,
    isComplete: true,
    message,
    request: undefined,
  })
}
