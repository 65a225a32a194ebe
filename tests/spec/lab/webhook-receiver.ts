import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as it came in. */
export interface ReceivedWebhook {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** `performance.now()` of its arrival. */
  readonly at: number
}

/** The receiver of webhooks: accepts and counts all messages. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  /** A path under which nothing is ever answered. */
  readonly silentUrl: string
  /** How many requests wait there now. */
  readonly waiting: number
  readonly received: readonly ReceivedWebhook[]
}

/** Starts a receiver on loopback. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  let waiting = 0
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      if (request.url === '/silent') {
        waiting += 1
        response.once('close', () => (waiting -= 1))
        return
      }
      const { headers } = request
      received.push({ id: String(headers['webhook-id']), headers, text, at: performance.now() })
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${base}/hook`,
    silentUrl: `${base}/silent`,
    received,
    get waiting() {
      return waiting
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
