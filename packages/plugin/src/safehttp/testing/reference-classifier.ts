/**
 * A second opinion on where a URL leads, for tests: written from the standards without the implementation's code, its
 * data or its parsers. Ranges are numbers here, and hosts are read by hand.
 */

/** The allowed effect of a request to a URL: none, a name look-up, or a connection to the literal address. */
export type Classification = 'refused' | 'name' | 'public'

/** Classifies the text of a URL. */
export function classifyUrl(text: string): Classification {
  if (text.length > 8192 || [...text].some(isUnfit)) return 'refused'
  const match = /^(https?):\/\/([^/?#]+)/i.exec(text)
  const [, scheme = '', authority = ''] = match ?? []
  if (match === null || authority.includes('@')) return 'refused'
  const [, host = '', port] = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d*))?$/.exec(authority) ?? []
  if (host === '' || isForbiddenPort(port, scheme)) return 'refused'
  return host.startsWith('[') ? classifyIPv6(host.slice(1, -1)) : classifyHost(host)
}

function isUnfit(character: string): boolean {
  const code = character.charCodeAt(0)
  return code <= 32 || code === 127 || character === '\\'
}

const forbiddenPorts = new Set(
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113
  115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636
  989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`
    .split(/\s+/)
    .map(Number),
)

function isForbiddenPort(port: string | undefined, scheme: string): boolean {
  const number = port === undefined || port === '' ? (scheme.toLowerCase() === 'https' ? 443 : 80) : Number(port)
  return number > 65535 || forbiddenPorts.has(number)
}

function classifyHost(host: string): Classification {
  let name: string
  try {
    name = decodeURIComponent(host).normalize('NFKC').replaceAll('\u3002', '.').toLowerCase()
  } catch {
    return 'refused'
  }
  if (!/^[a-z0-9._-]+$/.test(name)) return 'refused'
  const labels = name.replace(/\.$/, '').split('.')
  const last = labels.at(-1) ?? ''
  if (last === '') return 'refused'
  if (!/^(\d+|0x[0-9a-f]*)$/.test(last)) return 'name'
  const address = readIPv4(labels)
  return address === undefined ? 'refused' : classifyIPv4(address)
}

function readIPv4(labels: readonly string[]): number | undefined {
  const numbers = labels.map(readNumber)
  if (labels.length > 4 || numbers.some((number) => number === undefined)) return undefined
  const [tail = 0, ...others] = (numbers as number[]).toReversed()
  const heads = others.toReversed()
  if (heads.some((number) => number > 255) || tail >= 256 ** (4 - heads.length)) return undefined
  return heads.reduce((sum, number, index) => sum + number * 256 ** (3 - index), tail)
}

function readNumber(label: string): number | undefined {
  if (/^0x[0-9a-f]*$/.test(label)) return label === '0x' ? 0 : Number.parseInt(label.slice(2), 16)
  if (/^0[0-7]*$/.test(label)) return Number.parseInt(label, 8)
  return /^[1-9]\d*$/.test(label) ? Number(label) : undefined
}

/** First and last address of everything that is not public. */
const closedIPv4 = [
  [0x00000000, 0x00ffffff],
  [0x0a000000, 0x0affffff],
  [0x64400000, 0x647fffff],
  [0x7f000000, 0x7fffffff],
  [0xa83f8110, 0xa83f8110],
  [0xa9fe0000, 0xa9feffff],
  [0xac100000, 0xac1fffff],
  [0xc0000000, 0xc00000ff],
  [0xc0000200, 0xc00002ff],
  [0xc01fc400, 0xc01fc4ff],
  [0xc034c100, 0xc034c1ff],
  [0xc0586300, 0xc05863ff],
  [0xc0a80000, 0xc0a8ffff],
  [0xc0af3000, 0xc0af30ff],
  [0xc6120000, 0xc613ffff],
  [0xc6336400, 0xc63364ff],
  [0xcb007100, 0xcb0071ff],
  [0xe0000000, 0xffffffff],
] as const

/** Classifies an IPv4 address. */
export function classifyIPv4(address: number): Classification {
  return closedIPv4.some(([first, last]) => address >= first && address <= last) ? 'refused' : 'public'
}

function classifyIPv6(text: string): Classification {
  const address = readIPv6(text.toLowerCase())
  return address === undefined ? 'refused' : classifyIPv6Number(address)
}

function readIPv6(text: string): bigint | undefined {
  const dotted = /^(?<head>.*:)(?<a>\d{1,3})\.(?<b>\d{1,3})\.(?<c>\d{1,3})\.(?<d>\d{1,3})$/.exec(text)?.groups
  if (dotted !== undefined) {
    const parts = ['a', 'b', 'c', 'd'].map((key) => dotted[key] ?? '')
    if (parts.some((part) => Number(part) > 255 || /^0\d/.test(part))) return undefined
    const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number)
    return readIPv6(`${dotted['head']}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`)
  }
  const sides = text.split('::')
  if (sides.length > 2) return undefined
  const [left = [], right = []] = sides.map((side) => (side === '' ? [] : side.split(':')))
  const missing = 8 - left.length - right.length
  const all = [...left, ...Array.from({ length: Math.max(missing, 0) }, () => '0'), ...right]
  const isWhole = sides.length === 2 ? missing >= 1 : missing === 0
  if (!isWhole || all.some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return undefined
  return BigInt(`0x${all.map((group) => group.padStart(4, '0')).join('')}`)
}

/** Classifies an IPv6 address. */
export function classifyIPv6Number(address: bigint): Classification {
  const low = Number(address & 0xffffffffn)
  const top = (bits: number): bigint => address >> BigInt(128 - bits)
  if (top(96) === 0xffffn) return classifyIPv4(low)
  const isClosed =
    top(3) !== 1n ||
    top(23) === 0x200100n >> 1n ||
    top(32) === 0x20010db8n ||
    top(16) === 0x2002n ||
    top(48) === 0x2620004f8000n ||
    top(20) === 0x3fff0n
  const isIsatap = (top(96) & 0xfdffffffn) === 0x00005efen
  return isClosed || (isIsatap && classifyIPv4(low) === 'refused') ? 'refused' : 'public'
}
