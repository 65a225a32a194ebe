/** The PROXY protocol as https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt has it. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { readProxyHeader } from './proxy-header.ts'
import { binaryHeader } from './testing/proxy-headers.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const v4 = Buffer.from([192, 0, 2, 7, 198, 51, 100, 1, 0x30, 0x39, 0, 25])
const v6 = Buffer.concat([
  Buffer.from(`20010db8${'0'.repeat(23)}7`, 'hex'),
  Buffer.from(`20010db8${'0'.repeat(23)}1`, 'hex'),
  Buffer.from([0xff, 0xff, 0, 25]),
])

const longest = `PROXY UNKNOWN ${'f'.repeat(91)}\r\n`

suite('the text form', () => {
  const headers: readonly (readonly [header: string, client: { address: string; port: number } | undefined])[] = [
    ['PROXY TCP4 192.0.2.7 198.51.100.1 12345 25\r\n', { address: '192.0.2.7', port: 12_345 }],
    ['PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n', { address: '255.255.255.255', port: 65_535 }],
    ['PROXY TCP6 2001:DB8:0:0::7 2001:db8::1 0 25\r\n', { address: '2001:db8::7', port: 0 }],
    ['PROXY TCP6 ::ffff:c000:207 ::1 1 25\r\n', { address: '192.0.2.7', port: 1 }],
    ['PROXY UNKNOWN\r\n', undefined],
    ['PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n', undefined],
    [longest, undefined],
  ]
  for (const [header, client] of headers) {
    test(`${header.trimEnd().slice(0, 60)} states ${client?.address ?? 'no client'}`, () => {
      const expected = { kind: 'header', length: header.length, client }
      assert.deepEqual(readProxyHeader(latin1(`${header}EHLO a\r\n`)), expected)
      for (let end = 0; end < header.length; end += 1) {
        assert.deepEqual(readProxyHeader(latin1(header.slice(0, end))), { kind: 'incomplete' })
      }
    })
  }

  const wrong = [
    'EHLO client.example\r\n',
    'proxy TCP4 192.0.2.7 198.51.100.1 1 25\r\n',
    'PROXY \r\n',
    'PROXY TCP4\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 1\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 1 25 \r\n',
    'PROXY TCP4  192.0.2.7 198.51.100.1 1 25\r\n',
    'PROXY TCP4 192.0.2.07 198.51.100.1 1 25\r\n',
    'PROXY TCP4 2001:db8::7 2001:db8::1 1 25\r\n',
    'PROXY TCP6 192.0.2.7 198.51.100.1 1 25\r\n',
    'PROXY TCP6 fe80::1%eth0 ::1 1 25\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 65536 25\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 01 25\r\n',
    'PROXY TCP4 192.0.2.7 198.51.100.1 1 25\n',
    'PROXY UDP4 192.0.2.7 198.51.100.1 1 25\r\n',
    longest.replace('\r\n', 'f\r\n'),
    `PROXY UNKNOWN ${'f'.repeat(93)}`,
  ]
  for (const header of wrong) {
    test(`${JSON.stringify(header.slice(0, 60))} of ${header.length} bytes is invalid`, () => {
      assert.deepEqual(readProxyHeader(latin1(header)), { kind: 'invalid' })
    })
  }
})

suite('the binary form', () => {
  const extra = Buffer.alloc(484, 4)
  const headers = [
    ['IPv4', binaryHeader({ family: 0x11, rest: v4 }), { address: '192.0.2.7', port: 12_345 }],
    ['IPv6', binaryHeader({ family: 0x21, rest: v6 }), { address: '2001:db8::7', port: 65_535 }],
    ['536 bytes with extensions', binaryHeader({ family: 0x21, rest: Buffer.concat([v6, extra]) }), undefined],
    ['LOCAL', binaryHeader({ command: 0x20, family: 0x11, rest: v4 }), undefined],
    ['LOCAL without addresses', binaryHeader({ command: 0x20, family: 0x00 }), undefined],
    ['an unspecified family', binaryHeader({ family: 0x00, rest: v4 }), undefined],
    ['UDP', binaryHeader({ family: 0x12, rest: v4 }), undefined],
    ['a socket of a file system', binaryHeader({ family: 0x31, rest: Buffer.alloc(216) }), undefined],
  ] as const
  for (const [name, header, client] of headers) {
    test(`${name} is read, and is incomplete without its last byte`, () => {
      const read = readProxyHeader(Buffer.concat([header, latin1('EHLO a\r\n')]))
      assert.ok(read.kind === 'header')
      assert.equal(read.length, header.length)
      const expected = name.startsWith('536') ? { address: '2001:db8::7', port: 65_535 } : client
      assert.deepEqual(read.client, expected)
      for (let end = 0; end < header.length; end += 1) {
        assert.deepEqual(readProxyHeader(header.subarray(0, end)), { kind: 'incomplete' })
      }
    })
  }

  const wrong = [
    ['another version', binaryHeader({ command: 0x11, family: 0x11, rest: v4 })],
    ['another command', binaryHeader({ command: 0x22, family: 0x11, rest: v4 })],
    ['another family', binaryHeader({ family: 0x41, rest: v4 })],
    ['another protocol', binaryHeader({ family: 0x13, rest: v4 })],
    ['too few bytes for its addresses', binaryHeader({ family: 0x21, rest: v4 })],
    ['537 bytes', binaryHeader({ family: 0x11, rest: Buffer.alloc(521) })],
    ['another signature', Buffer.concat([latin1('\r\n\r\n\0\r\nQUIT\r'), v4])],
  ] as const
  for (const [name, header] of wrong) {
    test(`${name} is invalid`, () => assert.deepEqual(readProxyHeader(header), { kind: 'invalid' }))
  }
})

test('any bytes are read without an error, by a header that ends within them and does not depend on those after it', () => {
  const start = fc.constantFrom(
    latin1('PROXY TCP4 192.0.2.7 '),
    latin1('PROXY TCP6 2001:db8::7 ::1 '),
    latin1('PROXY UNKNOWN'),
    binaryHeader({ family: 0x11, rest: v4 }),
    binaryHeader({ family: 0x21, rest: v6 }),
    Buffer.alloc(0),
  )
  const end = fc.oneof(
    fc.uint8Array({ maxLength: 700 }),
    fc.string({ maxLength: 120 }).map((text) => latin1(`${text}\r\n`)),
  )
  const changes = fc.array(fc.tuple(fc.nat({ max: 60 }), fc.nat({ max: 255 })), { maxLength: 2 })
  fc.assert(
    fc.property(start, end, changes, (head, tail, changed) => {
      // Inside of a larger buffer, whose other bytes must not count.
      const whole = Buffer.concat([latin1('x'), head, tail, latin1('\r\n25\r\n')])
      const bytes = whole.subarray(1, whole.length - 6)
      for (const [at, value] of changed) if (at < bytes.length) bytes[at] = value
      const read = readProxyHeader(bytes)
      if (bytes.length >= 536) assert.notEqual(read.kind, 'incomplete')
      if (read.kind !== 'header') return
      assert.ok(read.length <= bytes.length)
      assert.deepEqual(readProxyHeader(Uint8Array.from(bytes.subarray(0, read.length))), read)
      assert.equal(readProxyHeader(bytes.subarray(0, read.length - 1)).kind, 'incomplete')
    }),
    { numRuns: 3_000 },
  )
})
