import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseListenAddress } from './listen-address.ts'

test('an address is a host and a port, or a port on every address', () => {
  assert.deepEqual(parseListenAddress(':8080'), { host: undefined, port: 8080 })
  assert.deepEqual(parseListenAddress('127.0.0.1:0'), { host: '127.0.0.1', port: 0 })
  assert.deepEqual(parseListenAddress('localhost:65535'), { host: 'localhost', port: 65535 })
  assert.deepEqual(parseListenAddress('[::1]:80'), { host: '::1', port: 80 })
})

for (const text of ['', '8080', ':', ':x', ':65536', '::1:80', '[::1]', 'http://a:1', 'a b:1', ':8080 ', 'a/b:1']) {
  test(`${JSON.stringify(text)} is refused with valid values`, () => {
    assert.throws(() => parseListenAddress(text), {
      name: 'TypeError',
      message: /is not a listen address; use ":8080"/,
    })
  })
}
