/** Changesets of several workspaces and targets. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem, type Changeset, type PlanOptions } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import { changesetLab, openChangesetLab } from '../../testing/changesets/changeset-lab.ts'
import { toyKind } from '../../testing/changesets/toy-plugin.ts'

test('a workspace applies two changesets at once, and holds back no other workspace', async (t) => {
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  const onPoint = async (point: string): Promise<void> => {
    if (point !== 'before slow') return
    begun.push(point)
    await gate.promise
  }
  const here = await openChangesetLab(t, { toy: { onPoint } })
  const { lab, toy, admin } = here
  const there = changesetLab({ lab, toy, admin: await lab.alsoIn(admin, 'Other') })
  const slow: Changeset[] = []
  for (const target of ['a', 'b', 'c']) {
    const planned = await here.plan({ slow: 1 }, { target })
    await here.approve(planned)
    slow.push(await toy.service().apply(here.orgId, planned.id))
  }
  assert.equal((await there.apply(await there.plan({ one: 1 }))).state, 'applied')
  assert.equal(begun.length, 2)
  gate.resolve()
  for (const { id } of slow) assert.equal((await here.ended(id)).state, 'applied')
  assert.equal(begun.length, 3)
})

/** A plan of one value in each target. */
function inTargets(targets: readonly string[], value: number): PlanOptions {
  const parts = targets.map((target) => ({ kind: toyKind, target, set: new Map([['key', value]]) }))
  return { title: 'Several', parts }
}

test('a plan of several targets is applied in order, and reverted from its end', async (t) => {
  const { toy, orgId, apply, values } = await openChangesetLab(t)
  const service = toy.service()
  const planned = await service.plan(orgId, inTargets(['b', 'a', 'c'], 1))
  assert.ok(planned)
  assert.deepEqual(
    planned.parts.map(({ target, count }) => [target, count]),
    [
      ['b', 1],
      ['a', 1],
      ['c', 1],
    ],
  )
  assert.equal((await apply(planned)).state, 'applied')
  for (const target of ['a', 'b', 'c']) assert.deepEqual(await values(target), { key: 1 })
  const revert = await service.revert(orgId, planned.id, { title: 'Back' })
  assert.ok(revert)
  assert.deepEqual(
    revert.parts.map(({ target }) => target),
    ['c', 'a', 'b'],
  )
  assert.equal((await apply(revert)).state, 'applied')
  for (const target of ['a', 'b', 'c']) assert.deepEqual(await values(target), {})
})

test('a plan takes all of its targets or none, and is stale when one of them changed', async (t) => {
  let isFailing = true
  const onPoint = (point: string): void => {
    if (isFailing && point === 'before bad') throw new Problem('remote_failed')
  }
  const { toy, orgId, plan, apply, approve, values, admin } = await openChangesetLab(t, { toy: { onPoint } })
  const service = toy.service()
  const several = await service.plan(orgId, inTargets(['a', 'b'], 1))
  assert.ok(several)
  await approve(several)
  const interrupted = await apply(await plan({ bad: 1 }, { target: 'b' }))
  assert.equal(interrupted.state, 'interrupted')
  await assert.rejects(service.apply(orgId, several.id), { code: 'target_busy' })
  assert.equal((await apply(await plan({ other: 1 }))).state, 'applied', 'the first target was not taken')
  isFailing = false
  await service.leave(orgId, interrupted.id, admin.userId)
  await assert.rejects(service.apply(orgId, several.id), { code: 'stale_plan' })
  assert.deepEqual([await values('a'), await values('b')], [{ other: 1 }, {}])
})

test('an interruption between two targets says so per step, and finishing writes only the rest', async (t) => {
  let isFailing = true
  let writes = 0
  const onPoint = (point: string): void => {
    if (!point.startsWith('before')) return
    writes += 1
    if (isFailing && writes === 2) throw new Problem('remote_failed')
  }
  const { toy, orgId, apply, ended, admin } = await openChangesetLab(t, { toy: { onPoint } })
  const service = toy.service()
  const planned = await service.plan(orgId, inTargets(['a', 'b'], 1))
  assert.ok(planned)
  assert.equal((await apply(planned)).state, 'interrupted')
  const { items } = await service.steps(orgId, planned.id, {})
  assert.deepEqual(
    items.map(({ part, state }) => [part, state]),
    [
      [0, 'applied'],
      [1, 'waiting'],
    ],
  )
  isFailing = false
  await service.finish(orgId, planned.id, admin.userId)
  assert.equal((await ended(planned.id)).state, 'applied')
  assert.equal(writes, 3)
})

test('an export has the changesets of its workspace alone, with steps and journal', async (t) => {
  const { lab, toy, admin, orgId, plan, apply } = await openChangesetLab(t)
  const other = changesetLab({ lab, toy, admin: await lab.alsoIn(admin, 'Other') })
  await apply(await plan({ one: 41 }, { title: 'Kept here' }))
  await other.apply(await other.plan({ one: 43 }, { title: 'Kept there' }))
  const owner = await lab.admin()
  const actor = { orgId, actorId: owner.userId }
  const stream = await lab.host.lookup(Workspaces)?.export(actor, new AbortController().signal)
  const text = await new Response(stream).text()
  assert.match(text, /Kept here/)
  assert.doesNotMatch(text, /Kept there/)
  for (const table of ['changesets', 'change_parts', 'change_steps', 'change_journal', 'change_targets']) {
    assert.match(text, new RegExp(`"host_${table}"`), table)
  }
  assert.match(text, /\[\[\\"one\\",null,41\]\]/)
})
