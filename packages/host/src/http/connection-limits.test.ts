import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { test } from 'node:test'
import type { Log } from '@host/plugin'
import { ConnectionLimits } from './connection-limits.ts'

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Servers that get connections from the addresses of a test, with the result of each. */
function openServers(most: number) {
  const limits = new ConnectionLimits({ most, isProxy: (address) => address === '10.0.0.1', log: quiet }, () => {})
  return [0, 1].map(() => {
    const server = new EventEmitter()
    limits.watch(server as Server)
    return (remoteAddress: string, more: object = {}): boolean => {
      let isLetIn = true
      const destroy = () => void (isLetIn = false)
      server.emit('connection', Object.assign(new EventEmitter(), { remoteAddress, destroy, ...more }))
      return isLetIn
    }
  }) as [Connect, Connect]
}

type Connect = (remoteAddress: string, more?: object) => boolean

test('one network of IPv6 holds no more connections than one address of IPv4', () => {
  const [connect] = openServers(8)
  assert.deepEqual(
    ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'].map((each) => connect(each)),
    [true, true, false],
  )
  assert.deepEqual(
    ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((each) => connect(each)),
    [true, true, false],
  )
  assert.equal(connect('2001:db8:0:1::1'), true, 'another network')
})

test('several servers share the limits, and a connection of TLS counts once', () => {
  const [plain, secure] = openServers(8)
  assert.deepEqual(
    [secure('192.0.2.1'), plain('192.0.2.1', { encrypted: true }), plain('192.0.2.1')],
    [true, true, true],
  )
  assert.equal(secure('192.0.2.1'), false, 'a quarter')
  const others = Array.from({ length: 6 }, () => plain('10.0.0.1'))
  assert.ok(others.every(Boolean))
  assert.deepEqual([plain('10.0.0.1'), secure('192.0.2.2')], [false, false], 'all')
})
