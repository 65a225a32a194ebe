/** Changesets whose target limits the rate. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '@host/plugin'
import { changeLimits } from './change-limits.ts'
import { openChangesetLab } from '../../testing/changesets/changeset-lab.ts'

const hour = 3_600_000

/** A lab whose writes are limited while the test says so. @param retryAfter seconds */
async function limitedLab(t: Parameters<typeof openChangesetLab>[0], retryAfter: string) {
  let now = Date.now()
  const limited = new Set<string>()
  const calls: string[] = []
  const lab = await openChangesetLab(t, {
    clock: () => now,
    toy: {
      onPoint: (point) => {
        if (point.startsWith('before ')) calls.push(point)
        if (limited.has(point)) throw new Problem('remote_failed', { headers: { 'retry-after': retryAfter } })
      },
    },
  })
  const planned = await lab.plan({ one: 1, two: 2, three: 3 })
  await lab.approve(planned)
  return {
    ...lab,
    limited,
    calls,
    planned,
    begin: async () => {
      await lab.toy.service().apply(lab.orgId, planned.id)
      await lab.lab.host.settleJobs()
    },
    pass: async (milliseconds: number) => {
      now += milliseconds
      await lab.lab.host.settleJobs()
    },
    state: async () => {
      const found = await lab.toy.service().find(lab.orgId, planned.id)
      return [found?.state, found?.error]
    },
  }
}

test('a limited rate pauses a changeset, which continues by itself when the time that was asked for is over', async (t) => {
  const { begin, pass, state, states, limited, planned, values, calls } = await limitedLab(t, '30')
  limited.add('before two')
  await begin()
  assert.deepEqual(await state(), ['applying', null])
  limited.clear()
  await pass(29_000)
  assert.deepEqual(await state(), ['applying', null])
  await pass(2_000)
  assert.deepEqual(await state(), ['applied', null])
  assert.deepEqual(await states(planned.id), ['one applied', 'two applied', 'three applied'])
  assert.deepEqual(await values(), { one: 1, two: 2, three: 3 })
  assert.deepEqual(calls, ['before one', 'before two', 'before two', 'before three'])
})

test('a changeset waits a quarter of an hour at most, and is interrupted when it writes nothing time after time', async (t) => {
  const { begin, pass, state, limited, calls, toy, orgId, planned, admin } = await limitedLab(t, '86400')
  limited.add('before two')
  await begin()
  for (let pauses = 1; pauses <= changeLimits.pauses; pauses += 1) {
    assert.deepEqual(await state(), ['applying', null])
    await pass(changeLimits.pause + 1_000)
  }
  assert.deepEqual(await state(), ['applying', null], 'the first pause came after a step')
  await pass(changeLimits.pause + 1_000)
  assert.deepEqual(await state(), ['interrupted', 'remote_failed'])
  const before = calls.length
  await pass(hour)
  assert.equal(calls.length, before)
  limited.clear()
  await toy.service().finish(orgId, planned.id, admin.userId)
  await pass(0)
  assert.deepEqual(await state(), ['applied', null])
})

test('a limited read is no reason to plan again', async (t) => {
  const { begin, pass, state, limited, values } = await limitedLab(t, '5')
  limited.add('read')
  await begin()
  assert.deepEqual(await state(), ['applying', null])
  limited.clear()
  await pass(6_000)
  assert.deepEqual(await state(), ['applied', null])
  assert.deepEqual(await values(), { one: 1, two: 2, three: 3 })
})
