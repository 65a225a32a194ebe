import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResponseRateLimiter } from './response-rate-limiter.ts'

const decisions = (limiter: ResponseRateLimiter, addresses: readonly string[], now = 0): string =>
  addresses.map((address) => limiter.decide(address, 1, now)[1]).join('')

const times = (count: number, address: string): string[] => Array.from({ length: count }, () => address)

test('a network gets 5 identical answers in a second, and then every second one truncated', () => {
  const limiter = new ResponseRateLimiter()
  assert.equal(decisions(limiter, times(11, '192.0.2.1')), 'eeeeerlrlrl')
  assert.equal(decisions(limiter, times(7, '192.0.2.1'), 999), 'rlrlrlr')
  assert.equal(limiter.decide('192.0.2.1', 2, 999), 'send')
})

test('answers over the limit count against later seconds, for at most 15', () => {
  const limiter = new ResponseRateLimiter()
  decisions(limiter, times(8, '192.0.2.1'))
  assert.equal(decisions(limiter, times(3, '192.0.2.1'), 1_000), 'eel')
  decisions(limiter, times(10_000, '192.0.2.1'), 1_000)
  assert.notEqual(limiter.decide('192.0.2.1', 1, 16_000), 'send')
  assert.equal(decisions(limiter, times(5, '192.0.2.1'), 18_000), 'eeeee')
})

test('addresses of a /24 and of a /56 count together, also on a socket for both families', () => {
  const limiter = new ResponseRateLimiter({ perSecond: 2, slip: 1 })
  assert.equal(decisions(limiter, ['192.0.2.1', '::ffff:192.0.2.9', '192.0.2.200', '192.0.3.1']), 'eele')
  const networks = ['2001:db8:0:1ff::1', '2001:db8::100:0:0:0:1', '2001:db8:0:101::', '2001:db8:0:200::1']
  assert.equal(decisions(limiter, networks), 'eele')
  assert.equal(decisions(limiter, ['fe80::1%eth0', 'fe80::2%eth1', '::1', '::']), 'eeee')
})

test('any number of networks is counted in the same memory, and a network that comes back starts new', () => {
  const limiter = new ResponseRateLimiter({ slots: 4 })
  for (let count = 0; count < 1_000; count += 1) limiter.decide(`10.${count % 250}.${count >> 4}.1`, count, 0)
  assert.equal(limiter.decide('192.0.2.1', 1, 0), 'send')
})
