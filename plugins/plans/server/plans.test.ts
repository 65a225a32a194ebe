import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Entitlements } from '@host/plugin'
import { refused } from './testing/refused.ts'
import {
  addGrant,
  assignPlan,
  changePlan,
  createPlan,
  explainEntitlement,
  listEntitlements,
  listPlanParts,
  listPlans,
  listPlanWorkspaces,
  readWorkspacePlan,
  removeOverride,
  revokeGrant,
  setOverride,
  type Plan,
} from '../shared.ts'
import { addPlan, changeContents, openPlansLab } from './testing/plans-lab.ts'

const report = '/api/x/notes/report'
const note = 'Agreed by phone'

suite('plans', () => {
  test('answer 402 with the plans that include a tier, and 200 for the very next request after one was given', async (context) => {
    const host = await openPlansLab(context)
    const [admin, member, orgId] = [host.as('instanceAdmin'), host.as('member'), host.workspaces.here]
    const free = await addPlan(host, 'free', { isDefault: true })
    const pro = await addPlan(host, 'pro', { tiers: ['reports'] })
    for (const [language, titles] of [
      ['en', ['free', 'pro']],
      ['zh', ['free版', 'pro版']],
    ] as const) {
      const refusal = await member.get(report, { headers: { 'accept-language': language } })
      assert.equal(refusal.status, 402)
      const { code, facts } = (await refusal.json()) as { code: string; facts: unknown }
      const [planTitle, other] = titles
      const named = { plan: 'free', plans: ['pro'], planTitle, planTitles: [other] }
      assert.deepEqual([code, facts], ['tier_required', { feature: 'reports', ...named }])
    }

    const given = await admin.call(assignPlan, { orgId, planId: pro.id })
    assert.deepEqual([given.plan?.name, given.isOwn], ['pro', true])
    assert.equal((await member.get(report)).status, 200)
    assert.equal((await host.as('otherOwner').get(report)).status, 402)
    const { items } = await admin.call(listPlanWorkspaces, { planId: pro.id })
    assert.deepEqual(
      items.map(({ workspace }) => workspace.id),
      [orgId],
    )
    const all = (await admin.call(listPlanWorkspaces)).items
    assert.equal(all.find(({ workspace }) => workspace.id === orgId)?.plan?.name, 'pro')
    assert.equal(all.find(({ workspace }) => workspace.id === host.workspaces.there)?.plan, null)

    await changeContents(host, pro.id, { tiers: [] })
    assert.equal((await member.get(report)).status, 402)
    await changeContents(host, free.id, { tiers: ['reports'] })
    assert.equal((await host.as('otherOwner').get(report)).status, 200)
    await admin.call(assignPlan, { orgId, planId: null })
    assert.equal((await member.get(report)).status, 200)
  })

  test('limit a quota; the refusal names the limit, the use and the plans with more, and writes nothing', async (context) => {
    const host = await openPlansLab(context)
    const [admin, member, orgId] = [host.as('instanceAdmin'), host.as('member'), host.workspaces.here]
    await addPlan(host, 'free', { isDefault: true, limits: { notes: 1 } })
    await addPlan(host, 'team', { limits: { notes: 50 } })
    await addPlan(host, 'none', { limits: { notes: 0 } })
    assert.equal((await member.post('/api/x/notes/notes', {})).status, 201)
    const over = await member.post('/api/x/notes/notes', {})
    assert.equal(over.status, 429)
    const { facts } = (await over.json()) as { facts: unknown }
    assert.deepEqual(facts, {
      meter: 'notes',
      limit: 1,
      used: 1,
      plan: 'free',
      plans: ['team'],
      planTitle: 'free',
      planTitles: ['team'],
    })

    await admin.call(setOverride, { orgId, name: 'notes', limit: 2, note })
    assert.equal((await member.post('/api/x/notes/notes', {})).status, 201)
    assert.equal((await member.post('/api/x/notes/notes', {})).status, 429)
    await admin.call(setOverride, { orgId, name: 'notes', limit: 0, note })
    assert.equal((await member.post('/api/x/notes/notes', {})).status, 402)
    await admin.call(removeOverride, { orgId, name: 'notes' })
    const entitlements = await member.call(listEntitlements, {})
    const notes = entitlements.items.find(({ name }) => name === 'notes')
    assert.deepEqual([notes?.limit, notes?.used, entitlements.plan?.name], [1, 2, 'free'])
  })

  test('a grant counts from its beginning to its end, above override and plan, and its ledger stays', async (context) => {
    const host = await openPlansLab(context)
    const [admin, member, orgId] = [host.as('instanceAdmin'), host.as('member'), host.workspaces.here]
    await addPlan(host, 'free', { isDefault: true, limits: { notes: 1 } })
    await admin.call(setOverride, { orgId, name: 'reports', has: false, note })
    const at = (minutes: number): string => new Date(host.clock.now() + minutes * 60_000).toISOString()
    await admin.call(addGrant, { orgId, name: 'reports', from: at(10), until: at(20), note })
    const more = await admin.call(addGrant, { orgId, name: 'notes', amount: 4, note })
    const states = async () => [
      (await member.get(report)).status,
      (await member.call(explainEntitlement, { name: 'notes' })).limit,
    ]
    assert.deepEqual(await states(), [402, 5])
    host.clock.advance({ minutes: 10 })
    assert.deepEqual(await states(), [200, 5])
    const { reason } = await member.call(explainEntitlement, { name: 'notes' })
    assert.deepEqual(reason.sources, [
      { from: 'grant', name: note, limit: 4, until: null },
      { from: 'plan', name: 'free', limit: 1, until: null },
    ])
    await admin.call(revokeGrant, { orgId, id: more.id })
    host.clock.advance({ minutes: 10 })
    assert.deepEqual(await states(), [402, 1])
    const { grants } = await admin.call(readWorkspacePlan, { orgId })
    assert.deepEqual(
      grants.map(({ name, revokedAt }) => [name, revokedAt !== null]),
      [
        ['notes', true],
        ['reports', false],
      ],
    )
  })
})

suite('the parts of plans', () => {
  test('are made of the parts of the build alone, within the bounds of the instance', async (context) => {
    const host = await openPlansLab(context)
    const admin = host.as('instanceAdmin')
    const parts = await admin.call(listPlanParts, {})
    assert.deepEqual(
      parts.people.map(({ name, most }) => [name, most]),
      [['workspaces', 7]],
    )
    assert.deepEqual(
      parts.items.map(({ kind, name, plugin, most }) => [kind, name, plugin, most]),
      [
        ['tier', 'reports', 'notes', null],
        ['quota', 'members', 'host', 50_000],
        ['quota', 'stored-bytes', 'host', 10_000_000_000_000],
        ['quota', 'notes', 'notes', 100],
        ['meter', 'requests', 'host', null],
        ['meter', 'api-calls', 'host', null],
        ['meter', 'background-jobs', 'host', null],
        ['meter', 'calls', 'notes', null],
      ],
    )
    const title = { en: 'A', zh: '甲' }
    for (const [contents, path] of [
      [{ tiers: ['other'] }, 'tiers.0'],
      [{ limits: { notes: 101 } }, 'limits.notes'],
      [{ limits: { other: 1 } }, 'limits.other'],
      [{ limits: { notes: -1 } }, 'limits.notes'],
    ] as const) {
      const call = admin.call(createPlan, { name: 'a', title, ...(contents as Partial<Plan>) })
      await assert.rejects(call, refused('invalid_input', path))
    }
    assert.deepEqual((await admin.call(listPlans, {})).items, [])
    const made = await addPlan(host, 'a', { isDefault: true })
    await assert.rejects(admin.call(createPlan, { name: 'a', title }), refused('conflict', 'name'))
    await assert.rejects(admin.call(changePlan, { id: made.id, isArchived: true }), refused('conflict'))
    // Its contents are changed by a change that is reviewed.
    for (const contents of [{ tiers: ['reports'] }, { limits: { notes: 1 } }]) {
      const [path] = Object.keys(contents)
      const call = admin.call(changePlan, { id: made.id, title, ...contents })
      await assert.rejects(call, refused('invalid_input', path))
    }
    const next = await addPlan(host, 'b', { isDefault: true })
    await admin.call(changePlan, { id: made.id, isArchived: true })
    const { items } = await admin.call(listPlans, { sort: 'name' })
    assert.deepEqual(
      items.map(({ id, isDefault, isArchived }) => [id, isDefault, isArchived]),
      [
        [made.id, false, true],
        [next.id, true, false],
      ],
    )
    const archived = await admin.call(listPlans, { isArchived: true })
    assert.deepEqual(
      archived.items.map(({ id }) => id),
      [made.id],
    )
    await assert.rejects(admin.call(assignPlan, { orgId: host.workspaces.here, planId: made.id }), refused('conflict'))
  })

  test('are decided by instance admins alone', async (context) => {
    const host = await openPlansLab(context)
    const orgId = host.workspaces.here
    for (const person of ['owner', 'member'] as const) {
      const caller = host.as(person)
      for (const call of [
        () => caller.call(listPlans, {}),
        () => caller.call(assignPlan, { orgId, planId: null }),
        () => caller.call(setOverride, { orgId, name: 'reports', has: true, note }),
        () => caller.call(addGrant, { orgId, name: 'reports', note }),
      ]) {
        await assert.rejects(call, refused('forbidden'))
      }
    }
    assert.equal((await host.as('member').get(report)).status, 402)
  })
})

suite('meters of plans', () => {
  test('count each use of a meter once by its ID, in the month in which it was used', async (context) => {
    const host = await openPlansLab(context)
    const orgId = host.workspaces.here
    const plans = host.service(Entitlements)
    const day = 86_400_000
    const now = host.clock.now()
    const use = { orgId, meter: 'calls', amount: 2, id: 'one' }
    await Promise.all([plans.count([use, use]), plans.count([use])])
    await plans.count([
      { ...use, id: 'two' },
      { ...use, id: 'late', at: now - 40 * day },
    ])
    await plans.count([{ ...use, orgId: host.workspaces.there }])
    assert.equal((await plans.usedOf(orgId, 'calls')).used, 4)
    const next = { ...use, id: 'three' }
    await Promise.all([plans.count([next, use]), plans.count([use, next, { ...use, id: 'two' }])])
    assert.equal((await plans.usedOf(orgId, 'calls')).used, 6)
    const { items } = await host.as('member').call(listEntitlements, {})
    const meter = items.find(({ name }) => name === 'calls')
    assert.deepEqual([meter?.used, meter?.limit], [6, null])
    assert.ok(Date.parse(meter?.resetsAt ?? '') > now)
  })

  test('export what workspaces used in a month, with what is above the limit', async (context) => {
    const host = await openPlansLab(context)
    const { here, there } = host.workspaces
    await addPlan(host, 'free', { isDefault: true, limits: { calls: 3, notes: 5 } })
    const plans = host.service(Entitlements)
    await plans.count([{ orgId: here, meter: 'calls', amount: 5, id: 'one' }])
    await host.as('member').post('/api/x/notes/notes', {})
    const month = new Date(host.clock.now()).toISOString().slice(0, 7)
    const path = `/api/instance/plans/usage/export?month=${month}`
    const admin = host.as('instanceAdmin')
    const lines = (await (await admin.get(`${path}&format=json`)).json()) as Record<string, unknown>[]
    const of = (orgId: string, part: string) => {
      const line = lines.find(({ workspaceId, part: own }) => workspaceId === orgId && own === part)
      return [line?.['plan'], line?.['used'], line?.['limit'], line?.['overage']]
    }
    assert.deepEqual(of(here, 'calls'), ['free', 5, 3, 2])
    assert.deepEqual(of(there, 'calls'), ['free', 0, 3, 0])
    assert.deepEqual(of(here, 'notes'), ['free', 1, 5, 0])
    assert.ok(Number(of(here, 'requests')[1]) > 0)
    const csv = await (await admin.get(`${path}&orgId=${there}`)).text()
    const rows = csv.trim().split('\r\n')
    assert.match(rows[0] ?? '', /month,workspaceId,workspace,plan,kind,part,unit,used,limit,overage$/)
    assert.ok(rows.slice(1).every((row) => row.includes(there)))
    assert.equal(rows.length, lines.filter(({ workspaceId }) => workspaceId === there).length + 1)
    assert.equal((await admin.get(path.replace(month, '2019-01'))).status, 400)
    assert.equal((await host.as('owner').get(path)).status, 403)
  })

  test('know the IDs of uses for 30 days', async (context) => {
    const host = await openPlansLab(context)
    const orgId = host.workspaces.here
    const plans = host.service(Entitlements)
    const use = { orgId, meter: 'calls', amount: 2, id: 'one' }
    const used = async () => (await plans.usedOf(orgId, 'calls')).used
    await plans.count([use])
    host.clock.advance({ days: 29 })
    await host.settleJobs()
    const before = await used()
    await plans.count([use])
    assert.equal(await used(), before)
    host.clock.advance({ days: 33 })
    await host.settleJobs()
    assert.equal(await used(), 0)
    await plans.count([use])
    assert.equal(await used(), 2)
  })
})
