/** Changesets whose job or process is lost, or whose last call fails. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Features, Problem, type Changeset } from '@host/plugin'
import { JobQueue } from '@host/plugin/platform'
import { changeLimits } from './change-limits.ts'
import { openChangesetLab, type ChangesetLab } from '../../testing/changesets/changeset-lab.ts'
import type { ToyOptions } from '../../testing/changesets/toy-plugin.ts'

const tenMinutes = 600_000
/** Changesets that are applied at once. */
const places = 2

/** A lab whose first writes wait, so that every place for applying is taken. */
async function busyLab(t: Parameters<typeof openChangesetLab>[0]) {
  let now = Date.now()
  const gate = Promise.withResolvers<void>()
  const busy = Promise.withResolvers<void>()
  let writing = 0
  const lab = await openChangesetLab(t, {
    clock: () => now,
    toy: {
      onPoint: (point) => {
        if (point !== 'before slow') return undefined
        writing += 1
        if (writing === places) busy.resolve()
        return gate.promise
      },
    },
  })
  const begin = async (set: Record<string, number>, target: string): Promise<Changeset> => {
    const planned = await lab.plan(set, { target })
    await lab.approve(planned)
    return await lab.toy.service().apply(lab.orgId, planned.id)
  }
  for (const target of ['b', 'c']) await begin({ slow: 1 }, target)
  await busy.promise
  return {
    ...lab,
    gate,
    waiting: await begin({ one: 1, two: 2 }, 'a'),
    maintain: async () => {
      now += tenMinutes
      await lab.lab.host.settleJobs()
    },
  }
}

/** Removes the job that waits. */
async function removeJob({ lab }: Pick<ChangesetLab, 'lab'>): Promise<void> {
  const queue = lab.host.lookup(JobQueue)
  const jobs = await queue?.list({ plugin: 'toy', state: 'waiting', limit: 10 })
  assert.equal(jobs?.items.length, 1)
  assert.equal(await queue?.remove(jobs?.items[0]?.id ?? ''), true)
}

test('a changeset whose job was removed gets another one within ten minutes, and is applied', async (t) => {
  const lab = await busyLab(t)
  const { toy, orgId, waiting, gate, maintain, values } = lab
  await removeJob(lab)
  gate.resolve()
  await lab.lab.host.settleJobs()
  assert.equal((await toy.service().find(orgId, waiting.id))?.state, 'applying')
  await maintain()
  assert.equal((await toy.service().find(orgId, waiting.id))?.state, 'applied')
  assert.deepEqual(await values(), { one: 1, two: 2 })
})

test('a changeset whose job is held is interrupted, and is finished once its feature is on again', async (t) => {
  const { toy, orgId, waiting, gate, maintain, values, states, ended, admin, lab } = await busyLab(t)
  const turn = (isOn: boolean) => lab.host.lookup(Features)?.set(orgId, 'toy', isOn)
  await turn(false)
  gate.resolve()
  await lab.host.settleJobs()
  await maintain()
  const interrupted = await toy.service().find(orgId, waiting.id)
  assert.deepEqual([interrupted?.state, interrupted?.error], ['interrupted', 'feature_disabled'])
  assert.deepEqual(await states(waiting.id), ['one waiting', 'two waiting'])
  await turn(true)
  await lab.host.settleJobs()
  assert.deepEqual(await values(), {}, 'the held job writes nothing without being asked')
  await toy.service().finish(orgId, waiting.id, admin.userId)
  assert.equal((await ended(waiting.id)).state, 'applied')
  assert.deepEqual(await values(), { one: 1, two: 2 })
})

test('a failed end leaves every value written, and finishing runs the end again', async (t) => {
  const settled: string[] = []
  let isFailing = true
  const onSettled: ToyOptions['settled'] = async (_scope, { steps }) => {
    if (isFailing) throw new Problem('remote_failed')
    settled.push(...steps.map(({ key }) => key))
  }
  const { toy, orgId, plan, apply, ended, states, admin } = await openChangesetLab(t, { toy: { settled: onSettled } })
  const { id, state, error, verifiedAt } = await apply(await plan({ one: 1, two: 2 }))
  assert.deepEqual([state, error, verifiedAt], ['interrupted', 'remote_failed', null])
  assert.deepEqual(await states(id), ['one applied', 'two applied'])
  isFailing = false
  await toy.service().finish(orgId, id, admin.userId)
  assert.equal((await ended(id)).state, 'applied')
  assert.deepEqual(settled, ['one', 'two'])
})

test('a write that takes longer than its deadline interrupts the changeset, and its signal aborts', async (t) => {
  const begun = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  let isSlow = true
  const { toy, orgId, plan, approve, ended, states, values, admin } = await openChangesetLab(t, {
    toy: {
      onPoint: async (point, signal) => {
        if (!isSlow || point !== 'before two') return
        signal.addEventListener('abort', () => aborted.resolve())
        begun.resolve()
        await new Promise(() => undefined)
      },
    },
  })
  const planned = await plan({ one: 1, two: 2 })
  await approve(planned)
  const deadline = catchDeadline(t)
  await toy.service().apply(orgId, planned.id)
  await begun.promise
  deadline.pass()
  const { state, error } = await ended(planned.id)
  await aborted.promise
  assert.deepEqual([state, error], ['interrupted', 'timeout'])
  assert.deepEqual(await states(planned.id), ['one applied', 'two waiting'])
  isSlow = false
  await toy.service().finish(orgId, planned.id, admin.userId)
  assert.equal((await ended(planned.id)).state, 'applied')
  assert.deepEqual(await values(), { one: 1, two: 2 })
})

/** Holds the latest timer of a call, so that its deadline passes when the test says so. */
function catchDeadline(t: Parameters<typeof openChangesetLab>[0]): { pass: () => void } {
  const real = globalThis.setTimeout
  let latest: (() => void) | undefined
  const caught = ((work: () => void, delay?: number, ...rest: []) => {
    if (delay === changeLimits.call) latest = work
    return real(work, delay, ...rest)
  }) as typeof setTimeout
  globalThis.setTimeout = Object.assign(caught, real)
  t.after(() => {
    globalThis.setTimeout = real
  })
  return { pass: () => latest?.() }
}
