import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Features, Problem } from '@host/plugin'
import { openChangesetLab, toyPlan } from '../../testing/changesets/changeset-lab.ts'
import { toyKind, toyPlugin } from '../../testing/changesets/toy-plugin.ts'

const toyTarget = { kind: toyKind, target: 'a' }

test('a plan has only the differences, is applied as approved, verified, and taken back by its revert', async (t) => {
  const { toy, orgId, plan, apply, states, values, admin } = await openChangesetLab(t)
  await toy.set(orgId, { target: 'a', key: 'same', value: 1 })
  await toy.set(orgId, { target: 'a', key: 'gone', value: 2 })
  const planned = await plan({ same: 1, gone: null, new: 3 }, { note: 'Because' })
  assert.deepEqual([planned.state, planned.parts[0]?.count, planned.role], ['planned', 2, 'admin'])
  assert.deepEqual(await states(planned.id), ['gone waiting', 'new waiting'])
  const applied = await apply(planned)
  assert.deepEqual([applied.state, applied.error, applied.approvedBy], ['applied', null, admin.userId])
  assert.notEqual(applied.verifiedAt, null)
  assert.deepEqual(await values(), { same: 1, new: 3 })
  const revert = await toy.service().revert(orgId, applied.id, { title: 'Back', userId: admin.userId })
  assert.ok(revert)
  await apply(revert)
  assert.deepEqual(await values(), { same: 1, gone: 2 })
  assert.equal((await toy.service().find(orgId, applied.id))?.state, 'reverted')
  assert.equal(await toy.service().plan(orgId, toyPlan({ same: 1 })), undefined)
})

test('a plan is refused with another hash, without its confirmation, after its hour, and twice', async (t) => {
  let now = Date.now()
  const judge = async () => [{ code: 'many', confirm: 'Toy a' }]
  const { toy, orgId, plan, approve, admin } = await openChangesetLab(t, { clock: () => now, toy: { judge } })
  const planned = await plan({ one: 1 })
  const approval = { userId: admin.userId, hash: planned.hash }
  const service = toy.service()
  await assert.rejects(service.approve(orgId, planned.id, { ...approval, hash: '0' }), { code: 'stale_plan' })
  await assert.rejects(service.approve(orgId, planned.id, approval), { code: 'invalid_input' })
  await assert.rejects(approve(planned, ['Toy b']), { code: 'invalid_input' })
  await assert.rejects(service.apply(orgId, planned.id), { code: 'conflict' })
  await approve(planned, [' Toy a '])
  await assert.rejects(approve(planned, ['Toy a']), { code: 'conflict' })
  now += 3_600_000
  assert.equal((await service.find(orgId, planned.id))?.state, 'expired')
  await assert.rejects(service.apply(orgId, planned.id), { code: 'stale_plan' })
})

test('a change of the target after the plan makes it stale, by a changeset or outside, and nothing is written', async (t) => {
  const { toy, orgId, plan, approve, apply, ended, values } = await openChangesetLab(t)
  const [first, second] = [await plan({ one: 1 }), await plan({ two: 2 })]
  await apply(first)
  await assert.rejects(approve(second), { code: 'stale_plan' })
  const third = await plan({ one: 10, three: 3 })
  await approve(third)
  await toy.set(orgId, { target: 'a', key: 'three', value: 4 })
  await toy.service().apply(orgId, third.id)
  const outcome = await ended(third.id)
  assert.deepEqual([outcome.state, outcome.error], ['expired', 'stale_plan'])
  assert.deepEqual(await values(), { one: 1, three: 4 })
  assert.equal((await apply(await plan({ one: 5 }))).state, 'applied', 'the target is free again')
})

test('a plan is refused by its own check, and is stale when its target changes after the check', async (t) => {
  const { toy, orgId, plan, apply, values } = await openChangesetLab(t)
  const refuse = async (): Promise<void> => Promise.reject(new RangeError('Another value has to be there.'))
  await assert.rejects(toy.service().applyNow(orgId, { ...toyPlan({ one: 1 }), verify: refuse }), RangeError)
  await assert.rejects(toy.service().plan(orgId, { ...toyPlan({}), verify: refuse }), RangeError)
  const verify = async (): Promise<void> => void (await apply(await plan({ two: 2 })))
  await assert.rejects(toy.service().applyNow(orgId, { ...toyPlan({ one: 1 }), verify }), { code: 'stale_plan' })
  assert.deepEqual(await values(), { two: 2 })
})

test('a target takes one changeset at a time, and an interrupted one is finished, reverted or left', async (t) => {
  let failing: string | undefined = 'before two'
  const onPoint = (point: string): void => {
    if (point === failing) throw new Problem('remote_failed')
  }
  const { toy, orgId, plan, approve, apply, ended, states, values, admin } = await openChangesetLab(t, {
    toy: { onPoint },
  })
  const service = toy.service()
  const interrupted = async (set: Record<string, number>) => {
    failing = 'before two'
    const changeset = await apply(await plan(set))
    assert.deepEqual([changeset.state, changeset.error], ['interrupted', 'remote_failed'])
    return changeset
  }
  const one = await interrupted({ one: 1, two: 2, three: 3 })
  assert.deepEqual(await states(one.id), ['one applied', 'two waiting', 'three waiting'])
  const other = await plan({ other: 1 })
  await approve(other)
  await assert.rejects(service.apply(orgId, other.id), { code: 'target_busy' })
  failing = undefined
  await service.finish(orgId, one.id, admin.userId)
  assert.equal((await ended(one.id)).state, 'applied')
  assert.deepEqual(await values(), { one: 1, two: 2, three: 3 })
  const two = await interrupted({ one: 11, two: 22 })
  failing = undefined
  const revert = await service.revert(orgId, two.id, { title: 'Back' })
  assert.ok(revert)
  assert.equal((await apply(revert)).state, 'applied')
  assert.equal((await service.find(orgId, two.id))?.state, 'reverted')
  assert.deepEqual(await values(), { one: 1, two: 2, three: 3 })
  const three = await interrupted({ one: 111, two: 222 })
  assert.equal((await service.leave(orgId, three.id, admin.userId)).state, 'left')
  failing = undefined
  assert.equal((await apply(await plan({ four: 4 }))).state, 'applied')
  assert.deepEqual(await values(), { one: 111, two: 2, three: 3, four: 4 })
})

test('finishing judges every step first, and overwrites no value that changed outside', async (t) => {
  let isFailing = true
  const onPoint = (point: string): void => {
    if (isFailing && point === 'after one') throw new Error('secret internals')
  }
  const { toy, orgId, plan, apply, ended, states, values, admin, lab } = await openChangesetLab(t, { toy: { onPoint } })
  const changeset = await apply(await plan({ one: 1, two: 2 }))
  assert.deepEqual([changeset.state, changeset.error], ['interrupted', 'internal'])
  assert.deepEqual(await states(changeset.id), ['one applied', 'two waiting'], 'the write has arrived')
  assert.ok(lab.log.some(({ message }) => message === 'Fault in "toy" (hook)'))
  isFailing = false
  await toy.set(orgId, { target: 'a', key: 'two', value: 99 })
  await toy.service().finish(orgId, changeset.id, admin.userId)
  const again = await ended(changeset.id)
  assert.deepEqual([again.state, again.error], ['interrupted', 'conflict'])
  assert.deepEqual(await states(changeset.id), ['one applied', 'two differs'])
  assert.deepEqual(await values(), { one: 1, two: 99 })
})

test('a changeset is not written while its feature is off, nor after it is switched off in the middle', async (t) => {
  let onTwo = (): Promise<unknown> | undefined => undefined
  const onPoint = async (point: string): Promise<void> => {
    if (point === 'after one') await onTwo()
  }
  const { toy, orgId, plan, apply, approve, ended, values, admin, lab } = await openChangesetLab(t, {
    toy: { onPoint },
  })
  const turn = (isOn: boolean) => lab.host.lookup(Features)?.set(orgId, 'toy', isOn)
  onTwo = () => turn(false)
  const changeset = await apply(await plan({ one: 1, two: 2 }))
  assert.deepEqual([changeset.state, changeset.error], ['interrupted', 'feature_disabled'])
  assert.deepEqual(await values(), { one: 1 })
  await assert.rejects(toy.service().finish(orgId, changeset.id, admin.userId), { code: 'feature_disabled' })
  await turn(true)
  onTwo = () => undefined
  await toy.service().finish(orgId, changeset.id, admin.userId)
  assert.equal((await ended(changeset.id)).state, 'applied')
  const next = await plan({ three: 3 })
  await approve(next)
  await turn(false)
  await assert.rejects(toy.service().apply(orgId, next.id), { code: 'feature_disabled' })
  assert.deepEqual(await values(), { one: 1, two: 2 })
})

test(
  'dependents of every plugin are found, and a finder that fails or is late is shown as unknown',
  { timeout: 20_000 },
  async (t) => {
    const links = toyPlugin({
      name: 'links',
      dependents: async () => [{ code: 'links', count: 2, examples: ['a', 'b'], effect: 'stops' }],
    })
    const late = toyPlugin({ name: 'late', dependents: () => pause(60_000, [], { ref: false }) })
    const failing = toyPlugin({ name: 'failing', dependents: () => Promise.reject(new Error('away')) })
    const { plan } = await openChangesetLab(t, { plugins: [links, late, failing].map(({ plugin }) => plugin) })
    const since = performance.now()
    const { dependents, warnings } = await plan({ one: 1 })
    assert.ok(performance.now() - since < 4_000)
    assert.deepEqual(
      dependents.map(({ plugin, code, count }) => [plugin, code, count]),
      [['links', 'links', 2]],
    )
    assert.deepEqual(
      warnings.map(({ code, params }) => [code, params?.['plugin']]),
      [
        ['unknown_dependents', 'late'],
        ['unknown_dependents', 'failing'],
      ],
    )
  },
)

test('an owned key warns other authors, and waits for a person where a plugin would change it by itself', async (t) => {
  const { toy, orgId, plan, ended, apply } = await openChangesetLab(t)
  const service = toy.service()
  const own = await service.applyNow(orgId, toyPlan({ dkim: 1 }, { owns: true, note: 'DKIM' }))
  assert.equal(own && (await ended(own.id)).state, 'applied')
  assert.deepEqual([...(await service.owners(orgId, toyTarget))], [['dkim', { plugin: 'toy', note: 'DKIM' }]])
  const byPerson = await plan({ dkim: 2 })
  assert.deepEqual(
    byPerson.warnings.map(({ code, params, keys }) => [code, params?.['owner'], keys]),
    [['owned', 'toy', ['dkim']]],
  )
  const byItself = await service.applyNow(orgId, toyPlan({ dkim: 3 }))
  assert.equal(byItself && (await ended(byItself.id)).state, 'applied')
  const revert = own && (await service.revert(orgId, own.id, { title: 'Back' }).catch((error: unknown) => error))
  assert.equal((revert as { code?: string }).code, 'conflict', 'the value changed since')
  const back = byItself && (await service.revert(orgId, byItself.id, { title: 'Back' }))
  assert.ok(back)
  await apply(back)
  await service.release(orgId, toyTarget)
  assert.equal((await service.owners(orgId, toyTarget)).size, 0)
})

test("a plan on behalf of another plugin is that one's, and so are the keys that it owns", async (t) => {
  const { toy, orgId, ended } = await openChangesetLab(t)
  const service = toy.service()
  const change = async (value: number, onBehalfOf?: string) => {
    const options = { owns: onBehalfOf !== undefined, ...(onBehalfOf !== undefined && { onBehalfOf }) }
    const planned = await service.applyNow(orgId, toyPlan({ dkim: value }, options))
    assert.ok(planned)
    return planned.state === 'planned' ? planned : await ended(planned.id)
  }
  const first = await change(1, 'mail')
  assert.deepEqual([first.plugin, first.state], ['mail', 'applied'])
  assert.deepEqual([...(await service.owners(orgId, toyTarget))], [['dkim', { plugin: 'mail', note: null }]])
  assert.equal((await change(2, 'mail')).state, 'applied')
  for (const other of [undefined, 'links']) {
    const { state, warnings } = await change(3, other)
    assert.deepEqual(
      [state, warnings.map(({ code, params }) => [code, params?.['owner']])],
      ['planned', [['owned', 'mail']]],
    )
  }
})

test('a revert leaves out values that changed since, and names them', async (t) => {
  const { toy, orgId, plan, apply, values, states } = await openChangesetLab(t)
  const applied = await apply(await plan({ one: 1, two: 2 }))
  await toy.set(orgId, { target: 'a', key: 'two', value: 3 })
  const revert = await toy.service().revert(orgId, applied.id, { title: 'Back' })
  assert.ok(revert)
  assert.deepEqual(
    revert.warnings.map(({ code, keys }) => [code, keys]),
    [['changed_since', ['two']]],
  )
  assert.deepEqual(await states(revert.id), ['one waiting'])
  await apply(revert)
  assert.deepEqual(await values(), { two: 3 })
})

test('drift is part of the history, and a past state takes later changesets back', async (t) => {
  let now = Date.now()
  const { toy, orgId, plan, apply } = await openChangesetLab(t, { clock: () => now })
  const service = toy.service()
  const at = (moment: number) => service.stateAt(orgId, toyTarget, new Date(moment).toISOString())
  await assert.rejects(at(now), { code: 'invalid_input' })
  await apply(await plan({ one: 1 }))
  const afterOne = now
  now += 1_000
  await toy.set(orgId, { target: 'a', key: 'two', value: 2 })
  const drift = { title: 'Outside', steps: [{ key: 'two', before: null, after: 2 }] }
  assert.equal((await service.recordDrift(orgId, toyTarget, drift)).isDrift, true)
  const afterTwo = now
  now += 1_000
  await apply(await plan({ one: null, three: 3 }))
  const history = await service.history(orgId, toyTarget, { limit: 2 })
  assert.deepEqual(
    history.items.map(({ title }) => title),
    ['Change', 'Outside'],
  )
  const rest = await service.history(orgId, toyTarget, { cursor: history.nextCursor ?? '' })
  assert.deepEqual([rest.items.length, rest.nextCursor], [1, null])
  assert.deepEqual(Object.fromEntries((await at(now)).values), { two: 2, three: 3 })
  assert.deepEqual(Object.fromEntries((await at(afterTwo)).values), { one: 1, two: 2 })
  assert.deepEqual(Object.fromEntries((await at(afterOne)).values), { one: 1 })
  await assert.rejects(at(afterOne - 60_000), { code: 'invalid_input' })
})

test('an invalid plan is refused with the keys, and an unreadable target as unavailable', async (t) => {
  let isAway = false
  const onPoint = (point: string): void => {
    if (isAway && point === 'read') throw new Error('away')
  }
  const { toy, orgId } = await openChangesetLab(t, { toy: { onPoint } })
  const service = toy.service()
  const plan = (set: Record<string, unknown>, target = 'a') => service.plan(orgId, toyPlan(set as never, { target }))
  await assert.rejects(plan({ good: 1, bad: 'text' }), (error: Problem) => {
    assert.deepEqual(
      error.options.errors?.map(({ path }) => path),
      ['parts.0.set.bad'],
    )
    return error.code === 'invalid_input'
  })
  for (const key of ['', 'k'.repeat(401), 'a\0b']) await assert.rejects(plan({ [key]: 1 }), { code: 'invalid_input' })
  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, key) => [`k${key}`, 1]))
  await assert.rejects(plan(many), { code: 'invalid_input' })
  await assert.rejects(service.plan(orgId, { ...toyPlan({ one: 1 }), title: '' }), { code: 'invalid_input' })
  await assert.rejects(plan({ one: 1 }, 'missing'), { code: 'not_found' })
  isAway = true
  await assert.rejects(plan({ one: 1 }), { code: 'service_unavailable' })
})

test('changesets of another workspace are not found, by any call', async (t) => {
  const { lab, toy, admin, plan, apply } = await openChangesetLab(t)
  const { orgId: other } = await lab.alsoIn(admin, 'Other')
  const { id, hash } = await apply(await plan({ one: 1 }))
  const service = toy.service()
  const { userId } = admin
  assert.equal(await service.find(other, id), undefined)
  for (const call of [
    () => service.approve(other, id, { userId, hash }),
    () => service.apply(other, id),
    () => service.finish(other, id, userId),
    () => service.revert(other, id, { title: 'Back' }),
    () => service.leave(other, id, userId),
    () => service.dismiss(other, id, userId),
    () => service.steps(other, id, {}),
  ]) {
    await assert.rejects(call, { code: 'not_found' })
  }
  assert.deepEqual((await service.history(other, toyTarget, {})).items, [])
  assert.deepEqual(await toy.values(other, 'a'), {})
})

test('an applied and an interrupted changeset are in the audit log and published with their size', async (t) => {
  let isFailing = false
  const onPoint = (point: string): void => {
    if (isFailing && point === 'before two') throw new Problem('remote_failed')
  }
  const { toy, orgId, plan, apply } = await openChangesetLab(t, { toy: { onPoint } })
  await apply(await plan({ one: 1 }, { title: 'First' }))
  isFailing = true
  await apply(await plan({ two: 1 }, { title: 'Second' }))
  const events = await toy.events().read(orgId, { limit: 10, names: ['changeset.applied', 'changeset.interrupted'] })
  assert.deepEqual(
    events.items.map(({ name, data }) => [name, (data as { title: string }).title, (data as { steps: number }).steps]),
    [
      ['changeset.applied', 'First', 1],
      ['changeset.interrupted', 'Second', 1],
    ],
  )
})

test('at most 200 plans wait, and pages of steps follow each other', async (t) => {
  const { toy, orgId, plan } = await openChangesetLab(t)
  const set = Object.fromEntries(Array.from({ length: 450 }, (_, key) => [`k${key}`, key]))
  const { id } = await plan(set)
  const service = toy.service()
  const keys: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await service.steps(orgId, id, { limit: 130, ...(cursor !== undefined && { cursor }) })
    keys.push(...page.items.map(({ key }) => key))
    cursor = page.nextCursor
  }
  assert.deepEqual(keys, Object.keys(set))
  await assert.rejects(service.steps(orgId, id, { cursor: 'x' }), { code: 'bad_request' })
  for (let count = 1; count < 200; count += 1) await plan({ one: 1 })
  await assert.rejects(plan({ one: 1 }), { code: 'conflict' })
  await service.dismiss(orgId, id, 'usr_1')
  await plan({ one: 1 })
})

test('the judge of a kind knows a revert from a plan', async (t) => {
  const judged: boolean[] = []
  const judge = async (_scope: unknown, { isRevert }: { readonly isRevert: boolean }) => {
    judged.push(isRevert)
    return []
  }
  const { toy, orgId, plan, apply } = await openChangesetLab(t, { toy: { judge } })
  const applied = await apply(await plan({ one: 1 }))
  await toy.service().revert(orgId, applied.id, { title: 'Back' })
  assert.deepEqual(judged, [false, true])
})

test('drift that is too large is recorded without its values, and the history explains the target from then on', async (t) => {
  let now = Date.now()
  const { toy, orgId, plan, approve, apply } = await openChangesetLab(t, { clock: () => now })
  const service = toy.service()
  await apply(await plan({ one: 1 }))
  const before = new Date(now).toISOString()
  const waiting = await plan({ one: 2 })
  now += 60_000
  const value = 'x'.repeat(60_000)
  const steps = Array.from({ length: 300 }, (_, at) => ({ key: `key-${at}`, before: null, after: value }))
  const drift = await service.recordDrift(orgId, toyTarget, { title: 'Outside '.repeat(40), steps })
  assert.deepEqual([drift.parts[0]?.count, drift.title.length], [300, 200])
  assert.match(drift.note ?? '', /too many/)
  assert.deepEqual((await service.steps(orgId, drift.id, {})).items, [])
  await assert.rejects(approve(waiting), { code: 'stale_plan' })
  await assert.rejects(service.stateAt(orgId, toyTarget, before), { code: 'invalid_input' })
  const { values } = await service.stateAt(orgId, toyTarget, new Date(now).toISOString())
  assert.deepEqual([...values], [['one', 1]])
})
