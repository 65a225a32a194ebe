import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseOrders, mostOrders, type DueHost } from './order-budget.ts'
import { nextQuestion, pauseAfter, renewalTime, timeInWindow } from './retry-times.ts'

const hour = 3_600_000
const owner = fc.option(fc.constantFrom('org_1', 'org_2', 'org_3', 'org_4', 'org_5', 'org_6'), { nil: undefined })
const due = fc.array(
  owner.map((orgId): DueHost => ({ host: 'a.example', orgId })),
  { maxLength: 200 },
)
const recent = fc
  .array(fc.tuple(owner, fc.nat({ max: 12 })))
  .map((entries) => new Map<string | undefined, number>(entries))

test('no choice is over the limits of the instance and of a workspace, and each is of a due host once', () => {
  fc.assert(
    fc.property(due, recent, (hosts, before) => {
      const chosen = chooseOrders(hosts, before)
      const used = [...before.values()].reduce((sum, count) => sum + count, 0)
      assert.ok(chosen.length <= Math.max(0, mostOrders - used))
      assert.equal(new Set(chosen).size, chosen.length)
      for (const orgId of new Set(chosen.map((each) => each.orgId))) {
        const own = chosen.filter((each) => each.orgId === orgId).length
        if (orgId !== undefined) assert.ok(own + (before.get(orgId) ?? 0) <= 10)
      }
    }),
  )
})

test('hosts of the instance come first, and a workspace with one host is not behind one with many', () => {
  const many = Array.from({ length: 100 }, (_each, at): DueHost => ({ host: `n${at}.example`, orgId: 'org_1' }))
  const one: DueHost = { host: 'one.example', orgId: 'org_2' }
  const own: DueHost = { host: 'own.example', orgId: undefined }
  const chosen = chooseOrders([...many, one, own], new Map())
  assert.deepEqual(chosen.slice(0, 3), [own, many[0], one])
  assert.equal(chosen.length, 12)
  assert.deepEqual(chooseOrders([...many, own], new Map([['org_3', 50]])), [])
})

test('pauses grow from an hour to a day, with jitter, and a wish of the authority is heard within a day', () => {
  assert.equal(
    pauseAfter(0, undefined, () => 0),
    hour,
  )
  assert.ok(pauseAfter(0, undefined, () => 0.999) >= 0.8 * hour)
  assert.equal(
    pauseAfter(3, undefined, () => 0),
    8 * hour,
  )
  assert.equal(
    pauseAfter(1_000, undefined, () => 0),
    24 * hour,
  )
  assert.equal(
    pauseAfter(0, 5 * hour, () => 0),
    5 * hour,
  )
  assert.equal(
    pauseAfter(0, 1_000 * hour, () => 0),
    24 * hour,
  )
})

test('a renewal is at two thirds of the life, or where the authority advises', () => {
  const times = { notBefore: 0, notAfter: 90 * 24 * hour }
  assert.equal(
    renewalTime(times, () => 0),
    60 * 24 * hour,
  )
  assert.ok(renewalTime(times, () => 0.999) > 54 * 24 * hour)
  const window = { start: 100, end: 200, explanationUrl: undefined, retryAfter: undefined }
  assert.equal(
    timeInWindow(window, 150, () => 0.5),
    150,
  )
  assert.equal(
    timeInWindow(window, 900, () => 0.25),
    125,
  )
  assert.equal(nextQuestion(undefined), 6 * hour)
  assert.equal(nextQuestion({ ...window, retryAfter: 1 }), hour)
})
