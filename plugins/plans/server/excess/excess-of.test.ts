import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { addGrant, assignPlan, listEntitlements, listRecordsAbove, readWorkspacePlan } from '../../shared.ts'
import { addPlan, changeContents, openPlansLab, WitnessedNotifications } from '../testing/plans-lab.ts'
import { refused } from '../testing/refused.ts'

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
    const open = { isLockable: true, locked: 0 }
    assert.deepEqual(await over(), { by: 2, ...dates, ...open })
    assert.equal(await add(), 429)
    assert.deepEqual(titles(), ['Notes: 2 above the limit of the plan'])
    host.clock.advance({ days: 6 })
    assert.deepEqual(await over(), { by: 2, ...dates, ...open }, 'the date is that of the change')
    await changeContents(host, small.id, { limits: { notes: 2 } })
    assert.deepEqual(await over(), { by: 1, ...dates, ...open }, 'a change that leaves it above keeps the date')
    assert.equal(titles().length, 1, 'once for a change')

    await admin.call(addGrant, { orgId, name: 'notes', amount: 1, note: 'Until they are removed' })
    assert.equal(await over(), null)
    const again = host.clock.now()
    await changeContents(host, small.id, { limits: { notes: 1 } })
    assert.deepEqual(await over(), {
      by: 1,
      since: new Date(again).toISOString(),
      until: new Date(again + 14 * day).toISOString(),
      ...open,
    })
  })

  test('is read-only after 14 days, the newest first, until some is deleted or the limit rises', async (context) => {
    const host = await openPlansLab(context)
    const [admin, owner, member, orgId] = [
      host.as('instanceAdmin'),
      host.as('owner'),
      host.as('member'),
      host.workspaces.here,
    ]
    const plan = await addPlan(host, 'pro', { isDefault: true, limits: { notes: 5 } })
    const larger = await addPlan(host, 'larger', { limits: { notes: 50 } })
    const ids: string[] = []
    for (let count = 0; count < 4; count += 1) {
      ids.push(((await (await member.post('/api/x/notes/notes', {})).json()) as { id: string }).id)
    }
    const change = async (at: number) => await member.patch(`/api/x/notes/notes/${ids[at]}`, {})
    const statuses = async () => await Promise.all(ids.map(async (_, at) => (await change(at)).status))
    const settle = async (limit: number) => {
      await changeContents(host, plan.id, { limits: { notes: limit } })
      await host.settleJobs()
    }
    // Sessions end when they are not used for a week.
    const pass = async (days: number) => {
      for (let left = days; left > 0; left -= 3) {
        host.clock.advance({ days: Math.min(left, 3) })
        await admin.call(readWorkspacePlan, { orgId })
        await Promise.all([owner, member].map((person) => person.call(listEntitlements, {})))
        await host.settleJobs()
      }
    }
    await settle(2)
    assert.deepEqual(await statuses(), [200, 200, 200, 200])
    const above = async () => (await owner.call(listRecordsAbove, { name: 'notes' })).items.map(({ id }) => id)
    assert.deepEqual(await above(), ids.slice(2))
    await assert.rejects(member.call(listRecordsAbove, { name: 'notes' }), refused('forbidden'))

    const until = new Date(host.clock.now() + 14 * day).toISOString()
    await pass(14)
    assert.deepEqual(await statuses(), [200, 200, 429, 429])
    const { code, facts } = (await (await change(3)).json()) as { code: string; facts: Record<string, unknown> }
    assert.equal(code, 'quota_exceeded')
    assert.deepEqual(
      [facts['meter'], facts['limit'], facts['lockedSince'], facts['plan'], facts['plans']],
      ['notes', 2, until, 'pro', [larger.name]],
    )
    const shown = (await member.call(listEntitlements, {})).items.find(({ name }) => name === 'notes')?.over
    assert.deepEqual([shown?.by, shown?.locked, shown?.until], [2, 2, until])

    await settle(1)
    assert.deepEqual(await statuses(), [200, 200, 200, 200], 'a limit that falls further has a notice of its own')
    await pass(14)
    assert.deepEqual(await statuses(), [200, 429, 429, 429])
    await admin.call(addGrant, { orgId, name: 'notes', amount: 1, note: 'Until they are removed' })
    assert.deepEqual(await statuses(), [200, 200, 429, 429], 'a grant unlocks for the very next request')
    assert.equal((await member.delete(`/api/x/notes/notes/${ids[0]}`)).status, 200)
    assert.deepEqual((await statuses()).slice(1), [200, 200, 429], 'a deletion unlocks the next one')
    await admin.call(assignPlan, { orgId, planId: larger.id })
    assert.deepEqual((await statuses()).slice(1), [200, 200, 200])
  })
})
