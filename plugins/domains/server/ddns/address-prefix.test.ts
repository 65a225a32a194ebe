import assert from 'node:assert/strict'
import { isIPv6 } from 'node:net'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { readPrefix, withPrefix } from './address-prefix.ts'

/** The slow, obvious way: by numbers. */
function merged(prefix: string, length: number, address: string): string {
  const mask = ((1n << BigInt(length)) - 1n) << BigInt(128 - length)
  const all = (1n << 128n) - 1n
  const number = (numberOf(prefix) & mask) | (numberOf(address) & (all ^ mask))
  return new URL(
    `http://[${number
      .toString(16)
      .padStart(32, '0')
      .replaceAll(/(.{4})(?!$)/g, '$1:')}]`,
  ).hostname
}

function numberOf(address: string): bigint {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = '', right = ''] = canonical.split('::')
  const groups = (side: string) => side.split(':').filter((group) => group !== '')
  const zeros = Array<string>(8 - groups(left).length - groups(right).length).fill('0')
  return [...groups(left), ...zeros, ...groups(right)].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

suite('IPv6 prefixes', () => {
  test('a prefix takes the first bits, and the rest stays', () => {
    const cases = [
      ['2001:db8:1:2::/64', '2001:db8:ffff:ffff:a:b:c:d', '2001:db8:1:2:a:b:c:d'],
      ['2001:db8:1:200::/56', '2001:db8:ffff:ff42::1', '2001:db8:1:242::1'],
      ['2001:db8:1:2f0::/60', '2001:db8::5:0:0:0:1', '2001:db8:1:2f5::1'],
      ['2001:db8:1:2:9:9:9:9/64', '2001:db8::1', '2001:db8:1:2::1'],
    ] as const
    for (const [text, address, expected] of cases) {
      const prefix = readPrefix(text)
      assert.ok(prefix)
      assert.equal(withPrefix(prefix, address), expected)
    }
  })

  test('any prefix and address are merged bit by bit, and a second time changes nothing', () => {
    const length = fc.integer({ min: 16, max: 127 })
    fc.assert(
      fc.property(fc.ipV6(), length, fc.ipV6(), (text, bits, address) => {
        const prefix = readPrefix(`${text}/${bits}`)
        if (prefix === undefined) return
        const result = withPrefix(prefix, address)
        assert.ok(isIPv6(result))
        assert.equal(new URL(`http://[${result}]`).hostname, merged(text, bits, address))
        assert.equal(withPrefix(prefix, result), result)
      }),
    )
  })

  test('other texts, and prefixes of no usable address, are none', () => {
    const wrong = [
      '2001:db8::',
      '2001:db8::/',
      '2001:db8::/15',
      '2001:db8::/128',
      '2001:db8::/064x',
      '/64',
      '8.8.8.0/24',
    ]
    for (const text of [
      ...wrong,
      'fe80::/64',
      'ff02::/16',
      '::/64',
      '::ffff:8.8.8.8/96',
      '2001:db8::%1/64',
      '2001:db8::1::/64',
    ]) {
      assert.equal(readPrefix(text), undefined, text)
    }
  })
})
