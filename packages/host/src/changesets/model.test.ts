import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openChangesetLab, toyPlan, type ChangesetLab } from '../../testing/changesets/changeset-lab.ts'
import { explained } from '../../testing/changesets/explained-values.ts'
import { toyKind } from '../../testing/changesets/toy-plugin.ts'

const runs = process.env['HOST_SOAK'] === '1' ? 200 : 8

type Values = Record<string, number>
type Wanted = Record<string, number | null>

const keys = fc.constantFrom('a', 'b', 'c', 'd')
const wanted = fc.dictionary(keys, fc.option(fc.integer({ min: 0, max: 3 })), { minKeys: 1 })
const command = fc.oneof(
  fc.record({ name: fc.constant('change' as const), set: wanted }),
  fc.record({ name: fc.constant('outside' as const), set: wanted, isRecorded: fc.boolean() }),
  fc.record({ name: fc.constant('revert' as const), place: fc.nat(5) }),
)

/** A changeset as the model knows it. */
interface ModelChange {
  readonly id: string
  readonly before: Wanted
  readonly after: Wanted
  isReverted: boolean
}

/** A state that the history has to explain. */
interface ModelState {
  readonly at: string
  readonly values: Values
}

interface Model {
  readonly target: string
  values: Values
  /** Whether a value changed outside and was not recorded. */
  hasDrifted: boolean
  readonly changes: ModelChange[]
  readonly states: ModelState[]
}

test('plans, reverts, drift and past states are those of a model in memory', async (t) => {
  let now = Date.now()
  const lab = await openChangesetLab(t, { clock: () => now })
  let target = 0
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 8 }), async (commands) => {
      target += 1
      const model: Model = { target: `t${target}`, values: {}, hasDrifted: false, changes: [], states: [] }
      for (const each of commands) {
        if (each.name === 'change') await change(lab, model, each.set)
        else if (each.name === 'outside') await changeOutside(lab, model, each)
        else await revert(lab, model, each.place)
        assert.deepEqual(await lab.values(model.target), sorted(model.values))
        if (model.changes.length > 0) {
          model.states.push({ at: new Date(now).toISOString(), values: { ...model.values } })
        }
        now += 1_000
      }
      await compareHistory(lab, model)
    }),
    { numRuns: runs },
  )
})

async function change(lab: ChangesetLab, model: Model, set: Wanted): Promise<void> {
  const { target, values } = model
  const planned = await lab.toy.service().plan(lab.orgId, toyPlan(set, { target }))
  const changed = Object.entries(set).filter(([key, value]) => (values[key] ?? null) !== value)
  assert.equal(planned?.parts[0]?.count ?? 0, changed.length)
  if (planned === undefined) return
  assert.equal((await lab.apply(planned)).state, 'applied')
  record(model, planned.id, Object.fromEntries(changed))
}

async function changeOutside(
  lab: ChangesetLab,
  model: Model,
  { set, isRecorded }: { readonly set: Wanted; readonly isRecorded: boolean },
): Promise<void> {
  const { target, values } = model
  const changed = Object.entries(set).filter(([key, value]) => (values[key] ?? null) !== value)
  if (changed.length === 0) return
  for (const [key, value] of changed) await lab.toy.set(lab.orgId, { target, key, value })
  if (isRecorded) {
    const steps = changed.map(([key, after]) => ({ key, before: values[key] ?? null, after }))
    const of = { kind: toyKind, target }
    const { id } = await lab.toy.service().recordDrift(lab.orgId, of, { title: 'Outside', steps })
    record(model, id, Object.fromEntries(changed))
  } else {
    model.hasDrifted = true
    assign(model.values, Object.fromEntries(changed))
  }
}

async function revert(lab: ChangesetLab, model: Model, place: number): Promise<void> {
  const reverted = model.changes[place % Math.max(1, model.changes.length)]
  if (reverted === undefined) return
  const request = lab.toy.service().revert(lab.orgId, reverted.id, { title: 'Back' })
  const open = Object.keys(reverted.after).filter((key) => (model.values[key] ?? null) !== reverted.before[key])
  const free = open.filter((key) => (model.values[key] ?? null) === reverted.after[key])
  if (reverted.isReverted || (free.length === 0 && open.length > 0)) {
    await assert.rejects(request, { code: 'conflict' })
    return
  }
  const planned = await request
  assert.equal(planned?.parts[0]?.count ?? 0, free.length)
  assert.equal(planned?.warnings.length ?? 0, open.length > free.length ? 1 : 0)
  if (planned === undefined) return
  assert.equal((await lab.apply(planned)).state, 'applied')
  reverted.isReverted = true
  record(model, planned.id, Object.fromEntries(free.map((key) => [key, reverted.before[key] ?? null])))
}

function record(model: Model, id: string, after: Wanted): void {
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, model.values[key] ?? null]))
  model.changes.push({ id, before, after, isReverted: false })
  assign(model.values, after)
}

function assign(values: Values, set: Wanted): void {
  for (const [key, value] of Object.entries(set)) {
    if (value === null) Reflect.deleteProperty(values, key)
    else values[key] = value
  }
}

/** Values that changed outside and were not recorded are explained by nothing, so only the other histories are compared. */
async function compareHistory(
  { toy, orgId }: ChangesetLab,
  { target, hasDrifted, values, states }: Model,
): Promise<void> {
  if (hasDrifted) return
  assert.deepEqual(await explained(toy, orgId, target), sorted(values))
  for (const { at, values: past } of states) {
    const state = await toy.service().stateAt(orgId, { kind: toyKind, target }, at)
    assert.deepEqual(sorted(Object.fromEntries(state.values)), sorted(past))
  }
}

function sorted(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
