import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { json } from '@host/plugin'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, get } from '../../testing/http/raw-client.ts'
import { canonicalAddress } from './canonical-address.ts'
import { TrustedProxies } from './trusted-proxies.ts'

suite('the client is the first address that no trusted proxy stands behind', () => {
  const cases: readonly (readonly [trusted: string, peer: string, forwarded: string | undefined, client: string])[] = [
    ['', '10.0.0.1', '1.2.3.4', '10.0.0.1'],
    ['10.0.0.1', '10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['10.0.0.1', '10.0.0.2', '1.2.3.4', '10.0.0.2'],
    ['10.0.0.0/8', '10.9.9.9', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['10.0.0.0/8', '10.9.9.9', '6.6.6.6, 1.2.3.4, 10.1.1.1', '1.2.3.4'],
    ['10.0.0.0/8', '10.9.9.9', '10.2.2.2, 10.1.1.1', '10.2.2.2'],
    ['10.0.0.0/8', '10.9.9.9', '6.6.6.6, nonsense', '10.9.9.9'],
    ['10.0.0.0/8', '10.9.9.9', '6.6.6.6,', '10.9.9.9'],
    ['10.0.0.0/8', '10.9.9.9', '1.2.3.4:5678', '1.2.3.4'],
    ['10.0.0.0/8', '10.9.9.9', '[2001:db8::1]:80', '2001:db8::1'],
    ['10.0.0.0/8', '10.9.9.9', '6.6.6.6, ::ffff:10.0.0.3', '6.6.6.6'],
    ['::ffff:10.0.0.1', '10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['::1', '::1', '1.2.3.4', '1.2.3.4'],
    ['2001:db8::/32', '2001:db8:1::1', '1.2.3.4', '1.2.3.4'],
    ['2001:db8::/32', '10.0.0.1', '1.2.3.4', '10.0.0.1'],
    ['::/0', '10.0.0.1', '1.2.3.4', '10.0.0.1'],
    ['127.0.0.1, 10.0.0.0/8', '127.0.0.1', '1.2.3.4, 10.0.0.7', '1.2.3.4'],
  ]
  for (const [trusted, peer, forwarded, client] of cases) {
    test(`trusting "${trusted}", ${peer} with ${JSON.stringify(forwarded)} is ${client}`, () => {
      assert.equal(new TrustedProxies(trusted).clientAddress(peer, forwarded), client)
    })
  }
})

for (const entry of [
  'x',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  '::1/129',
  '10.0.0.1/8/8',
  '::ffff:0:0/96',
  'fe80::1%eth0',
  'localhost',
]) {
  test(`${entry} is refused as a trusted proxy with valid values`, () => {
    assert.throws(() => new TrustedProxies(`10.0.0.1, ${entry}`), {
      name: 'TypeError',
      message: /is not a trusted proxy; use an address/,
    })
  })
}

test('an address has one spelling', () => {
  assert.equal(canonicalAddress('2001:DB8:0:0::1'), '2001:db8::1')
  assert.equal(canonicalAddress('::ffff:7f00:1'), '127.0.0.1')
  assert.equal(canonicalAddress('127.0.0.1'), '127.0.0.1')
  assert.equal(canonicalAddress('0x7f.1'), undefined)
})

test('over a socket, forwarding headers count only from a trusted peer', async (context) => {
  for (const [trusted, expected] of [
    ['', { address: '127.0.0.1', isSecure: false }],
    ['127.0.0.0/8', { address: '1.2.3.4', isSecure: true }],
  ] as const) {
    const proxies = new TrustedProxies(trusted)
    const { port } = await labServer(context, { handler: (request) => json(proxies.clientOf(request)) })
    const answer = await exchange(port, get('/', 'X-Forwarded-For: 6.6.6.6, 1.2.3.4', 'X-Forwarded-Proto: http, https'))
    assert.deepEqual(JSON.parse(answer.slice(answer.indexOf('{'))), expected)
  }
  assert.equal(new TrustedProxies('').clientOf(new Request('http://host/')), undefined)
})

test('on a Unix socket, forwarding headers count only where sockets are trusted', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'host-proxies-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [index, [trusted, forwarded, expected]] of (
    [
      ['', '1.2.3.4', null],
      ['unix', '6.6.6.6, 1.2.3.4', { address: '1.2.3.4', isSecure: true }],
      ['unix, 10.0.0.0/8', '6.6.6.6, 1.2.3.4, 10.0.0.7', { address: '1.2.3.4', isSecure: true }],
      ['unix', undefined, { address: '127.0.0.1', isSecure: true }],
      ['unix', 'nonsense', { address: '127.0.0.1', isSecure: true }],
    ] as const
  ).entries()) {
    const proxies = new TrustedProxies(trusted)
    const socketPath = join(folder, `${index}.sock`)
    const server = createServer((message, answer) => answer.end(JSON.stringify(proxies.originOf(message) ?? null)))
    server.listen(socketPath)
    await once(server, 'listening')
    const headers = { 'x-forwarded-proto': 'https', ...(forwarded && { 'x-forwarded-for': forwarded }) }
    const [answer] = (await once(httpRequest({ socketPath, headers }).end(), 'response')) as [IncomingMessage]
    assert.deepEqual(JSON.parse(await text(answer)), expected)
    server.close()
  }
})
