import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

for (const [address, network] of [
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:DB8:0001::6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['no address', 'unknown'],
] as const) {
  test(`the network of ${address} is ${network}`, () => assert.equal(networkOf(address), network))
}
