import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '@host/plugin'
import { LoginThrottle } from './login-throttle.ts'

const minute = 60_000

function refusalOf(attempt: () => void): Problem | undefined {
  try {
    attempt()
    return undefined
  } catch (error) {
    return error as Problem
  }
}

test('the sixth attempt in 15 minutes is refused until the first is 15 minutes old', () => {
  let now = 1_000_000
  const throttle = new LoginThrottle(() => now)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    throttle.begin('ada@example.test', '192.0.2.0/24')
    now += minute
  }
  const refusal = refusalOf(() => throttle.begin('ada@example.test', '192.0.2.0/24'))
  assert.equal(refusal?.code, 'too_many_requests')
  assert.equal(refusal?.options.headers?.['retry-after'], '600')
  now += 10 * minute
  assert.equal(
    refusalOf(() => throttle.begin('ada@example.test', '192.0.2.0/24')),
    undefined,
  )
  assert.notEqual(
    refusalOf(() => throttle.begin('ada@example.test', '192.0.2.0/24')),
    undefined,
  )
})

test('another account, and the same account from another network, have budgets of their own', () => {
  const throttle = new LoginThrottle(() => 0)
  for (let attempt = 0; attempt < 5; attempt += 1) throttle.begin('ada@example.test', '192.0.2.0/24')
  assert.equal(
    refusalOf(() => throttle.begin('bob@example.test', '192.0.2.0/24')),
    undefined,
  )
  assert.equal(
    refusalOf(() => throttle.begin('ada@example.test', '198.51.100.0/24')),
    undefined,
  )
})

test('attempts that were never heard push nobody else out of memory', () => {
  const throttle = new LoginThrottle(() => 0)
  for (let attempt = 0; attempt < 5; attempt += 1) throttle.begin('ada@example.test', 'here')
  for (let address = 0; address < 50_000; address += 1) {
    throttle.begin(`${address}@example.test`, 'here')
    throttle.undo(`${address}@example.test`, 'here')
  }
  assert.equal(refusalOf(() => throttle.begin('ada@example.test', 'here'))?.code, 'too_many_requests')
})

test('success forgets what failed before, and an attempt taken back does not count', () => {
  const throttle = new LoginThrottle(() => 0)
  for (let attempt = 0; attempt < 5; attempt += 1) throttle.begin('ada@example.test', 'here')
  throttle.succeed('ada@example.test', 'here')
  for (let attempt = 0; attempt < 5; attempt += 1) throttle.begin('ada@example.test', 'here')
  throttle.undo('ada@example.test', 'here')
  assert.equal(
    refusalOf(() => throttle.begin('ada@example.test', 'here')),
    undefined,
  )
})
