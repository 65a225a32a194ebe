import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AddressRanges, parseRange, type AddressRange } from './address-ranges.ts'
import { canonicalAddress } from './canonical-address.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 100_000 : 2_000
const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join('.'))
const group = fc.nat(0xffff).map((value) => value.toString(16))
const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'))

const rangeOf = (text: string): AddressRange => {
  const range = parseRange(text)
  assert.ok(range, text)
  return range
}

/** The bits of an address, computed independently of the tested code. */
function bitsOf(text: string): string {
  const [radix, width, separator] = text.includes(':') ? ([16, 16, ':'] as const) : ([10, 8, '.'] as const)
  const parts = text.split(separator).map((part) => Number.parseInt(part, radix).toString(2).padStart(width, '0'))
  return parts.join('')
}

for (const [family, address, most] of [
  ['IPv4', ipv4, 32],
  ['IPv6', ipv6, 128],
] as const) {
  test(`an ${family} address lies in a range when its first bits are those of the range`, () => {
    fc.assert(
      fc.property(fc.tuple(address, address), fc.nat(most), fc.nat(most - 1), ([base, other], length, flipped) => {
        const ranges = new AddressRanges([rangeOf(`${base}/${length}`)])
        const has = (text: string): boolean => ranges.has(canonicalAddress(text) ?? '')
        assert.equal(has(other), bitsOf(other).startsWith(bitsOf(base).slice(0, length)))
        const near = withBitFlipped(base, flipped)
        assert.equal(has(near), flipped >= length)
        assert.ok(has(base))
      }),
      { numRuns: runs },
    )
  })
}

test('a range of one family never takes an address of the other', () => {
  fc.assert(
    fc.property(ipv4, ipv6, (four, six) => {
      assert.equal(new AddressRanges([rangeOf('0.0.0.0/0')]).has(canonicalAddress(`1${six.slice(1)}`) ?? '::'), false)
      assert.equal(new AddressRanges([rangeOf('::/0')]).has(four), false)
    }),
  )
})

test('IPv4 mapped into IPv6 is IPv4, and has no range', () => {
  assert.equal(parseRange('::ffff:192.0.2.7')?.text, '192.0.2.7')
  for (const text of ['::ffff:192.0.2.0/120', '::ffff:0:0/96']) assert.equal(parseRange(text), undefined, text)
})

test('an invalid address and an invalid range are refused', () => {
  const wrong = [
    '',
    '/',
    '1.2.3',
    '1.2.3.4/',
    '1.2.3.4/33',
    '::/129',
    '1.2.3.4/-1',
    '1.2.3.4/08',
    '1.2.3.4/8/8',
    'fe80::1%eth0',
    '01.2.3.4',
    'x',
  ]
  for (const text of wrong) assert.equal(parseRange(text), undefined, text)
  fc.assert(
    fc.property(fc.string(), (text) => void parseRange(text)),
    { numRuns: runs },
  )
  assert.equal(new AddressRanges([]).has('192.0.2.7'), false)
})

function withBitFlipped(text: string, at: number): string {
  const bits = bitsOf(text)
  const flipped = `${bits.slice(0, at)}${bits[at] === '1' ? '0' : '1'}${bits.slice(at + 1)}`
  const isIPv6 = text.includes(':')
  const parts = flipped.match(isIPv6 ? /.{16}/g : /.{8}/g) ?? []
  return parts.map((part) => Number.parseInt(part, 2).toString(isIPv6 ? 16 : 10)).join(isIPv6 ? ':' : '.')
}
