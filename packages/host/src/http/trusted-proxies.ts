/**
 * Peers that may speak for a client. Any client can send `X-Forwarded-For` and `X-Forwarded-Proto`, so they count only
 * as far as an unbroken chain of configured proxies reaches back from our own socket; believing one more entry would
 * let a client choose the address used for its rate limits.
 *
 * Addresses are normalized first: `::ffff:10.0.0.1` is 10.0.0.1.
 */
import type { IncomingMessage } from 'node:http'
import { AddressRanges, parseRange, type AddressRange } from './address-ranges.ts'
import { canonicalAddress } from './canonical-address.ts'
import { nodeExchange } from './node-request.ts'

/** The client behind a request, as far as trusted proxies vouch for it. */
export interface ClientOrigin {
  readonly address: string
  readonly isSecure: boolean
}

/** The peers whose forwarding headers count. */
export class TrustedProxies {
  readonly #ranges: AddressRanges

  /**
   * @param text addresses or CIDR ranges, separated by commas
   * @throws TypeError with a sentence that quotes the entry and gives the expected form
   */
  constructor(text: string) {
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    this.#ranges = new AddressRanges(entries.map(rangeOf))
  }

  /** Where a request comes from; undefined when it came through no socket. */
  clientOf(request: Request): ClientOrigin | undefined {
    const exchange = nodeExchange(request)
    return exchange === undefined ? undefined : this.originOf(exchange.request)
  }

  /** The same for a message; undefined when its socket is closed. */
  originOf({ headers, socket }: IncomingMessage): ClientOrigin | undefined {
    const peer = canonicalAddress(socket.remoteAddress ?? '')
    if (peer === undefined) return undefined
    const isEncrypted = 'encrypted' in socket && socket.encrypted === true
    if (!this.trusts(peer)) return { address: peer, isSecure: isEncrypted }
    const forwarded = headers['x-forwarded-proto']
    return {
      address: this.clientAddress(peer, headers['x-forwarded-for']),
      // Of several proxies only the last one is known to us.
      isSecure:
        isEncrypted || (typeof forwarded === 'string' && forwarded.split(',').at(-1)?.trim().toLowerCase() === 'https'),
    }
  }

  /** The first address, walking back from our own peer, that no trusted proxy stands behind. */
  clientAddress(peer: string, forwardedFor: string | readonly string[] | undefined): string {
    let client = peer
    if (this.#ranges.isEmpty || forwardedFor === undefined) return client
    for (const entry of [forwardedFor].flat().join(',').split(',').toReversed()) {
      if (!this.trusts(client)) return client
      const next = canonicalAddress(withoutPort(entry.trim()))
      if (next === undefined) return client
      client = next
    }
    return client
  }

  /** Whether a peer's statement about its own peer is believed. @param address in its canonical form */
  trusts(address: string): boolean {
    return this.#ranges.has(address)
  }
}

/** @throws TypeError with a sentence that quotes the entry and gives the expected form */
function rangeOf(entry: string): AddressRange {
  const range = parseRange(entry)
  if (range !== undefined) return range
  throw new TypeError(
    `${JSON.stringify(entry)} is not a trusted proxy; use an address such as "10.0.0.1" or a range such as "10.0.0.0/8"`,
  )
}

function withoutPort(entry: string): string {
  return (
    /^\[(?<address>[^\]]*)\](?::\d+)?$/.exec(entry)?.groups?.['address'] ??
    /^(?<address>[\d.]+):\d+$/.exec(entry)?.groups?.['address'] ??
    entry
  )
}
