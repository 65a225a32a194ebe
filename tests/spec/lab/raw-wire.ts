/** Bytes to a server and back, with no client in between that would put them right. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** An answer in a stream of bytes. */
export interface RawAnswer {
  readonly status: number
  /** By lower-case name; values of one name are joined. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Response data of a connection. */
export interface RawExchange {
  readonly answers: readonly RawAnswer[]
  /** Bytes behind the last whole answer. */
  readonly rest: string
  /** Whether the server closed the connection. */
  readonly isClosed: boolean
}

/** Real, as sockets are: how long a connection may be silent before it counts as kept open, in milliseconds. */
const silence = 400
/** How long the first byte may take on a busy machine, in milliseconds. */
const patience = 2_000
/** Between two parts that are sent, so that each arrives by itself. */
const between = 20

/**
 * Sends parts one after another, and returns the data received until the server closed the connection or went silent.
 */
export async function rawExchange(port: number, ...parts: readonly (string | Uint8Array)[]): Promise<RawExchange> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  const received = collect(socket)
  for (const part of parts) {
    if (socket.destroyed) break
    socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
    await pause(between)
  }
  const { bytes, isClosed } = await received
  socket.destroy()
  return { ...readAnswers(bytes), isClosed }
}

/**
 * Sends texts at once, each on a connection of its own: all of them have arrived before the server reads the first, also
 * where it shares the process with the test.
 */
export async function rawExchanges(port: number, texts: readonly string[]): Promise<readonly RawExchange[]> {
  const sockets = texts.map(() => connect({ port, host: '127.0.0.1' }).on('error', () => undefined))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await pause(between)
  const received = sockets.map((socket, place) => {
    socket.write(Buffer.from(texts[place] ?? '', 'latin1'))
    return collect(socket)
  })
  const exchanges = await Promise.all(received)
  for (const socket of sockets) socket.destroy()
  return exchanges.map(({ bytes, isClosed }) => ({ ...readAnswers(bytes), isClosed }))
}

/** Sends all parts before it reads anything, as careless clients do. @returns the data read afterwards */
export async function sendBlindly(port: number, parts: readonly string[]): Promise<RawExchange> {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
  socket.pause()
  for (const part of parts) {
    if (socket.destroyed) break
    if (!socket.write(Buffer.from(part, 'latin1'))) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  await pause(between)
  const received = collect(socket)
  socket.resume()
  const { bytes, isClosed } = await received
  socket.destroy()
  return { ...readAnswers(bytes), isClosed }
}

function collect(socket: Socket): Promise<{ readonly bytes: Buffer; readonly isClosed: boolean }> {
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    const settle = (isClosed: boolean) => () => resolve({ bytes: Buffer.concat(chunks), isClosed })
    let timer = setTimeout(settle(false), patience)
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      clearTimeout(timer)
      timer = setTimeout(settle(false), silence)
    })
    socket.on('close', () => {
      clearTimeout(timer)
      settle(true)()
    })
  })
}

/** The answers in a stream of bytes, as a client reads them one after another. */
export function readAnswers(bytes: Buffer): Pick<RawExchange, 'answers' | 'rest'> {
  const answers: RawAnswer[] = []
  let left = bytes.toString('latin1')
  for (;;) {
    const end = left.indexOf('\r\n\r\n')
    const head = /^HTTP\/1\.1 (?<status>\d{3}) [^\r\n]*(?<lines>[^]*)$/.exec(left.slice(0, end))?.groups
    if (end === -1 || head === undefined) return { answers, rest: left }
    const status = Number(head['status'])
    const headers = headersOf(head['lines'] ?? '')
    const { body, length } = bodyOf(left.slice(end + 4), headers, status)
    answers.push({ status, headers, body: Buffer.from(body, 'latin1').toString('utf8') })
    left = left.slice(end + 4 + length)
  }
}

function headersOf(lines: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines.split('\r\n').filter(Boolean)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers.set(name, headers.has(name) ? `${headers.get(name)}, ${value}` : value)
  }
  return headers
}

function bodyOf(text: string, headers: ReadonlyMap<string, string>, status: number): { body: string; length: number } {
  if (status < 200 || status === 204 || status === 304) return { body: '', length: 0 }
  if (headers.get('transfer-encoding') === 'chunked') return chunkedBody(text)
  const length = Number(headers.get('content-length') ?? text.length)
  return { body: text.slice(0, length), length: Math.min(length, text.length) }
}

function chunkedBody(text: string): { body: string; length: number } {
  let body = ''
  let at = 0
  for (;;) {
    const line = text.indexOf('\r\n', at)
    const size = line === -1 ? 0 : Number.parseInt(text.slice(at, line), 16)
    if (line === -1 || size === 0) return { body, length: line === -1 ? text.length : line + 4 }
    body += text.slice(line + 2, line + 2 + size)
    at = line + 2 + size + 2
  }
}
