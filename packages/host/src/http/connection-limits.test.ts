import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { test } from 'node:test'
import type { Log } from '@host/plugin'
import { limitConnections } from './connection-limits.ts'

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A server that gets connections from the addresses of a test, with the result of each. */
function openServer(most: number) {
  const server = new EventEmitter()
  limitConnections(server as Server, { most, isProxy: () => false, log: quiet })
  return (remoteAddress: string): boolean => {
    let isLetIn = true
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => void (isLetIn = false) })
    server.emit('connection', socket)
    return isLetIn
  }
}

test('one network of IPv6 holds no more connections than one address of IPv4', () => {
  const connect = openServer(8)
  assert.deepEqual(['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'].map(connect), [true, true, false])
  assert.deepEqual(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(connect), [true, true, false])
  assert.equal(connect('2001:db8:0:1::1'), true, 'another network')
})
