/**
 * Peers that may speak for a client. Any client can send `X-Forwarded-For` and `X-Forwarded-Proto`, so they count only
 * as far as an unbroken chain of configured proxies reaches back from our own socket; believing one more entry would
 * let a client choose the address used for its rate limits.
 *
 * Addresses are normalized first: `::ffff:10.0.0.1` is 10.0.0.1. A peer on a Unix socket has no address; the word `unix`
 * trusts all of them, which is right only for a host that listens on nothing else.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { AddressRanges, parseRange, type AddressRange } from './address-ranges.ts'
import { canonicalAddress } from './canonical-address.ts'
import { nodeExchange } from './node-request.ts'

/** The entry for peers on a Unix socket. */
const unix = 'unix'
const loopback = '127.0.0.1'

/** The client behind a request, as far as trusted proxies vouch for it. */
export interface ClientOrigin {
  readonly address: string
  readonly isSecure: boolean
}

/** The peers whose forwarding headers count. */
export class TrustedProxies {
  readonly #ranges: AddressRanges
  /** Whether a peer without an address is trusted. */
  readonly #hasSockets: boolean

  /**
   * @param text addresses, CIDR ranges, or the word `unix`, separated by commas
   * @throws TypeError with a sentence that quotes the entry and gives the expected form
   */
  constructor(text: string) {
    this.#hasSockets = trustsSockets(text)
    this.#ranges = new AddressRanges(entriesOf(text).flatMap((entry) => (entry === unix ? [] : [rangeOf(entry)])))
  }

  /** Where a request comes from; undefined when it came through no socket. */
  clientOf(request: Request): ClientOrigin | undefined {
    const exchange = nodeExchange(request)
    return exchange === undefined ? undefined : this.originOf(exchange.request)
  }

  /** The same for a message; undefined when its socket is closed. */
  originOf({ headers, socket }: IncomingMessage): ClientOrigin | undefined {
    const peer = canonicalAddress(socket.remoteAddress ?? '')
    if (peer === undefined) return this.#hasSockets ? this.#originBehindSocket(headers) : undefined
    const isEncrypted = 'encrypted' in socket && socket.encrypted === true
    if (!this.trusts(peer)) return { address: peer, isSecure: isEncrypted }
    return {
      address: this.clientAddress(peer, headers['x-forwarded-for']),
      isSecure: isEncrypted || saysSecure(headers),
    }
  }

  /** A program of this machine that states no client is one itself. */
  #originBehindSocket(headers: IncomingHttpHeaders): ClientOrigin {
    const [nearest, ...before] = forwardedEntries(headers['x-forwarded-for'])
    const peer = nearest === undefined ? undefined : addressOfEntry(nearest)
    if (peer === undefined) return { address: loopback, isSecure: saysSecure(headers) }
    return { address: this.clientAddress(peer, before.toReversed()), isSecure: saysSecure(headers) }
  }

  /** The first address, walking back from our own peer, that no trusted proxy stands behind. */
  clientAddress(peer: string, forwardedFor: string | readonly string[] | undefined): string {
    let client = peer
    if (this.#ranges.isEmpty || forwardedFor === undefined) return client
    for (const entry of forwardedEntries(forwardedFor)) {
      if (!this.trusts(client)) return client
      const next = addressOfEntry(entry)
      if (next === undefined) return client
      client = next
    }
    return client
  }

  /** Whether peers without an address, which are on a Unix socket, are trusted. */
  get hasSockets(): boolean {
    return this.#hasSockets
  }

  /** Whether a peer's statement about its own peer is believed. @param address in its canonical form */
  trusts(address: string): boolean {
    return this.#ranges.has(address)
  }
}

/** Whether a list of proxies trusts peers on a Unix socket. */
export function trustsSockets(text: string): boolean {
  return entriesOf(text).includes(unix)
}

function entriesOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** The entries of a header, that of the nearest proxy first. */
function forwardedEntries(header: string | readonly string[] | undefined): readonly string[] {
  return header === undefined ? [] : [header].flat().join(',').split(',').toReversed()
}

function addressOfEntry(entry: string): string | undefined {
  return canonicalAddress(withoutPort(entry.trim()))
}

/** Of several proxies only the last one is known to us. */
function saysSecure(headers: IncomingHttpHeaders): boolean {
  const forwarded = headers['x-forwarded-proto']
  return typeof forwarded === 'string' && forwarded.split(',').at(-1)?.trim().toLowerCase() === 'https'
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
