import fc from 'fast-check'

/** Where ranges begin and end, for addresses on both sides of each edge. */
const edges = [
  '0.0.0.0 0.255.255.255 1.0.0.0 9.255.255.255 10.0.0.0 10.255.255.255 11.0.0.0 100.63.255.255 100.64.0.0',
  '100.127.255.255 100.128.0.0 126.255.255.255 127.0.0.0 127.0.0.1 127.255.255.255 128.0.0.0 168.63.129.15',
  '168.63.129.16 168.63.129.17 169.253.255.255 169.254.0.0 169.254.169.254 169.254.255.255 169.255.0.0',
  '172.15.255.255 172.16.0.0 172.31.255.255 172.32.0.0 191.255.255.255 192.0.0.0 192.0.0.192 192.0.0.255 192.0.1.0',
  '192.0.2.0 192.0.2.255 192.0.3.0 192.31.195.255 192.31.196.0 192.31.197.0 192.52.193.0 192.52.194.0',
  '192.88.98.255 192.88.99.0 192.88.100.0 192.167.255.255 192.168.0.0 192.168.255.255 192.169.0.0 192.175.48.0',
  '192.175.49.0 198.17.255.255 198.18.0.0 198.19.255.255 198.20.0.0 198.51.100.0 198.51.101.0 203.0.113.0',
  '203.0.114.0 223.255.255.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255 8.8.8.8 100.100.100.200',
]
  .join(' ')
  .split(' ')
  .map((text) => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0))

/** IPv4 addresses as numbers, many of them at the edge of a range. */
export const ipv4 = fc.oneof(fc.constantFrom(...edges), fc.nat(0xffffffff))

const prefixes = [0n, 0xffffn, 0x64ff9b_00000000_00000000n, 0x64ff9b_00010000_00000000n, 0x20010000_00000000_00000000n]
const tops = '2000 2001 2002 2003 2400 2620 26ff 2a00 3fff 3ffe 4000 1fff fc00 fd00 fe80 fec0 ff02 5f00 100 0'.split(
  ' ',
)

/** IPv6 addresses as numbers: with IPv4 inside, in all the ways there are, and at the edge of ranges. */
export const ipv6 = fc.oneof(
  fc.tuple(fc.constantFrom(...prefixes), ipv4).map(([prefix, low]) => (prefix << 32n) | BigInt(low)),
  fc
    .tuple(ipv4, fc.bigInt(0n, 2n ** 80n - 1n))
    .map(([inner, rest]) => (((0x2002n << 32n) | BigInt(inner)) << 80n) | rest),
  fc
    .tuple(fc.constantFrom(...tops), fc.constantFrom(0n, 0x200n), ipv4)
    .map(([top, id, low]) => (BigInt(`0x${top}`) << 112n) | (id << 48n) | (0x5efen << 32n) | BigInt(low)),
  fc
    .tuple(fc.constantFrom(...tops), fc.bigInt(0n, 2n ** 112n - 1n))
    .map(([top, rest]) => (BigInt(`0x${top}`) << 112n) | rest),
  fc.bigInt(0n, 2n ** 128n - 1n),
)

const bytesOf = (address: number): number[] => [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256)

const spellNumber = (value: number, base: number): string => {
  if (base === 16) return `0x${value.toString(16)}`
  return base === 8 ? `0${value.toString(8)}` : String(value)
}

/** IPv4 in all the ways in which a URL may spell it. */
const spelledIPv4 = fc
  .tuple(ipv4, fc.integer({ min: 1, max: 4 }), fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }))
  .map(([address, parts, bases]) => {
    const heads = bytesOf(address).slice(0, parts - 1)
    const tail = address % 256 ** (5 - parts)
    return [...heads, tail].map((value, index) => spellNumber(value, bases[index] ?? 10)).join('.')
  })

/** IPv6 whole, shortened, in capitals, and with its last part as IPv4. */
const spelledIPv6 = fc.tuple(ipv6, fc.constantFrom('whole', 'short', 'capital', 'dotted')).map(([address, form]) => {
  const groups = (address.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).map(String)
  const whole = groups.join(':')
  const short = whole.replace(/\b0{1,3}(?=[0-9a-f])/g, '').replace(/(^|:)0(:0)+(:|$)/, '::')
  const head = groups.slice(0, 6).join(':')
  const dotted = `${head}:${bytesOf(Number(address & 0xffffffffn)).join('.')}`
  return `[${{ whole, short, capital: whole.toUpperCase(), dotted }[form] ?? whole}]`
})

const fullWidth = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
const percent = (text: string): string => text.replaceAll('.', '%2e').replace(/\d/, (digit) => `%3${digit}`)

const host = fc.oneof(
  { weight: 4, arbitrary: spelledIPv4 },
  { weight: 4, arbitrary: spelledIPv6 },
  { weight: 1, arbitrary: spelledIPv4.map((text) => `${text}.`) },
  { weight: 1, arbitrary: spelledIPv4.map(fullWidth) },
  { weight: 1, arbitrary: spelledIPv4.map(percent) },
  { weight: 1, arbitrary: spelledIPv4.map((text) => text.toUpperCase()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'example.com',
      'a.example',
      'xn--bcher-kva.example',
      '1.example',
      '1.2.3.4.5',
      '0x',
      '..',
    ),
  },
)

const oftenEmpty = (...others: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...others) })

/** URLs that lead everywhere, most of them well-formed. */
export const anyUrl = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('http://', 'https://', 'HTTP://') },
      fc.constantFrom('ftp://', 'http:', 'http:///', '//', 'ws://'),
    ),
    oftenEmpty('user@', 'user:pass@', '@', 'a%40b@'),
    host,
    oftenEmpty(':80', ':8443', ':0', ':25', ':6000', ':65536', ':', ':080'),
    oftenEmpty('/', '/path?query', '#fragment', '\\@example.com', '/a b', '/@x', '\t', '?@x', '/\u0000'),
  )
  .map((parts) => parts.join(''))
