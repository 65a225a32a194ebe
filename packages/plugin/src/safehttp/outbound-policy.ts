/**
 * Destinations that the plugins of a host may reach.
 *
 * Strict by default: public addresses only. Destinations allowed by the operator belong to one host, so they are passed
 * as a value, from the host's configuration through the service `core.outbound` to the clients that are given it, and
 * never through a module, which two hosts of one process would share.
 */
import { matchAcrossCopies } from '../across-copies.ts'
import { embeddedIPv4, parseAddress, type Address } from './address.ts'
import { includes, isExact, parseAllowList, type AllowedDestination } from './allow-list.ts'
import { isMetadataAddress, isOwnAddress, refusedAddresses } from './refused-addresses.ts'

/** Options of a policy. */
export interface OutboundOptions {
  /** Destinations to open: `address[/length][:port]`, comma separated, an IPv6 address before a port in brackets. */
  readonly allow?: string | undefined
  /** Name servers to ask instead of the machine's, such as `127.0.0.1:5353`. Their answers are judged like any others. */
  readonly nameServers?: readonly string[] | undefined
}

/** The reason why an address may be reached: it is public, or the operator allowed it. */
export type Admission = 'public' | 'opened'

/**
 * The destinations that the plugins of one host may reach. The host makes it, and tests do; a plugin hands on the one
 * that it looked up.
 * @example newClient(5_000, { outbound: ctx.lookup(Outbound) })
 * @since 1.0.0
 */
export class OutboundPolicy {
  readonly nameServers: readonly string[] | undefined
  readonly #opened: readonly AllowedDestination[]

  /** @throws TypeError with a sentence that quotes the entry that cannot be read */
  constructor({ allow = '', nameServers }: OutboundOptions = {}) {
    this.#opened = parseAllowList(allow)
    this.nameServers = nameServers
  }

  /** Whether the operator opened anything. */
  get isStrict(): boolean {
    return this.#opened.length === 0
  }

  /** Checks an address, in any spelling. @returns `undefined` for one that must not be reached */
  admit(text: string, port: number): Admission | undefined {
    const address = parseAddress(text)
    if (address === undefined) return undefined
    const admission = this.#admit(address, port)
    const isEmbeddedFine = embeddedIPv4(address).every((inner) => this.#admit(inner, port) !== undefined)
    return isEmbeddedFine ? admission : undefined
  }

  #admit(address: Address, port: number): Admission | undefined {
    const isMetadata = isMetadataAddress(address)
    if (this.#opened.some((entry) => includes(entry, address, port) && (!isMetadata || isExact(entry)))) return 'opened'
    return refusedAddresses.check(address.text, address.family) || isOwnAddress(address) ? undefined : 'public'
  }
}
matchAcrossCopies(OutboundPolicy, 'OutboundPolicy')
