import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseAllowList } from './allow-list.ts'
import { OutboundPolicy } from './outbound-policy.ts'
import { ipv4, ipv6 } from './testing/url-arbitrary.ts'
import { metadataAddresses } from './address-rules.ts'

const runs = { numRuns: process.env['HOST_SOAK'] === '1' ? 20_000 : 1_000 }

/** A question to one list: does it open an address at a port? */
function opener(allow: string): (address: string, port: number) => boolean {
  const policy = new OutboundPolicy({ allow })
  return (address, port) => policy.admit(address, port) === 'opened'
}

test('an entry opens an address, a range, or either at one port', () => {
  const cases: readonly (readonly [allow: string, address: string, port: number, isOpen: boolean])[] = [
    ['10.0.0.5', '10.0.0.5', 80, true],
    ['10.0.0.5', '10.0.0.5', 443, true],
    ['10.0.0.5', '10.0.0.6', 80, false],
    ['10.0.0.5:8080', '10.0.0.5', 8080, true],
    ['10.0.0.5:8080', '10.0.0.5', 80, false],
    ['10.0.0.0/8', '10.255.255.255', 80, true],
    ['10.0.0.0/8', '11.0.0.0', 80, false],
    ['10.0.0.0/8:443', '10.1.2.3', 443, true],
    ['10.0.0.0/8:443', '10.1.2.3', 80, false],
    ['::1', '::1', 80, true],
    ['[::1]', '0:0:0:0:0:0:0:1', 80, true],
    ['[::1]:8080', '::1', 8080, true],
    ['[::1]:8080', '::1', 80, false],
    ['fd00::/8', 'fdff::1', 80, true],
    ['[fd00::]/8:443', 'fd12::1', 443, true],
    ['[fd00::]/8:443', 'fd12::1', 80, false],
    ['FD00:0::1', 'fd00::1', 80, true],
    ['127.0.0.1', '::ffff:127.0.0.1', 80, true],
    ['::ffff:127.0.0.1', '127.0.0.1', 80, true],
    ['::ffff:127.0.0.1', '::ffff:7f00:1', 80, true],
    ['0.0.0.0/0', '127.0.0.1', 80, true],
    ['0.0.0.0/0', '::1', 80, false],
    ['::/0', '127.0.0.1', 80, false],
    ['::/0', '::1', 80, true],
    ['::/0', 'fd00::1', 80, true],
    [' 10.0.0.5 , 10.0.0.6:81 ,', '10.0.0.6', 81, true],
    ['', '10.0.0.5', 80, false],
  ]
  for (const [allow, address, port, isOpen] of cases) {
    assert.equal(opener(allow)(address, port), isOpen, `${allow} ${address} ${port}`)
  }
})

test('a metadata address is opened by its own name only, never by a range around it', () => {
  for (const address of metadataAddresses) {
    const bits = address.includes(':') ? 128 : 32
    assert.equal(opener(`${address}/${bits}`)(address, 80), true, address)
    assert.equal(opener(address)(address, 80), true, address)
    const range = bits === 32 ? '0.0.0.0/0' : '::/0'
    assert.equal(new OutboundPolicy({ allow: range }).admit(address, 80), undefined, address)
  }
  assert.equal(new OutboundPolicy({ allow: '169.254.0.0/16' }).admit('::ffff:169.254.169.254', 80), undefined)
})

test('a translated address needs both: the range of the translator opened, and an IPv4 address that may be reached', () => {
  const policy = new OutboundPolicy({ allow: '64:ff9b::/96, 2002::/16, 2001::/32' })
  assert.equal(policy.admit('64:ff9b::8.8.8.8', 80), 'opened')
  assert.equal(policy.admit('2002:808:808::1', 80), 'opened')
  for (const address of [
    '64:ff9b::10.0.0.1',
    '64:ff9b::169.254.169.254',
    '2002:a00:1::1',
    '2001:0:808:808::80ff:fffe',
  ]) {
    assert.equal(policy.admit(address, 80), undefined, address)
  }
  assert.equal(new OutboundPolicy({ allow: '64:ff9b::/96, 10.0.0.0/8' }).admit('64:ff9b::10.0.0.1', 80), 'opened')
})

test('an unreadable entry is quoted, with valid values', () => {
  const entries = [
    'localhost',
    'db.internal:443',
    '*',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '0x0a.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.1/8',
    'fd00::1/8',
    '10.0.0.1:0',
    '10.0.0.1:25',
    '10.0.0.1:65536',
    '10.0.0.1:http',
    '10.0.0.1:',
    'http://10.0.0.1',
    '[10.0.0.1]:80',
    '[fd00::1',
    'fd00::1]',
    '[fd00::/8]:443',
    'fd00::/8:443',
    '[fd00::]/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/104',
    '10.0.0.1 10.0.0.2',
    '10.0.0.1;10.0.0.2',
  ]
  for (const entry of entries) {
    assert.throws(
      () => parseAllowList(`10.0.0.5,${entry}`),
      (error) =>
        error instanceof TypeError && error.message.startsWith(JSON.stringify(entry)) && /; write /.test(error.message),
      entry,
    )
  }
})

const dotted = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
const colons = (address: bigint): string => (address.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join(':')
const port = fc.integer({ min: 11_000, max: 65_535 })

test('a range opens exactly the addresses that share its leading bits, at its port', () => {
  const four = fc.tuple(ipv4, ipv4, fc.integer({ min: 0, max: 32 }), port)
  fc.assert(
    fc.property(four, ([network, address, length, at]) => {
      const first = Math.floor(network / 2 ** (32 - length)) * 2 ** (32 - length)
      const isInside = address >= first && address < first + 2 ** (32 - length)
      const isMetadata = metadataAddresses.includes(dotted(address))
      const allow = `${dotted(first)}/${length}:${at}`
      const opens = opener(allow)
      assert.equal(opens(dotted(address), at), isInside && (!isMetadata || length === 32), allow)
      assert.equal(opens(dotted(address), at === 65_535 ? 11_000 : at + 1), false, allow)
    }),
    runs,
  )
  const six = fc.tuple(fc.bigInt(0n, 2n ** 112n - 1n), ipv6, fc.integer({ min: 16, max: 128 }), port)
  fc.assert(
    fc.property(six, ([low, other, length, at]) => {
      const rest = BigInt(128 - length)
      const first = (((0xfd77n << 112n) | low) >> rest) << rest
      const allow = `[${colons(first)}]/${length}:${at}`
      const opens = opener(allow)
      assert.equal(opens(colons(first), at), true, allow)
      assert.equal(opens(colons(first + (1n << rest) - 1n), at), true, allow)
      assert.equal(opens(colons(first - 1n), at), false, allow)
      assert.equal(opens(colons(first + (1n << rest)), at), false, allow)
      assert.equal(opens(colons(other), at), other >= first && other < first + (1n << rest), allow)
    }),
    runs,
  )
})

test('any text is a list or a TypeError', () => {
  const pieces = fc
    .array(fc.constantFrom('10.0.0.1', 'fd00::', '/8', ':443', '[', ']', ',', ' ', '%', 'x', '-1', '0'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.string(), pieces), (text) => {
      try {
        assert.ok(Array.isArray(parseAllowList(text)))
      } catch (error) {
        assert.ok(error instanceof TypeError, String(error))
      }
    }),
    runs,
  )
})
