import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addGrant, assignPlan, changePlan, listEntitlements, readWorkspacePlan } from '../../shared.ts'
import { addPlan, openPlansLab, WitnessedNotifications } from '../testing/plans-lab.ts'

const day = 86_400_000

suite('what a workspace has above its plan', () => {
  test('is listed with the date 14 days after the change, for its members and for instance admins, and nothing is deleted', async (context) => {
    const host = await openPlansLab(context)
    const [admin, member, orgId] = [host.as('instanceAdmin'), host.as('member'), host.workspaces.here]
    await addPlan(host, 'pro', { isDefault: true, limits: { notes: 5 } })
    const small = await addPlan(host, 'small', { limits: { notes: 1 } })
    const add = async () => (await member.post('/api/x/notes/notes', {})).status
    for (let count = 0; count < 3; count += 1) assert.equal(await add(), 201)
    const over = async () => {
      await host.settleJobs()
      const shown = async (items: Promise<readonly { name: string; over: unknown }[]>) =>
        (await items).find(({ name }) => name === 'notes')?.over
      const [ours, theirs] = await Promise.all([
        shown(member.call(listEntitlements, {}).then(({ items }) => items)),
        shown(admin.call(readWorkspacePlan, { orgId }).then(({ entitlements }) => entitlements)),
      ])
      assert.deepEqual(ours, theirs)
      return ours
    }
    assert.equal(await over(), null)
    const titles = () =>
      host.service(WitnessedNotifications).flatMap(({ title }) => {
        const text = typeof title === 'string' ? title : title.en
        return text.includes('above') ? [text] : []
      })

    const changed = host.clock.now()
    await admin.call(assignPlan, { orgId, planId: small.id })
    const dates = { since: new Date(changed).toISOString(), until: new Date(changed + 14 * day).toISOString() }
    assert.deepEqual(await over(), { by: 2, ...dates })
    assert.equal(await add(), 429)
    assert.deepEqual(titles(), ['Notes: 2 above the limit of the plan'])
    host.clock.advance({ days: 6 })
    assert.deepEqual(await over(), { by: 2, ...dates }, 'the date is that of the change')
    await admin.call(changePlan, { id: small.id, limits: { notes: 2 } })
    assert.deepEqual(await over(), { by: 1, ...dates }, 'a change that leaves it above keeps the date')
    assert.equal(titles().length, 1, 'once for a change')

    await admin.call(addGrant, { orgId, name: 'notes', amount: 1, note: 'Until they are removed' })
    assert.equal(await over(), null)
    const again = host.clock.now()
    await admin.call(changePlan, { id: small.id, limits: { notes: 1 } })
    assert.deepEqual(await over(), {
      by: 1,
      since: new Date(again).toISOString(),
      until: new Date(again + 14 * day).toISOString(),
    })
  })
})
