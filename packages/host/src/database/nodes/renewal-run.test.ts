import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RenewalRun } from './renewal-run.ts'
import { RenewalState } from './renewal-state.ts'

const order = { statements: [], every: 5, holds: 60 }

test('a run that fails is tried again, and who relies on it hears of the end and of the new beginning once each', async () => {
  let isAway = false
  let runs = 0
  const heard: (string | undefined)[] = []
  const changed = (): Promise<void> => new Promise((resolve) => (hear = resolve))
  let hear: () => void = () => undefined
  const run = async (): Promise<void> => {
    runs += 1
    if (isAway) throw new Error('the database is away')
  }
  const renewal = await RenewalRun.begin(order, run, (lapsed) => {
    heard.push(lapsed)
    hear()
  })
  for (const away of [true, false]) {
    const change = changed()
    isAway = away
    await change
  }
  await renewal.end()
  assert.deepEqual(heard, ['the database is away', undefined])
  const atEnd = runs
  // A real wait: a run after the end would come meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 5 * order.every))
  assert.equal(runs, atEnd, 'nothing runs after the end')
})

test('a first run that fails is not repeated', async () => {
  let runs = 0
  const run = async (): Promise<void> => {
    runs += 1
    throw new Error('there is no such table')
  }
  await assert.rejects(
    RenewalRun.begin(order, run, () => assert.fail('Nothing was kept.')),
    /no such table/,
  )
  assert.equal(runs, 1)
})

test('an effect has lapsed exactly while the last success is longer ago than it holds', () => {
  const step = fc.record({ after: fc.nat(50), succeeds: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      let [now, lastSuccess, isLapsed] = [0, 0, false]
      const state = new RenewalState(order.holds, now, (lapsed) => {
        assert.notEqual(lapsed !== undefined, isLapsed, 'only changes are told')
        isLapsed = lapsed !== undefined
      })
      for (const { after, succeeds } of steps) {
        now += after
        if (succeeds) lastSuccess = now
        state.ran(now, succeeds ? undefined : 'away')
        assert.equal(isLapsed, now - lastSuccess >= order.holds)
      }
    }),
  )
})
