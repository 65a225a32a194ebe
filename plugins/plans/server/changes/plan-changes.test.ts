import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  applyPlanChange,
  assignPlan,
  listAffectedWorkspaces,
  listPlanChanges,
  planChange,
  revertPlanChange,
} from '../../shared.ts'
import { addPlan, changeContents, openPlansLab } from '../testing/plans-lab.ts'
import { refused } from '../testing/refused.ts'

suite('a change of a plan', () => {
  test('is looked at, applied and reverted, and names who gains, loses and has too much', async (context) => {
    const host = await openPlansLab(context)
    const [admin, member] = [host.as('instanceAdmin'), host.as('member')]
    const { here, there } = host.workspaces
    const free = await addPlan(host, 'free', { isDefault: true, limits: { notes: 2 } })
    const pro = await addPlan(host, 'pro', { limits: { notes: 5 } })
    for (let count = 0; count < 2; count += 1) await member.post('/api/x/notes/notes', {})
    const change = await admin.call(planChange, {
      planId: free.id,
      tiers: ['reports'],
      limits: { notes: 1, calls: 10 },
    })
    assert.deepEqual([change.state, change.gains, change.loses], ['planned', ['reports'], ['calls', 'notes']])
    const own = { id: change.id }
    const affected = async () => {
      const { items } = await admin.call(listAffectedWorkspaces, own)
      return new Map(items.map(({ workspace, ...more }) => [workspace.id, more]))
    }
    const all = { gains: ['reports'], loses: ['notes', 'calls'] }
    assert.deepEqual((await affected()).get(here), { ...all, over: [{ name: 'notes', used: 2, limit: 1 }] })
    assert.deepEqual((await affected()).get(there), { ...all, over: [] })
    await admin.call(assignPlan, { orgId: there, planId: pro.id })
    assert.equal((await affected()).has(there), false)

    const report = async () => (await member.get('/api/x/notes/report')).status
    assert.equal(await report(), 402, 'nothing changed yet')
    const applied = await Promise.allSettled([admin.call(applyPlanChange, own), admin.call(applyPlanChange, own)])
    assert.deepEqual(applied.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.equal(await report(), 200)
    await changeContents(host, free.id, { limits: { notes: 3 } })
    await assert.rejects(admin.call(revertPlanChange, own), refused('stale_plan'))
    await changeContents(host, free.id, { limits: { calls: 10, notes: 1 } })
    assert.equal((await admin.call(revertPlanChange, own)).state, 'reverted')
    assert.equal(await report(), 402)
    await assert.rejects(admin.call(revertPlanChange, own), refused('conflict'))
    await assert.rejects(admin.call(planChange, { planId: free.id, limits: { notes: 2 } }), refused('conflict'))
    const { items } = await admin.call(listPlanChanges, { planId: free.id })
    assert.deepEqual(items.map(({ id, state }) => [id, state]).slice(-1), [[change.id, 'reverted']])
    await assert.rejects(admin.call(applyPlanChange, { id: 'planchg_unknown' }), refused('not_found'))
  })
})
