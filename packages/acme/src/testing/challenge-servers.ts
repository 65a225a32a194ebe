import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSecureContext, createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { createChallengeCertificate } from '../der/index.ts'
import type { ChallengeProof } from '../issue/issue-certificate.ts'

const prefix = '/.well-known/acme-challenge/'

/** Answers HTTP-01 and TLS-ALPN-01 for whatever is published. */
export class ChallengeServers {
  readonly #http: Server
  readonly #tls: TlsServer
  readonly #tokens = new Map<string, string>()
  readonly #names = new Map<string, string>()
  /** Challenges that were looked at. */
  asked = 0

  private constructor() {
    this.#http = createServer((request, response) => {
      this.asked += 1
      const text = this.#tokens.get(request.url?.slice(prefix.length) ?? '')
      response.writeHead(text === undefined ? 404 : 200).end(text)
    })
    this.#tls = createTlsServer({
      ALPNProtocols: ['acme-tls/1'],
      SNICallback: (name, callback) => {
        this.asked += 1
        const text = this.#names.get(name)
        if (text === undefined) return callback(new Error('unknown name'))
        const { certificate, privateKey } = createChallengeCertificate(name, text, new Date())
        return callback(null, createSecureContext({ cert: certificate, key: privateKey }))
      },
    }).on('tlsClientError', () => undefined)
  }

  static async start(): Promise<ChallengeServers> {
    const servers = new ChallengeServers()
    for (const server of [servers.#http, servers.#tls]) {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    }
    return servers
  }

  get httpPort(): number {
    return (this.#http.address() as AddressInfo).port
  }

  get tlsPort(): number {
    return (this.#tls.address() as AddressInfo).port
  }

  /** Proofs that can be seen. */
  get size(): number {
    return this.#tokens.size + this.#names.size
  }

  publish({ challenge, name, keyAuthorization }: ChallengeProof): AsyncDisposable {
    const [map, key] = challenge.type === 'http-01' ? [this.#tokens, challenge.token] : [this.#names, name]
    map.set(key, keyAuthorization)
    return { [Symbol.asyncDispose]: async () => void map.delete(key) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections()
    await Promise.all([this.#http, this.#tls].map((server) => new Promise((resolve) => server.close(resolve))))
  }
}
