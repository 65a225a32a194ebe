import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SiteAnswer } from './hostile-answers.ts'

/** A request as the site got it. */
export interface SiteRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A web server on loopback whose paths answer as a test defines. */
export interface HostileSite {
  readonly address: string
  readonly port: number
  /** How many connections it has taken. */
  readonly connections: number
  /** Every request so far, with its body. */
  readonly requests: readonly SiteRequest[]
  /**
   * Says how a path answers.
   * @returns its URL, under the site's address
   * @example const url = lab.site.at('/bomb', hostile.bomb('gzip', 2 ** 30))
   */
  at(path: string, answer: SiteAnswer): string
  /** The URL of a path, under the site's address or under a name. */
  url(path: string, name?: string): string
}

/** A site that can be stopped. */
export interface RunningSite extends HostileSite {
  close(): void
}

/** Starts a site on a free port of loopback. */
export async function startSite(): Promise<RunningSite> {
  const answers = new Map<string, SiteAnswer>()
  const requests: SiteRequest[] = []
  const counted = { connections: 0 }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void readRequest(request).then((received) => {
      requests.push(received)
      const answer = answers.get(received.path)
      if (answer === undefined) response.writeHead(404).end('There is no such path in this laboratory.')
      else answer(request, response)
    })
  })
  server.on('connection', () => (counted.connections += 1))
  const { address, port } = await listenOnLoopback(server)
  const url = (path: string, name = address): string => `http://${name}:${port}${path}`
  return Object.freeze<RunningSite>({
    address,
    port,
    get connections() {
      return counted.connections
    },
    requests,
    at(path, answer) {
      answers.set(path, answer)
      return url(path)
    },
    url,
    close() {
      server.close()
      server.closeAllConnections()
    },
  })
}

async function listenOnLoopback(server: Server): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server.address() as AddressInfo
}

async function readRequest(request: IncomingMessage): Promise<SiteRequest> {
  const body = (await request.toArray()) as Buffer[]
  const { method = '', url = '', headers } = request
  return Object.freeze({ method, path: url, headers, body: Buffer.concat(body).toString() })
}
