import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received call. */
interface Call {
  readonly path: string
  readonly body: Record<string, unknown>
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A server that stores received calls, and answers as configured. */
export class Receiver implements AsyncDisposable {
  readonly calls: Call[] = []
  answer: Answer = { status: 200, body: { ok: true } }
  /** Runs while the client waits for an answer. */
  meanwhile: (() => Promise<void>) | undefined
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => (text += part.toString()))
      request.on('end', () => {
        const sent = JSON.parse(text) as Record<string, unknown>
        this.calls.push({ path: request.url ?? '', body: sent, headers: request.headers, text })
        const { status, body, headers } = this.answer
        void (this.meanwhile?.() ?? Promise.resolve()).then(() => {
          response.writeHead(status, { 'content-type': 'application/json', ...headers })
          response.end(JSON.stringify(body))
        })
      })
    })
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
