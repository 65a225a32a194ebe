import type { IncomingMessage } from 'node:http'
import { nodeExchange } from '../http/node-request.ts'
import { canonicalAddress } from '../http/canonical-address.ts'
import { TrustedProxies } from '../http/trusted-proxies.ts'

/** Where requests really come from, as far as configuration and trusted proxies vouch for it. */
export class Peers {
  readonly #proxies: TrustedProxies
  readonly #hasProxies: boolean
  readonly #isPublicSecure: boolean | undefined

  /** @param publicUrl the configured address of this host, which also says whether browsers speak TLS to it */
  constructor(trustedProxies: string, publicUrl: URL | undefined) {
    this.#proxies = new TrustedProxies(trustedProxies)
    this.#hasProxies = trustedProxies !== ''
    this.#isPublicSecure = publicUrl === undefined ? undefined : publicUrl.protocol === 'https:'
  }

  /** The client's address; a request that came through no socket comes from this machine. */
  addressOf(request: Request): string {
    return this.#proxies.clientOf(request)?.address ?? '127.0.0.1'
  }

  /** The same for a message. */
  addressOfMessage(message: IncomingMessage): string {
    return this.#proxies.originOf(message)?.address ?? '127.0.0.1'
  }

  /** Whether a request comes straight from a proxy that is trusted, or from this very process. */
  isFromProxy(request: Request): boolean {
    const exchange = nodeExchange(request)
    return exchange === undefined || this.isProxy(exchange.request.socket.remoteAddress ?? '')
  }

  /** Whether an address is that of a proxy that is trusted; a peer on a Unix socket has an empty one. */
  isProxy(address: string): boolean {
    if (address === '') return this.#proxies.hasSockets
    const canonical = this.#hasProxies ? canonicalAddress(address) : undefined
    return canonical !== undefined && this.#proxies.trusts(canonical)
  }

  /** Whether a message came over TLS, to this process or to a proxy that is trusted. */
  isSecureMessage(message: IncomingMessage): boolean {
    return this.#proxies.originOf(message)?.isSecure ?? false
  }

  /** Whether the browser speaks TLS, so that cookies are Secure and have the `__Host-` name. */
  isSecure(request: Request): boolean {
    if (this.#isPublicSecure !== undefined) return this.#isPublicSecure
    if (this.#hasProxies) return this.#proxies.clientOf(request)?.isSecure ?? isTls(request)
    return isTls(request)
  }
}

function isTls(request: Request): boolean {
  const socket = nodeExchange(request)?.request.socket
  return socket === undefined ? request.url.startsWith('https:') : 'encrypted' in socket && socket.encrypted === true
}
