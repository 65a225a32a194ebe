/**
 * Answers for sockets that have no request: bytes that don't parse, headers too large or too slow, CONNECT, and a change
 * of protocol. Without listeners Node answers some of them with an empty body and drops the others.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Log } from '@host/plugin'
import type { Refusal } from './refusal.ts'
import { refusal, refusalBytes } from './refusal.ts'

const unreadable = refusal('bad_request', 'The request is no valid HTTP.')
const refusals: ReadonlyMap<string, Refusal> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    refusal('headers_too_large', 'The headers of the request are larger than this server takes.'),
  ],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', refusal('body_too_large', 'The chunk extensions of the request are too large.')],
  ['ERR_HTTP_REQUEST_TIMEOUT', refusal('timeout', 'The request did not arrive in time.', 408)],
])
const noTunnel = refusal('method_not_allowed', 'This server opens no tunnels.')
const noUpgrade = refusal('bad_request', 'This server does not speak WebSocket; live data comes as server-sent events.')

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
export function answerSockets(server: Server, log: Log): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy()
      return
    }
    log.debug('A request could not be read', { code: error.code })
    end(socket, refusals.get(error.code ?? '') ?? unreadable)
  })
  server.on('connect', (_request, socket) => end(socket, noTunnel))
  server.on('upgrade', (_request, socket) => end(socket, noUpgrade))
}

/** Whether an answer is already on its way, so that ours would land in its middle. Node's own listener asks the same. */
function isAnswering(socket: Duplex): boolean {
  const message = (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage
  return message?.headersSent === true
}

function end(socket: Duplex, refused: Refusal): void {
  socket.on('error', () => socket.destroy())
  socket.end(refusalBytes(refused), () => socket.destroy())
}
