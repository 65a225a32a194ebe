import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import {
  Changesets,
  defineChangeKind,
  definePlugin,
  errorCatalog,
  json,
  Notifications,
  Problem,
  type Changeset,
  type PluginI18n,
  type Role,
} from '@host/plugin'
import { createTestHost } from '@host/testing'
import * as endpoints from '../shared.ts'
import { plugin } from './index.ts'

const {
  applyChangeset,
  approveChangeset,
  dismissChangeset,
  finishChangeset,
  leaveChangeset,
  listChangesets,
  listSteps,
  readChangeset,
  revertChangeset,
} = endpoints

/** The plugin with routes that search as the palette does, and count as the sidebar does. */
const searchable: typeof plugin = {
  ...plugin,
  async mount(mux, ctx) {
    await plugin.mount(mux, ctx)
    mux.handle(
      'GET /api/x/changes/found',
      ctx.guard(async (scope) => json((await plugin.search?.(scope, 'chang', ctx)) ?? null)),
    )
    mux.handle(
      'GET /api/x/changes/badges',
      ctx.guard(async (scope) => json((await plugin.badges?.(scope, ctx)) ?? null)),
    )
  },
}

/** A plugin with one target in memory, whose members plan. */
function toy(role?: Role) {
  const values = new Map<string, number>()
  const seen = { failing: false, areDependentsKnown: true, values }
  const kind = defineChangeKind({ name: 'values', value: z.number(), ...(role !== undefined && { role }) })
  const info = { title: 'Toy', description: 'Has values', icon: 'box', category: 'Work', api: '^1' } as const
  const made = definePlugin({
    name: 'toy',
    info,
    models: [],
    i18n,
    mount(mux, ctx) {
      const changesets = ctx.lookup(Changesets)!
      changesets.dependents(async (_scope, [part]) => {
        if (!seen.areDependentsKnown) throw new Error('away')
        if (part?.steps.some(({ key }) => key === 'mail') !== true) return []
        return [1, 2].map((count) => link('links', count)).concat(link('unnamed', 1))
      })
      changesets.handle(kind, {
        read: async () => ({ title: 'Toy', values: new Map(values) }),
        write: async (_scope, _target, { key, after }) => {
          if (seen.failing && key === 'two') throw new Problem('remote_failed')
          if (after === null) values.delete(key)
          else values.set(key, after)
        },
        judge: async (_scope, { steps }) =>
          steps.some(({ key }) => key === 'mail') ? [{ code: 'mail', confirm: 'Toy', params: { people: 3 } }] : [],
      })
      mux.handle(
        'POST /api/x/toy/plan',
        ctx.guard(async ({ orgId, userId, request }) => {
          const set = new Map(Object.entries((await request.json()) as Record<string, number>))
          const parts = [{ kind, target: 'a', set }]
          return json(await changesets.plan(orgId, { title: 'Change', userId, parts }))
        }),
      )
    },
  })
  return { made, seen }
}

const link = (code: string, count: number) => ({ code, count, examples: [], effect: 'stops' as const })

const i18n: PluginI18n = {
  en: {
    'change.mail': 'Mail stops for {{people}} people',
    'dependent.links_one': '{{count}} link',
    'dependent.links_other': '{{count}} links',
  },
  zh: { 'info.title': '玩具', 'change.mail': '{{ people }} 人的邮件将中断', 'dependent.links': '{{count}} 个链接' },
}

async function open(role?: Role) {
  const { made, seen } = toy(role)
  const host = await createTestHost({ plugins: [searchable, made] })
  const plan = async (set: Record<string, number>): Promise<Changeset> => {
    const answer = await host.as('member').post('/api/x/toy/plan', set)
    assert.equal(answer.status, 200)
    return (await answer.json()) as Changeset
  }
  return { host, plan, seen }
}

test('a member plans and reads, an admin applies in one call, and reverts by a plan of its own', async () => {
  const { host, plan, seen } = await open()
  await using _ = host
  const [member, admin] = [host.as('member'), host.as('admin')]
  const { id, hash } = await plan({ one: 1 })
  assert.equal((await member.call(readChangeset, { id })).state, 'planned')
  const { items } = await member.call(listSteps, { id })
  assert.deepEqual(items, [{ part: 0, key: 'one', before: null, after: 1, state: 'waiting' }])
  await assert.rejects(member.call(applyChangeset, { id, hash }), { code: 'forbidden' })
  await assert.rejects(member.call(approveChangeset, { id, hash }), { code: 'forbidden' })
  await assert.rejects(admin.call(applyChangeset, { id, hash: 'other' }), { code: 'stale_plan' })
  assert.equal((await admin.call(applyChangeset, { id, hash })).state, 'applying')
  await host.settleJobs()
  assert.equal((await member.call(readChangeset, { id })).state, 'applied')
  assert.deepEqual([...seen.values], [['one', 1]])
  const revert = await admin.call(revertChangeset, { id, title: 'Back' })
  assert.equal(revert.reverts, id)
  await admin.call(approveChangeset, { id: revert.id, hash: revert.hash })
  await admin.call(applyChangeset, { id: revert.id, hash: revert.hash })
  await host.settleJobs()
  assert.equal(seen.values.size, 0)
  await assert.rejects(admin.call(revertChangeset, { id, title: 'Back' }), { code: 'conflict' })
})

test('a warning asks for its text, and the author of a plan may dismiss it', async () => {
  const { host, plan } = await open()
  await using _ = host
  const { id, hash } = await plan({ mail: 1 })
  const admin = host.as('admin')
  await assert.rejects(admin.call(applyChangeset, { id, hash }), { code: 'invalid_input' })
  await admin.call(approveChangeset, { id, hash, confirmations: ['Toy'] })
  assert.equal((await host.as('member').call(dismissChangeset, { id })).state, 'dismissed')
  await assert.rejects(admin.call(applyChangeset, { id, hash }), { code: 'conflict' })
})

test('an interrupted changeset is finished or left, and a kind may let members apply', async () => {
  const { host, plan, seen } = await open('member')
  await using _ = host
  const member = host.as('member')
  const interrupted = async (value: number): Promise<string> => {
    seen.failing = true
    const { id, hash } = await plan({ one: value, two: value })
    await member.call(applyChangeset, { id, hash })
    await host.settleJobs()
    const { state, error } = await member.call(readChangeset, { id })
    assert.deepEqual([state, error], ['interrupted', 'remote_failed'])
    seen.failing = false
    return id
  }
  await member.call(finishChangeset, { id: await interrupted(1) })
  await host.settleJobs()
  assert.deepEqual(
    [...seen.values],
    [
      ['one', 1],
      ['two', 1],
    ],
  )
  assert.equal((await member.call(leaveChangeset, { id: await interrupted(2) })).state, 'left')
})

test('the badge counts plans that wait for a review, until their time is over', async () => {
  const { host, plan } = await open()
  await using _ = host
  const waiting = async () => (await host.as('member').get('/api/x/changes/badges')).json()
  const { id } = await plan({ one: 1 })
  await plan({ two: 2 })
  assert.deepEqual(await waiting(), { changes: 2 })
  await host.as('member').call(dismissChangeset, { id })
  assert.deepEqual(await waiting(), { changes: 1 })
  host.clock.advance({ days: 2 })
  assert.deepEqual(await waiting(), { changes: 0 })
})

test('changesets are listed by state and kind, the newest first', async () => {
  const { host, plan } = await open()
  await using _ = host
  const [member, first, second] = [host.as('member'), await plan({ one: 1 }), await plan({ two: 2 })]
  await member.call(dismissChangeset, { id: first.id })
  const ids = async (filter: object) => (await member.call(listChangesets, filter)).items.map(({ id }) => id)
  assert.deepEqual(await ids({}), [second.id, first.id])
  assert.deepEqual(await ids({ state: 'dismissed' }), [first.id])
  assert.deepEqual(await ids({ plugin: 'toy', kind: 'values' }), [second.id, first.id])
  assert.deepEqual(await ids({ kind: 'records' }), [])
})

test('a changeset of another workspace is not found on any route', async () => {
  const { host, plan } = await open()
  await using _ = host
  const { id, hash } = await plan({ one: 1 })
  const other = host.as('otherOwner')
  assert.deepEqual((await other.call(listChangesets, {})).items, [])
  const routes = Object.values(endpoints).flatMap((each) => ('pattern' in each ? [each.pattern] : []))
  const about = routes.filter((pattern) => pattern.includes('{id}'))
  assert.equal(about.length, 8)
  for (const pattern of about) {
    const [method = '', path = ''] = pattern.replace('{id}', id).split(' ')
    const isApproval = /approve|apply/.test(path)
    const body = isApproval ? { hash } : path.endsWith('revert') ? { title: 'Back' } : undefined
    const answer = method === 'GET' ? await other.get(path) : await other.post(path, body)
    assert.equal(answer.status, 404, pattern)
  }
})

test('a reader gets the texts of plugins and names of people in their language', async () => {
  const { host, plan } = await open()
  await using _ = host
  const { id } = await plan({ mail: 1, one: 2 })
  const read = async (language: string) => {
    const answer = await host.as('member').get(`/api/changesets/${id}`, { headers: { 'accept-language': language } })
    return (await answer.json()) as endpoints.ChangesetDetails
  }
  const [english, chinese] = [await read('en'), await read('zh')]
  const textsOf = ({ warnings, dependents, pluginTitle, parts }: endpoints.ChangesetDetails) => [
    ...warnings.map(({ text }) => text),
    ...dependents.map(({ text }) => text),
    pluginTitle,
    parts[0]?.pluginTitle,
  ]
  assert.deepEqual(textsOf(english), ['Mail stops for 3 people', '1 link', '2 links', 'unnamed', 'Toy', 'Toy'])
  assert.deepEqual(textsOf(chinese), ['3 人的邮件将中断', '1 个链接', '2 个链接', 'unnamed', '玩具', '玩具'])
  assert.deepEqual(english.plannedBy, { id: host.userIds.member, name: 'Mia Member' })
})

test('the service warns in the language of the reader, with titles of plugins in place of names', async () => {
  const { host, plan, seen } = await open()
  await using _ = host
  seen.areDependentsKnown = false
  const { id } = await plan({ one: 1 })
  const { warnings } = await host.as('member').call(readChangeset, { id })
  assert.deepEqual(
    warnings.map(({ code, text }) => [code, text]),
    [['unknown_dependents', "Toy couldn't report what depends on these values."]],
  )
})

test('an interrupted changeset says its reason in words', async () => {
  const { host, plan, seen } = await open('member')
  await using _ = host
  const member = host.as('member')
  seen.failing = true
  const { id, hash } = await plan({ two: 1 })
  await member.call(applyChangeset, { id, hash })
  await host.settleJobs()
  const { error, errorText, approvedBy } = await member.call(readChangeset, { id })
  assert.deepEqual([error, errorText], ['remote_failed', errorCatalog.remote_failed.title.en])
  assert.equal(approvedBy?.id, host.userIds.member)
})

test('changesets are searched by title, in the list and by the palette', async () => {
  const { host, plan } = await open()
  await using _ = host
  const [member, { id }] = [host.as('member'), await plan({ one: 1 })]
  const ids = async (q: string) => (await member.call(listChangesets, { q })).items.map((each) => each.id)
  assert.deepEqual([await ids('hang'), await ids('mail')], [[id], []])
  const found = await member.get('/api/x/changes/found')
  assert.deepEqual(await found.json(), [{ title: 'Change', path: `/changes/${id}` }])
  assert.deepEqual(await (await host.as('otherOwner').get('/api/x/changes/found')).json(), [])
})

test('a plan whose hour is over is listed as expired, before it is swept', async () => {
  const { host, plan } = await open()
  await using _ = host
  const [member, { id }] = [host.as('member'), await plan({ one: 1 })]
  host.clock.advance({ minutes: 61 })
  await member.signIn()
  const states = async (state: 'planned' | 'expired') => (await member.call(listChangesets, { state })).items
  assert.deepEqual(await states('planned'), [])
  assert.deepEqual(
    (await states('expired')).map((each) => [each.id, each.state, each.plannedBy?.name]),
    [[id, 'expired', 'Mia Member']],
  )
})

test('admins are asked once about a plan without a decision, which expires', async () => {
  const { made } = toy()
  const told: string[] = []
  const witness = definePlugin({
    name: 'inbox',
    info: { title: 'Inbox', description: 'Keeps notifications', icon: 'bell', category: 'Work', api: '^1' },
    models: [],
    mount(_mux, ctx) {
      ctx.provide(Notifications, {
        notify: async (_plugin, sent) => {
          const wording = 'outcome' in sent ? sent.outcome : sent.title
          told.push(typeof wording === 'string' ? wording : wording.en)
        },
      })
    },
  })
  await using host = await createTestHost({ plugins: [plugin, made, witness] })
  await host.as('member').post('/api/x/toy/plan', { one: 1 })
  await host.settleJobs()
  assert.deepEqual(told, ['Approval needed: Change'])
  await host.as('admin').post('/api/x/toy/plan', { two: 1 })
  await host.settleJobs()
  assert.equal(told.length, 1, 'its author may apply it')
  host.clock.advance({ minutes: 71 })
  await host.settleJobs()
  assert.deepEqual(new Set(told.slice(1)), new Set(['Expired: no decision in time']))
})
