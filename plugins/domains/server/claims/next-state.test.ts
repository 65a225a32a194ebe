import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkOutcomes, domainLimits, serverStates, type CheckOutcome } from '../../shared.ts'
import { outcomeOf } from '../checks/outcome-of.ts'
import { nextState, type ClaimState } from './next-state.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 20_000 : 300
const day = 24 * 60 * 60 * 1000

const checks = fc.array(
  fc.record({
    outcome: fc.constantFrom<CheckOutcome>(...checkOutcomes),
    isAsked: fc.boolean(),
    wait: fc.integer({ min: 0, max: 10 * day }),
  }),
  { maxLength: 40 },
)

test('a domain is verified by a check that is right and by nothing else, and lost by 3 failures over 7 days', () => {
  fc.assert(
    fc.property(checks, (all) => {
      let [now, state]: [number, ClaimState] = [0, { state: 'pending', attempts: 0, failingSince: null }]
      let failures: number[] = []
      for (const { outcome, isAsked, wait } of all) {
        now += wait
        const before = state
        state = nextState(before, { outcome, isAsked, at: now })
        const isCounted = outcome !== 'lookup_failed' && ['verified', 'failing'].includes(before.state)
        if (outcome === 'ok') failures = []
        else if (isCounted) failures.push(now)
        assert.equal(state.state === 'verified', outcome === 'ok')
        if (before.state === 'pending' && outcome !== 'ok') assert.equal(state.state, 'pending')
        if (state.state !== 'lost' || before.state === 'lost') continue
        assert.ok(failures.length >= domainLimits.failures)
        assert.ok(now - (failures[0] ?? now) >= domainLimits.failingDays * day)
      }
    }),
    { numRuns },
  )
})

test('the servers are right together only when each is, and there is one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...serverStates), { maxLength: 14 }), (states) => {
      const isRight = states.length > 0 && states.every((state) => state === 'ok')
      assert.equal(outcomeOf(states.map((state) => ({ state }))) === 'ok', isRight)
    }),
    { numRuns },
  )
})
