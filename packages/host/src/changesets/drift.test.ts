import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openChangesetLab } from '../../testing/changesets/changeset-lab.ts'
import { toyKind } from '../../testing/changesets/toy-plugin.ts'

const toyTarget = { kind: toyKind, target: 'a' }

test('drift after six changesets of it joins the last one, unless a change came between', async (t) => {
  let now = Date.now()
  const { toy, orgId, plan, apply } = await openChangesetLab(t, { clock: () => now })
  const service = toy.service()
  const drift = async (value: number) => {
    now += 1_000
    await toy.set(orgId, { target: 'a', key: 'two', value })
    const steps = [{ key: 'two', before: value === 1 ? null : value - 1, after: value }]
    return await service.recordDrift(orgId, toyTarget, { title: 'Outside', steps })
  }
  const ids: string[] = []
  for (let value = 1; value <= 8; value += 1) ids.push((await drift(value)).id)
  assert.equal(new Set(ids).size, 6)
  assert.deepEqual(ids.slice(5), [ids[5], ids[5], ids[5]])
  const merged = await service.find(orgId, ids[5] ?? '')
  const { items } = await service.steps(orgId, ids[5] ?? '', {})
  assert.deepEqual([merged?.finishedAt, merged?.parts[0]?.count], [new Date(now).toISOString(), 1])
  assert.deepEqual([items[0]?.before, items[0]?.after, items[0]?.state], [5, 8, 'applied'])
  const stale = await plan({ one: 2 })
  await drift(9)
  await assert.rejects(apply(stale), { code: 'stale_plan' })
  now += 1_000
  await apply(await plan({ one: 1 }))
  const after = await drift(10)
  assert.deepEqual([ids.includes(after.id), after.isDrift], [false, true])
  await assert.rejects(
    service.recordDrift(orgId, toyTarget, { title: 'Outside', text: { code: 'Not a code' }, steps: [] }),
    { code: 'invalid_input' },
  )
  assert.deepEqual(Object.fromEntries((await service.stateAt(orgId, toyTarget, new Date(now).toISOString())).values), {
    one: 1,
    two: 10,
  })
})
