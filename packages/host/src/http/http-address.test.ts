import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnix, parseHttpAddress } from './http-address.ts'

test('an address is a port, or a Unix socket by its absolute path', () => {
  assert.deepEqual(parseHttpAddress(':8080'), { host: undefined, port: 8080 })
  assert.deepEqual(parseHttpAddress('unix:/run/host/host.sock'), { path: '/run/host/host.sock' })
  assert.deepEqual(
    [':8080', 'unix:/a'].map((text) => isUnix(parseHttpAddress(text))),
    [false, true],
  )
})

for (const text of ['unix:', 'unix:host.sock', 'unix:/run/', 'unix:/a\0b']) {
  test(`${JSON.stringify(text)} is refused with the valid form`, () => {
    assert.throws(() => parseHttpAddress(text), { name: 'TypeError', message: /is not a socket; use an absolute path/ })
  })
}

test('a path that the system would cut is refused', () => {
  parseHttpAddress(`unix:/${'a'.repeat(102)}`)
  assert.throws(() => parseHttpAddress(`unix:/${'a'.repeat(103)}`), /a path of more than 103 bytes/)
})
