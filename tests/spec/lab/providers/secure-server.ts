import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { certify } from '@host/testing/hostile-lab'

/** Trusted by the process of the tests and by nothing else: production has no such door. */
const authority = certify('Laboratory')
setDefaultCACertificates([...getCACertificates('default'), authority.cert])

/** A local https server, whose certificate the test process trusts. */
export interface SecureServer extends AsyncDisposable {
  readonly origin: string
  /** For `HOST_SAFEHTTP_ALLOW`. */
  readonly address: string
  /** The certificate of its authority, for another process to trust. */
  readonly authority: string
  /** Its request listener; may be set later, when the origin is known. */
  listener: RequestListener
  /** How many connections it was asked for. */
  readonly connections: number
}

/** Starts one. */
export async function startSecureServer(): Promise<SecureServer> {
  const { cert, key } = certify('127.0.0.1', authority)
  let connections = 0
  const lab: { listener: RequestListener } = { listener: (_request, response) => response.writeHead(404).end() }
  const pem = key.export({ type: 'pkcs8', format: 'pem' })
  const server = createServer({ cert, key: pem }, (request, response) => lab.listener(request, response))
  server.on('connection', () => void (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `https://127.0.0.1:${port}`,
    address: `127.0.0.1:${port}`,
    authority: authority.cert,
    get listener() {
      return lab.listener
    },
    set listener(listener) {
      lab.listener = listener
    },
    get connections() {
      return connections
    },
    async [Symbol.asyncDispose]() {
      await close(server)
    },
  }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
