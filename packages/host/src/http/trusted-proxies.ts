/**
 * Which peers may speak for a client. `X-Forwarded-For` and `X-Forwarded-Proto` are written by whoever sends them, so
 * they count only as far as an unbroken chain of configured proxies reaches back from our own socket; believing one more
 * entry would let a client choose the address that its rate limits are kept under.
 *
 * Addresses are brought into one form first (`::ffff:10.0.0.1` is 10.0.0.1), and each family has a list of its own: one
 * list for both takes `::/0` or a mapped range for every IPv4 address there is.
 */
import { BlockList, isIP, isIPv4 } from 'node:net'
import { nodeExchange } from './node-request.ts'

/** The client behind a request, as far as trusted proxies vouch for it. */
export interface ClientOrigin {
  readonly address: string
  readonly isSecure: boolean
}

/** The peers whose forwarding headers count. */
export class TrustedProxies {
  readonly #ranges = { ipv4: new BlockList(), ipv6: new BlockList() }
  readonly #isEmpty: boolean

  /**
   * @param text addresses or CIDR ranges, separated by commas
   * @throws TypeError with a sentence that quotes the entry and says what to write
   */
  constructor(text: string) {
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    this.#isEmpty = entries.length === 0
    for (const entry of entries) this.#add(entry)
  }

  /** Where a request comes from; undefined when it came through no socket. */
  clientOf(request: Request): ClientOrigin | undefined {
    const exchange = nodeExchange(request)
    const peer = canonicalAddress(exchange?.request.socket.remoteAddress ?? '')
    if (exchange === undefined || peer === undefined) return undefined
    const { headers, socket } = exchange.request
    const isEncrypted = 'encrypted' in socket && socket.encrypted === true
    if (!this.trusts(peer)) return { address: peer, isSecure: isEncrypted }
    const forwarded = headers['x-forwarded-proto']
    return {
      address: this.clientAddress(peer, headers['x-forwarded-for']),
      // Of several proxies the last one is the one that we know.
      isSecure:
        isEncrypted || (typeof forwarded === 'string' && forwarded.split(',').at(-1)?.trim().toLowerCase() === 'https'),
    }
  }

  /** The first address, walking back from our own peer, that no trusted proxy stands behind. */
  clientAddress(peer: string, forwardedFor: string | readonly string[] | undefined): string {
    let client = peer
    if (this.#isEmpty || forwardedFor === undefined) return client
    for (const entry of [forwardedFor].flat().join(',').split(',').toReversed()) {
      if (!this.trusts(client)) return client
      const next = canonicalAddress(withoutPort(entry.trim()))
      if (next === undefined) return client
      client = next
    }
    return client
  }

  /** Whether what a peer says about its own peer is believed. @param address in its canonical form */
  trusts(address: string): boolean {
    return !this.#isEmpty && this.#ranges[familyOf(address)].check(address, familyOf(address))
  }

  #add(entry: string): void {
    const [text = '', length, ...others] = entry.split('/')
    const address = canonicalAddress(text)
    const isShortened = address !== undefined && isIPv4(address) && !isIPv4(text)
    const bits = address !== undefined && isIPv4(address) ? 32 : 128
    const isLengthFine = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits && !isShortened)
    if (address === undefined || others.length > 0 || !isLengthFine) {
      throw new TypeError(
        `${JSON.stringify(entry)} is no trusted proxy; write an address such as "10.0.0.1" or a range such as "10.0.0.0/8"`,
      )
    }
    this.#ranges[familyOf(address)].addSubnet(address, length === undefined ? bits : Number(length), familyOf(address))
  }
}

/** The one spelling of an address, or undefined when the text is none; mapped IPv4 becomes IPv4, a zone is no address. */
export function canonicalAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  if (isIP(text) !== 6 || text.includes('%')) return undefined
  const address = new URL(`http://[${text}]/`).hostname.slice(1, -1)
  const mapped = /^::ffff:(?<high>[0-9a-f]{1,4}):(?<low>[0-9a-f]{1,4})$/.exec(address)?.groups
  if (mapped === undefined) return address
  return [mapped['high'], mapped['low']]
    .flatMap((part) => {
      const value = Number.parseInt(part ?? '', 16)
      return [value >> 8, value & 255]
    })
    .join('.')
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}

function withoutPort(entry: string): string {
  return (
    /^\[(?<address>[^\]]*)\](?::\d+)?$/.exec(entry)?.groups?.['address'] ??
    /^(?<address>[\d.]+):\d+$/.exec(entry)?.groups?.['address'] ??
    entry
  )
}
