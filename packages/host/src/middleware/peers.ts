/**
 * Where a request really comes from. What a proxy says about it counts only when the connection comes from a proxy that
 * the operator named; else anybody could choose their address, and with it their place in every limit.
 */
import { BlockList, isIP } from 'node:net'
import { nodeExchange } from '../http/node-request.ts'

/** What the operator says about the way to this host. */
export interface PeerOptions {
  /** Addresses and ranges of proxies, such as `10.0.0.0/8`. */
  readonly trustedProxies: readonly string[]
  readonly publicUrl: URL | undefined
}

/** Reads the client's address and scheme of requests. */
export class Peers {
  readonly #trusted = new BlockList()
  readonly #isTrusting: boolean
  readonly #isPublicSecure: boolean | undefined

  constructor({ trustedProxies, publicUrl }: PeerOptions) {
    for (const proxy of trustedProxies) addRange(this.#trusted, proxy)
    this.#isTrusting = trustedProxies.length > 0
    this.#isPublicSecure = publicUrl === undefined ? undefined : publicUrl.protocol === 'https:'
  }

  /** The client's address: the last one of the forwarded chain that is no trusted proxy. */
  addressOf(request: Request): string {
    const peer = canonical(nodeExchange(request)?.request.socket.remoteAddress ?? '127.0.0.1')
    if (!this.#isTrusted(peer)) return peer
    const chain = request.headers.get('x-forwarded-for')?.split(',').map((address) => canonical(address.trim())) ?? []
    const client = chain.findLast((address) => !this.#isTrusted(address))
    return client !== undefined && isIP(client) !== 0 ? client : peer
  }

  /** Whether the browser speaks TLS: as the public address says, else as the connection or a trusted proxy does. */
  isSecure(request: Request): boolean {
    if (this.#isPublicSecure !== undefined) return this.#isPublicSecure
    if (!this.#isTrusting) return request.url.startsWith('https:')
    const peer = canonical(nodeExchange(request)?.request.socket.remoteAddress ?? '127.0.0.1')
    const forwarded = this.#isTrusted(peer) ? request.headers.get('x-forwarded-proto') : null
    return forwarded === null ? request.url.startsWith('https:') : forwarded.split(',').at(-1)?.trim() === 'https'
  }

  #isTrusted(address: string): boolean {
    if (!this.#isTrusting) return false
    const family = isIP(address)
    return family !== 0 && this.#trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Whether a text names an address or a range. */
export function isAddressRange(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (family === 6 ? 128 : 32))
}

function addRange(list: BlockList, text: string): void {
  const [address = '', length] = text.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (length === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(length), family)
}

/** An IPv4 address that a dual-stack socket shows inside IPv6, as IPv4. */
function canonical(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}
