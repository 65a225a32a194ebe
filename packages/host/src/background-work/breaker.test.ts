import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { afterAttempts, breakerRule, onTrial, type Streak, type AttemptResults } from './breaker.ts'

const failed = (at: number, place: string | null = null): AttemptResults => ({
  hasSuccess: false,
  failures: 1,
  failingSince: at,
  place,
  fault: 'It broke.',
})
const succeeded: AttemptResults = { hasSuccess: true, failures: 0, failingSince: 0, place: null, fault: '' }

/** Fails once a second. @returns the streak and the moment of the last failure */
function failing(count: number, place: (nth: number) => string | null): [Streak | undefined, number] {
  let streak: Streak | undefined
  let now = 0
  for (let nth = 0; nth < count; nth += 1) {
    now = nth * 1_000
    streak = afterAttempts(streak, failed(now, place(nth)), now)
  }
  return [streak, now]
}

test('§P14 a plugin pauses when it has failed 20 times in a row over 30 seconds, and not before', () => {
  const [short] = failing(30, () => null)
  assert.deepEqual([short?.failures, short?.paused], [30, undefined], 'its failures are too close together')
  const [long, now] = failing(31, () => null)
  assert.deepEqual(long?.paused, { since: now, length: 300_000, until: now + 300_000, trialUntil: undefined })
  const few = afterAttempts({ ...failing(18, () => null)[0]!, failingSince: 0 }, failed(500_000), 500_000)
  assert.deepEqual([few?.failures, few?.paused], [19, undefined])
})

test('§P14 a workspace with faulty data pauses no plugin while others had no time to succeed', () => {
  const [one] = failing(100, () => 'wsp_1')
  assert.equal(one?.paused, undefined)
  const [two] = failing(100, (nth) => (nth === 50 ? 'wsp_2' : 'wsp_1'))
  assert.notEqual(two?.paused, undefined)
  const [long] = failing(breakerRule.leastOfOne / 1_000 + 1, () => 'wsp_1')
  assert.notEqual(long?.paused, undefined, 'a workspace that is alone with it gets its pause as well')
  const others = afterAttempts(failing(99, () => 'wsp_1')[0], succeeded, 99_000)
  assert.equal(others, undefined)
})

test('§P47 a pause whose end no clock reaches in its time is over, and one that clocks see a little apart is not', () => {
  const [streak, now] = failing(31, () => null)
  assert.ok(streak?.paused)
  assert.equal(onTrial(streak, now - 60_000), undefined, 'a clock that is a minute behind')
  for (const back of [3_600_000, 31_536_000_000]) {
    const tried = onTrial(streak, now - back)
    assert.equal(tried?.paused?.trialUntil, now - back + breakerRule.trial)
    assert.equal(onTrial(tried, now - back + 1), undefined, 'one job is tried at a time')
    assert.notEqual(onTrial(tried, now - 2 * back), undefined)
  }
})

/** The states as a table, written independently of the code: the effect of each event. */
interface Model {
  failures: number
  since: number
  places: Set<string | null>
  paused: { until: number; length: number; isOnTrial: boolean; trialUntil: number } | undefined
}

type Happening =
  | { readonly kind: 'failed'; readonly place: string | null; readonly after: number }
  | { readonly kind: 'succeeded' | 'asked' | 'resumed'; readonly after: number }

const after = fc.oneof(fc.nat(5_000), fc.nat(20 * 60_000))
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      kind: fc.constant('failed' as const),
      place: fc.constantFrom(null, 'wsp_1', 'wsp_1', 'wsp_2'),
      after,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('succeeded' as const), after }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('asked' as const), after }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resumed' as const), after }) },
)

test('closed, open and half open follow the diagram for any sequence of events', () => {
  const reached = new Set<string>()
  const steps = fc.array(happening, { minLength: 30, maxLength: 120 })
  fc.assert(
    fc.property(steps, (happenings) => {
      let [now, streak]: [number, Streak | undefined] = [0, undefined]
      const model: Model = { failures: 0, since: 0, places: new Set(), paused: undefined }
      for (const each of happenings) {
        now += each.after
        streak = actual(streak, each, now)
        reached.add(expected(model, each, now))
        compare(streak, model)
      }
    }),
    { numRuns: process.env['HOST_SOAK'] === '1' ? 20_000 : 300 },
  )
  assert.deepEqual([...reached].toSorted(), ['closed', 'half open', 'open', 'open again'])
})

function actual(streak: Streak | undefined, each: Happening, now: number): Streak | undefined {
  if (each.kind === 'resumed') return streak?.paused === undefined ? streak : undefined
  if (each.kind === 'asked') return onTrial(streak, now) ?? streak
  return afterAttempts(streak, each.kind === 'failed' ? failed(now, each.place) : succeeded, now)
}

function expected(model: Model, each: Happening, now: number): string {
  const { paused } = model
  if (each.kind === 'succeeded' || (each.kind === 'resumed' && paused !== undefined)) {
    Object.assign(model, { failures: 0, places: new Set(), paused: undefined })
  }
  if (each.kind === 'asked' && paused !== undefined && now >= paused.until) {
    if (!paused.isOnTrial || now >= paused.trialUntil) {
      Object.assign(paused, { isOnTrial: true, trialUntil: now + 600_000 })
      return 'half open'
    }
  }
  if (each.kind !== 'failed') return 'closed'
  if (model.failures === 0) model.since = now
  model.failures += 1
  model.places.add(each.place)
  if (paused?.isOnTrial === true) {
    const length = Math.min(2 * paused.length, 7_200_000)
    Object.assign(paused, { length, until: now + length, isOnTrial: false })
    return 'open again'
  }
  const isOfOne = model.places.size === 1 && !model.places.has(null)
  if (paused !== undefined || model.failures < 20 || now - model.since < (isOfOne ? 600_000 : 30_000)) return 'closed'
  model.paused = { until: now + 300_000, length: 300_000, isOnTrial: false, trialUntil: 0 }
  return 'open'
}

function compare(streak: Streak | undefined, model: Model): void {
  assert.equal(streak?.failures ?? 0, model.failures)
  const { paused } = model
  const shown = paused && { ...paused, trialUntil: paused.isOnTrial ? paused.trialUntil : undefined }
  assert.deepEqual(
    streak?.paused && [streak.paused.until, streak.paused.length, streak.paused.trialUntil],
    shown && [shown.until, shown.length, shown.trialUntil],
  )
}
