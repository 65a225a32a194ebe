import { bitsOf, parseAddress, valueOf, type Address } from './address.ts'
import { badPorts } from './bad-ports.ts'

/** A destination that the operator opened. */
export interface AllowedDestination {
  readonly network: Address
  /** How many leading bits count; all of them for one address. */
  readonly length: number
  /** Any port when undefined. */
  readonly port: number | undefined
}

/**
 * Reads `address[/length][:port]`, comma separated; an IPv6 address before a port is in brackets.
 * @throws TypeError with a sentence that quotes the entry and gives the expected form
 */
export function parseAllowList(text: string): readonly AllowedDestination[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return Object.freeze(entries.filter((entry) => entry !== '').map(parseEntry))
}

/** Whether an entry names one address, and not a range that holds it by the way. */
export function isExact({ network, length }: AllowedDestination): boolean {
  return length === bitsOf(network)
}

/** Whether an entry holds an address at a port. */
export function includes({ network, length, port }: AllowedDestination, address: Address, atPort: number): boolean {
  if (address.family !== network.family || (port !== undefined && port !== atPort)) return false
  if (address.text === network.text) return true
  const rest = BigInt(bitsOf(network) - length)
  return valueOf(address) >> rest === valueOf(network) >> rest
}

// bounded: the operator's own setting.
const form = /^(?:\[(?<inner>[^\]]*:[^\]]*)\]|(?<outer>[^[\]/:]*))(?:\/(?<length>\d{1,3}))?(?::(?<port>\d{1,5}))?$/
const bareIPv6 = /^(?<outer>[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*)(?:\/(?<length>\d{1,3}))?$/i

function parseEntry(entry: string): AllowedDestination {
  const { inner, outer, length, port } = (bareIPv6.exec(entry) ?? form.exec(entry))?.groups ?? {}
  const network = parseAddress(inner ?? outer ?? '')
  const isIPv6 = inner !== undefined || outer?.includes(':') === true
  // A length counts the bits of the written address, which differ for an IPv4 address in IPv6 notation.
  if (network === undefined || (isIPv6 !== (network.family === 'ipv6') && length !== undefined)) {
    throw mistake(entry, 'is not a destination; write one such as "10.0.0.5", "10.0.0.0/8:443" or "[fd00::5]:8080"')
  }
  return Object.freeze({ network, length: readLength(entry, network, length), port: readPort(entry, port) })
}

function readLength(entry: string, network: Address, text: string | undefined): number {
  const bits = bitsOf(network)
  const length = text === undefined ? bits : Number(text)
  if (length > bits) throw mistake(entry, `has a length that is too large; write one of 0 to ${bits}`)
  if (BigInt.asUintN(bits - length, valueOf(network)) !== 0n) {
    throw mistake(entry, 'begins inside of its range; write the first address of the range, or leave out the length')
  }
  return length
}

function readPort(entry: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (port > 65_535) throw mistake(entry, 'has a port that is too large; write one of 1 to 65535')
  if (badPorts.has(port)) throw mistake(entry, 'has a port that HTTP never uses; write the port of a web server')
  return port
}

function mistake(entry: string, what: string): TypeError {
  return new TypeError(`${JSON.stringify(entry)} ${what}`)
}
