import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Entitlements } from '@host/plugin'
import { assignPlan } from '../../shared.ts'
import { addPlan, changeContents, openPlansLab, WitnessedEvents } from '../testing/plans-lab.ts'

suite('warnings about the limits of a plan', () => {
  test('come at 80% and at 100%, once a month for each, as an event', async (context) => {
    const host = await openPlansLab(context)
    const orgId = host.workspaces.here
    await addPlan(host, 'free', { isDefault: true, limits: { calls: 10, notes: 1 } })
    const plans = host.service(Entitlements)
    const reached = async () => {
      host.clock.advance({ hours: 1 })
      await host.settleJobs()
      const seen = await host.service(WitnessedEvents).of(orgId, 'plan.limit_reached')
      return seen.map((data) => {
        const { part, level, used } = data as Record<string, unknown>
        return [part, level, used]
      })
    }
    const use = async (amount: number, id: string) => await plans.count([{ orgId, meter: 'calls', amount, id }])
    await use(7, 'one')
    assert.deepEqual(await reached(), [])
    await use(1, 'two')
    assert.deepEqual(await reached(), [['calls', 80, 8]])
    assert.deepEqual(await reached(), [['calls', 80, 8]], 'once')
    await use(2, 'three')
    await host.as('member').post('/api/x/notes/notes', {})
    const all = [
      ['calls', 80, 8],
      ['notes', 100, 1],
      ['calls', 100, 10],
    ]
    assert.deepEqual(await reached(), all)
    host.clock.advance({ days: 32 })
    const next = (await reached()).slice(all.length)
    assert.deepEqual(next, [['notes', 100, 1]], 'another month: the meter began again, the record is still there')
  })

  test('a plan that is given or changed is an event of its workspaces', async (context) => {
    const host = await openPlansLab(context)
    const { here, there } = host.workspaces
    const admin = host.as('instanceAdmin')
    const free = await addPlan(host, 'free', { isDefault: true })
    const pro = await addPlan(host, 'pro')
    await admin.call(assignPlan, { orgId: here, planId: pro.id })
    await admin.call(assignPlan, { orgId: here, planId: pro.id })
    await changeContents(host, free.id, { limits: { notes: 5 } })
    await host.settleJobs()
    const changes = async (orgId: string) => await host.service(WitnessedEvents).of(orgId, 'plan.changed')
    assert.deepEqual(await changes(here), [{ from: 'free', to: 'pro' }])
    assert.deepEqual(await changes(there), [{ from: 'free', to: 'free' }])
  })
})
