import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { readSettings } from './rfc2136-settings.ts'

const valid = {
  server: '192.0.2.53',
  zones: 'acme.example',
  key_name: 'owner.key',
  algorithm: 'hmac-sha256',
  secret: Buffer.alloc(32, 3).toString('base64'),
}

test('a server is an address with or without a port', () => {
  const servers: readonly (readonly [string, string, number])[] = [
    ['192.0.2.53', '192.0.2.53', 53],
    [' 192.0.2.53:5353 ', '192.0.2.53', 5_353],
    ['2001:db8::53', '2001:db8::53', 53],
    ['[2001:db8::53]:5353', '2001:db8::53', 5_353],
  ]
  for (const [server, address, port] of servers) {
    const found = readSettings({ ...valid, server })
    assert.deepEqual([found.address, found.port], [address, port])
  }
})

test('zones are names in one form, each once', () => {
  const zones = 'Acme.Example., bücher.example\n0/25.2.0.192.in-addr.arpa,acme.example'
  assert.deepEqual(readSettings({ ...valid, zones }).zones, [
    'acme.example',
    'xn--bcher-kva.example',
    '0/25.2.0.192.in-addr.arpa',
  ])
})

const wrong: readonly (readonly [string, string])[] = [
  ['server', ''],
  ['server', 'ns.acme.example'],
  ['server', '192.0.2.53:0'],
  ['server', '192.0.2.53:65536'],
  ['server', '2001:db8::53%eth0'],
  ['server', '[192.0.2.53'],
  ['zones', ''],
  ['zones', '.'],
  ['zones', 'a..b'],
  ['zones', Array.from({ length: 101 }, (_, index) => `z${index}.example`).join()],
  ['key_name', ''],
  ['algorithm', 'hmac-md5'],
  ['algorithm', 'hmac-sha1'],
  ['secret', ''],
  ['secret', 'not base64!'],
]

for (const [field, value] of wrong) {
  test(`${field} ${JSON.stringify(value.slice(0, 30))} is refused by its field, without the secret`, () => {
    assert.throws(
      () => readSettings({ ...valid, [field]: value }),
      (error) => {
        assert.ok(error instanceof Problem)
        assert.deepEqual([error.code, error.options.errors?.map(({ path }) => path)], ['invalid_input', [field]])
        return !JSON.stringify(error.options).includes(valid.secret)
      },
    )
  })
}
