import { once } from 'node:events'
import { createServer } from 'node:https'
import type { TestContext } from 'node:test'
import { createSecureContext } from 'node:tls'
import { OutboundPolicy } from '@host/plugin/outbound-policy'
import { trusted } from './authority.ts'

/** An answer, with the type text/plain. */
export interface SiteAnswer {
  readonly status?: number
  readonly body?: string
}

/** A web server for many names, on the port of HTTPS of an address of its own. */
export interface HttpsSite {
  readonly address: string
  /** Requests so far, as URLs. */
  readonly requests: readonly string[]
  /** Lets clients reach it, and ask this name server for addresses. */
  outbound(names: { readonly address: string }): OutboundPolicy
}

/** Why the port can't be listened on; undefined where it can. */
export const withoutHttpsPort = process.getuid?.() === 0 ? undefined : 'Port 443 needs root'

/**
 * Starts a site that ends with its test. Each name gets a certificate that the process trusts.
 * @param wrongNames names that get the certificate of another one
 */
export async function startHttpsSite(
  context: TestContext,
  answer: (url: URL) => SiteAnswer,
  { wrongNames = [] }: { readonly wrongNames?: readonly string[] } = {},
): Promise<HttpsSite> {
  const requests: string[] = []
  const server = createServer(
    {
      SNICallback: (name, done) => {
        done(null, createSecureContext(trusted(wrongNames.includes(name) ? 'wrong.example' : name)))
      },
    },
    (request, response) => {
      const url = new URL(request.url ?? '/', `https://${request.headers.host}`)
      requests.push(url.href)
      const { status = 200, body = '' } = answer(url)
      response.writeHead(status, { 'content-type': 'text/plain' }).end(body)
    },
  )
  // One of many addresses of loopback, since tests at the same time want the same port.
  const part = (): number => 1 + Math.floor(Math.random() * 253)
  const address = `127.${part()}.${part()}.${part()}`
  server.listen(443, address)
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const outbound = (names: { readonly address: string }) =>
    new OutboundPolicy({ allow: '127.0.0.0/8', nameServers: [names.address] })
  return Object.freeze<HttpsSite>({ address, requests, outbound })
}
