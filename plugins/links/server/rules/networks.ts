/** Networks of addresses: `192.0.2.0/24`, `2001:db8::/32`, or one address. */

/** An address as a number, with the bits of its family. */
interface Bits {
  readonly value: bigint
  readonly size: 32 | 128
}

/** Whether a text is an address or a network. */
export function isNetwork(text: string): boolean {
  return networkOf(text) !== undefined
}

/** Whether an address lies in a network; false when either is invalid. */
export function isInNetwork(address: string, network: string): boolean {
  const [one, range] = [networkOf(address)?.bits, networkOf(network)]
  if (one === undefined || range === undefined || one.size !== range.bits.size) return false
  const rest = BigInt(one.size - range.length)
  return one.value >> rest === range.bits.value >> rest
}

interface Network {
  readonly bits: Bits
  readonly length: number
}

/** Networks of rules, which each visit asks for again. */
const known = new Map<string, Network | undefined>()
const mostKnown = 10_000

function networkOf(text: string): Network | undefined {
  if (known.has(text)) return known.get(text)
  if (known.size >= mostKnown) known.clear()
  const network = readNetwork(text)
  known.set(text, network)
  return network
}

function readNetwork(text: string): Network | undefined {
  const [address = '', length, ...others] = text.split('/')
  const bits = bitsOf(address)
  if (bits === undefined || others.length > 0) return undefined
  if (length === undefined) return { bits, length: bits.size }
  if (!/^(?:0|[1-9]\d{0,2})$/.test(length) || Number(length) > bits.size) return undefined
  return { bits, length: Number(length) }
}

function bitsOf(address: string): Bits | undefined {
  return address.includes(':') ? sixOf(address) : fourOf(address)
}

function fourOf(address: string): Bits | undefined {
  const parts = address.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return undefined
  return { value: parts.reduce((sum, part) => (sum << 8n) + BigInt(part), 0n), size: 32 }
}

function sixOf(address: string): Bits | undefined {
  const halves = address.split('::')
  if (halves.length > 2) return undefined
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined
  return { value: groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n), size: 128 }
}
