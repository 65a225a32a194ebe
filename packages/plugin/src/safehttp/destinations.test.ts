import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import { isIP } from 'node:net'
import os from 'node:os'
import { test } from 'node:test'
import fc from 'fast-check'
import { OutboundPolicy } from './outbound-policy.ts'
import { hostOf, readDestination } from './read-destination.ts'
import { SafeHttpError } from './safe-http-error.ts'
import { get, newClient } from './send.ts'
import { classifyIPv4, classifyIPv6Number, classifyUrl, type Classification } from './testing/reference-classifier.ts'
import { anyUrl, ipv4, ipv6 } from './testing/url-arbitrary.ts'
import { watchSockets } from './testing/watch-sockets.ts'

const runs = { numRuns: process.env['HOST_SOAK'] === '1' ? 100_000 : 5_000 }
const policy = new OutboundPolicy()
const client = newClient(5_000)
const { signal } = new AbortController()

function decide(text: string): Classification {
  try {
    return isIP(hostOf(readDestination(text, policy))) === 0 ? 'name' : 'public'
  } catch (error) {
    assert.ok(error instanceof SafeHttpError, String(error))
    return 'refused'
  }
}

test('§8.3 every URL leads where an independent reading of the standards says, and a refused one opens no socket', async () => {
  using sockets = watchSockets()
  await fc.assert(
    fc.asyncProperty(anyUrl, async (text) => {
      const expected = classifyUrl(text)
      assert.equal(decide(text), expected, text)
      if (expected === 'refused') await assert.rejects(get(signal, client, text, 'tests/1'), SafeHttpError)
      assert.equal(sockets.opened, 0, text)
    }),
    runs,
  )
})

test('any text at all is refused or read, and never throws anything else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (text) => {
      assert.ok(['refused', 'name', 'public'].includes(decide(text)))
    }),
    { numRuns: runs.numRuns / 5 },
  )
})

test('§8.3 every address is judged as an independent table of numbers says, IPv4 inside IPv6 included', () => {
  const dotted = (address: number): string =>
    [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
  const colons = (address: bigint): string => (address.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join(':')
  const judge = (text: string): Classification => (policy.admit(text, 443) === undefined ? 'refused' : 'public')
  fc.assert(
    fc.property(ipv4, (address) => assert.equal(judge(dotted(address)), classifyIPv4(address))),
    runs,
  )
  fc.assert(
    fc.property(ipv6, (address) => assert.equal(judge(colons(address)), classifyIPv6Number(address))),
    runs,
  )
})

test('§8.3 this machine is refused under every address it has, public ones too', (t) => {
  const addresses = ['93.184.215.14', '2606:2800:21f:cb07::1', 'fe80::1%eth0']
  for (const address of addresses.slice(0, 2)) assert.equal(policy.admit(address, 443), 'public')
  const interfaces = { eth0: addresses.map((address) => ({ address })) }
  t.mock.method(os, 'networkInterfaces', () => interfaces)
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  for (const address of addresses) assert.equal(policy.admit(address, 443), undefined, address)
  assert.equal(policy.admit('::ffff:93.184.215.14', 443), undefined)
  assert.equal(policy.admit('2a00:1450::5efe:93.184.215.14', 443), undefined)
  assert.equal(policy.admit('93.184.215.15', 443), 'public')
  assert.equal(new OutboundPolicy({ allow: '93.184.215.14:443' }).admit('93.184.215.14', 443), 'opened')
})
