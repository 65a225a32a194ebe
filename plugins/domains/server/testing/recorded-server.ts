/** An HTTP server on loopback that answers as the API of a provider is documented to, with faults. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OutboundPolicy } from '@host/plugin/outbound-policy'
import { newClient, type SafeHttpClient } from '@host/plugin/safehttp'
import type { DnsRemoteFaults } from '@host/testing'

export interface RecordedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface RecordedAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** How an API answers. */
export interface RecordedApi {
  answer(request: RecordedRequest): RecordedAnswer
  /** Fails for its own reasons. */
  failed(text: string): RecordedAnswer
  limited(): RecordedAnswer
}

export interface RecordedServer extends AsyncDisposable {
  readonly url: string
  readonly http: SafeHttpClient
  readonly faults: Required<DnsRemoteFaults>
  /** Requests so far, such as `GET /zones?page=1`. */
  readonly requests: string[]
  /** Before each request with a body. */
  beforeChange: (() => Promise<unknown>) | undefined
  /** Requests with a body are done, and their answers are lost. */
  losesAnswers: boolean
}

const timeLimit = 20_000

/** Starts a server on a free port. */
export async function startRecordedServer(api: RecordedApi): Promise<RecordedServer> {
  let fault: ((request: RecordedRequest) => RecordedAnswer | undefined) | undefined
  const server = createServer((request, response) => {
    void read(request).then(async (received) => {
      recorded.requests.push(`${received.method} ${received.url.pathname}${received.url.search}`)
      const { beforeChange } = recorded
      if (received.method === 'POST') {
        recorded.beforeChange = undefined
        await beforeChange?.()
      }
      const answer = fault === undefined ? api.answer(received) : fault(received)
      if (received.method === 'POST' && recorded.losesAnswers) response.destroy()
      else if (answer !== undefined) send(response, answer)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const causes = (next: () => RecordedAnswer | undefined) => {
    fault = next
    return () => {
      fault = undefined
    }
  }
  const recorded: RecordedServer = {
    url: `http://127.0.0.1:${port}`,
    http: newClient(timeLimit, { outbound: new OutboundPolicy({ allow: `127.0.0.1:${port}` }) }),
    faults: {
      stall: () => causes(() => undefined),
      fail: (text) => causes(() => api.failed(text)),
      limit: () => causes(() => api.limited()),
    },
    requests: [],
    beforeChange: undefined,
    losesAnswers: false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return recorded
}

async function read(request: IncomingMessage): Promise<RecordedRequest> {
  const { method = '', url = '', headers } = request
  const chunks = await Array.fromAsync<Buffer>(request)
  return { method, url: new URL(url, `http://${headers.host}`), headers, body: Buffer.concat(chunks).toString('utf8') }
}

function send(response: ServerResponse, { status, headers = {}, body }: RecordedAnswer): void {
  response.writeHead(status, headers).end(body)
}
