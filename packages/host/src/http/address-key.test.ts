import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalAddress } from './canonical-address.ts'
import { addressKey } from './address-key.ts'

const group = fc.integer({ min: 0, max: 0xffff })
const written = (groups: readonly number[]): string => groups.map((value) => value.toString(16)).join(':')

test('an IPv4 address is counted as itself, mapped or not', () => {
  assert.equal(addressKey('192.0.2.7'), '192.0.2.7')
  assert.equal(addressKey(canonicalAddress('::ffff:192.0.2.7') ?? ''), '192.0.2.7')
  assert.notEqual(addressKey('192.0.2.7'), addressKey('192.0.2.8'))
})

test('addresses of one /64 are counted together and those of two are not, however they are written', () => {
  const network = fc.tuple(group, group, group, group)
  const host = fc.tuple(group, group, group, group)
  fc.assert(
    fc.property(fc.record({ here: network, one: host, other: host, there: network }), ({ here, one, other, there }) => {
      const key = (first: readonly number[], last: readonly number[]): string | undefined => {
        const address = canonicalAddress(written([...first, ...last]))
        // A mapped address is an IPv4 one.
        return address === undefined || address.includes('.') ? undefined : addressKey(address)
      }
      const [a, b, c] = [key(here, one), key(here, other), key(there, one)]
      if (a === undefined || b === undefined || c === undefined) return
      assert.equal(a, b)
      assert.equal(a === c, written(here) === written(there))
    }),
  )
})
