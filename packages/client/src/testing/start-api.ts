import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientClock } from '../retry/client-clock.ts'

/** A request as the server got it. */
export interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server whose answers a test chooses, and that records its requests. */
export interface FakeApi {
  readonly baseUrl: string
  readonly seen: Seen[]
  /** Answers in turn; the last answers all that follow. */
  readonly answer: (...listeners: readonly RequestListener[]) => void
  readonly stop: () => void
}

/** Starts a server that answers 204 until a test sets another answer. */
export async function startApi(): Promise<FakeApi> {
  const seen: Seen[] = []
  let listeners: readonly RequestListener[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body })
      const [next, ...others] = listeners
      if (others.length > 0) listeners = others
      if (next === undefined) response.writeHead(204).end()
      else next(request, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer(...given) {
      listeners = given
      seen.length = 0
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** An answer in JSON. */
export function answerWith(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

/** A connection that breaks before there is an answer. */
export const breakOff: RequestListener = (request) => void request.socket.destroy()

/** The body of a problem of the API. */
export function problemOf(status: number, code: string): object {
  return {
    type: `urn:problem-type:host:${code}`,
    title: 'It could not be done',
    status,
    detail: 'A note of this title is there.',
    nextStep: 'Choose another one.',
    code,
    requestId: 'req_1',
  }
}

/** A clock on which waiting takes no time, and that remembers how long was waited. */
export function movedClock(chance = 0): ClientClock & { readonly waits: number[] } {
  const waits: number[] = []
  let now = 0
  return {
    waits,
    now: () => now,
    random: () => chance,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted()
      waits.push(milliseconds)
      now += milliseconds
    },
  }
}
