import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Restarts } from './restarts.ts'

const ending = fc.record({
  served: fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: undefined }),
  othersServing: fc.nat(3),
})

test('a worker that served for a while is started again at once, others a little later each time', () => {
  const restarts = new Restarts()
  const failed = { served: undefined, othersServing: 1 }
  assert.deepEqual(
    Array.from({ length: 7 }, () => restarts.next(failed)),
    [100, 200, 400, 800, 1_600, 2_000, 2_000],
  )
  assert.equal(restarts.next({ served: 60_000, othersServing: 0 }), 0)
  assert.equal(restarts.next(failed), 100)
})

test('it gives up only when no worker serves, and only after several failures in a row', () => {
  fc.assert(
    fc.property(fc.array(ending, { maxLength: 60 }), (endings) => {
      const restarts = new Restarts()
      let failures = 0
      for (const each of endings) {
        failures = each.served !== undefined && each.served >= 1_000 ? 0 : failures + 1
        const delay = restarts.next(each)
        assert.equal(delay === undefined, failures >= 8 && each.othersServing === 0)
        assert.ok(delay === undefined || delay <= 2_000)
      }
    }),
  )
})
