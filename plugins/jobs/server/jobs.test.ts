import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { definePlugin, defineJob, Jobs, json, Notifications, type JobsService, type Notification } from '@host/plugin'
import { AuditLog, type AuditLogService } from '@host/plugin/platform'
import { createTestHost, type TestHost } from '@host/testing'
import { countJobs, listJobs, listPauses, readJob, removeJob, resumePlugin, retryJob, retryJobs } from '../shared.ts'
import { plugin } from './index.ts'

const send = defineJob({ name: 'send', input: z.strictObject({ secret: z.string() }), attempts: 1 })
const sweep = defineJob({ name: 'sweep', input: z.strictObject({}), place: 'instance', attempts: 1 })

/** A plugin with jobs that fail while it is broken. */
function worksPlugin() {
  const state: { isBroken: boolean; runs: number; jobs?: JobsService; audit?: AuditLogService } = {
    isBroken: false,
    runs: 0,
  }
  const work = async (): Promise<void> => {
    state.runs += 1
    if (state.isBroken) throw new Error('no route to the mail server')
  }
  const works = definePlugin({
    name: 'works',
    info: { title: 'Works', description: 'Works', icon: 'box', category: 'Work', api: '^1' },
    models: [],
    i18n: { en: {}, zh: { 'info.title': '工作' } },
    mount(mux, ctx) {
      const jobs = ctx.lookup(Jobs)!
      state.jobs = jobs
      state.audit = ctx.lookup(AuditLog)!
      jobs.handle(send, work)
      jobs.handle(sweep, work)
      const begin = async (orgId: string, startedBy: string): Promise<Response> =>
        json({ id: await jobs.enqueue(orgId, send, { secret: 'do not show' }, { startedBy }) })
      mux.handle(
        'POST /api/x/works/send',
        ctx.guard(({ orgId, userId }) => begin(orgId, userId)),
      )
    },
  })
  return { state, works }
}

const begin = async (host: TestHost, person: 'member' | 'otherOwner'): Promise<string> =>
  ((await (await host.as(person).post('/api/x/works/send', {})).json()) as { id: string }).id

/** Waits for a write that follows its cause. */
async function until<Value>(read: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Value> {
  for (let turn = 0; turn < 500; turn += 1) {
    const value = await read()
    if (holds(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('it did not come about')
}

test('§P13 the jobs of all workspaces are listed, counted and filtered for instance admins, without their input', async () => {
  const { works: broken, state } = worksPlugin()
  await using host = await createTestHost({ plugins: [plugin, broken] })
  const admin = host.as('instanceAdmin')
  state.isBroken = true
  const id = await begin(host, 'member')
  await host.settleJobs()
  state.isBroken = false
  await begin(host, 'otherOwner')
  await state.jobs!.enqueueForInstance(sweep, {}, { delay: 60_000 })
  await host.settleJobs()

  const { items } = await admin.call(listJobs)
  assert.deepEqual(
    items.map(({ plugin: { title }, name, workspace, state: at }) => [title, name, workspace?.name ?? null, at]),
    [
      ['Works', 'send', 'Here', 'failed'],
      ['Works', 'sweep', null, 'waiting'],
      ['Works', 'send', 'There', 'done'],
    ],
  )
  const [failed] = items
  assert.deepEqual([failed?.id, failed?.attempt, failed?.attempts], [id, 1, 1])
  assert.equal(failed?.fault, 'no route to the mail server')
  const { items: counts } = await admin.call(countJobs)
  assert.deepEqual(counts.map(({ plugin: { name }, state: at, count }) => `${name} ${at} ${count}`).toSorted(), [
    'works done 1',
    'works failed 1',
    'works waiting 1',
  ])
  assert.doesNotMatch(JSON.stringify([items, counts]), /secret|do not show/)

  const names = async (input: object) => (await admin.call(listJobs, input)).items.map(({ name }) => name)
  assert.deepEqual(await names({ state: 'waiting' }), ['sweep'])
  assert.deepEqual(await names({ workspace: host.workspaces.here }), ['send'])
  assert.deepEqual(await names({ plugin: 'mail' }), [])
  const first = await admin.call(listJobs, { limit: 2 })
  const rest = await admin.call(listJobs, { limit: 2, cursor: first.nextCursor ?? '' })
  assert.deepEqual([...first.items, ...rest.items], items)
  const chinese = await admin.get('/api/instance/jobs', { headers: { 'accept-language': 'zh' } })
  assert.match(await chinese.text(), /"title":"工作"/)
  for (const query of ['state=lost', 'limit=201', 'input=x']) {
    assert.equal((await admin.get(`/api/instance/jobs?${query}`)).status, 400, query)
  }
  for (const path of ['jobs', 'jobs/counts', 'jobs/pauses']) {
    assert.equal((await host.as('anonymous').get(`/api/instance/${path}`)).status, 401, path)
    assert.equal((await host.as('owner').get(`/api/instance/${path}`)).status, 403, path)
  }
})

test('§P13 failed jobs are retried, one or all; waiting or failed ones are removed; both are in the audit log', async () => {
  const { works: broken, state } = worksPlugin()
  await using host = await createTestHost({ plugins: [plugin, broken] })
  const admin = host.as('instanceAdmin')
  state.isBroken = true
  const ids = [await begin(host, 'member'), await begin(host, 'member'), await begin(host, 'member')]
  await host.settleJobs()
  state.isBroken = false
  const [one = '', other = '', third = ''] = ids
  await admin.call(retryJob, { id: one })
  await host.settleJobs()
  assert.equal(state.runs, 4)
  await assert.rejects(admin.call(retryJob, { id: one }), { code: 'not_found' })
  await admin.call(removeJob, { id: other })
  await assert.rejects(admin.call(removeJob, { id: other }), { code: 'not_found' })
  assert.deepEqual(await admin.call(retryJobs, { plugin: 'works' }), { count: 1 })
  await host.settleJobs()
  const { items } = await admin.call(listJobs)
  const states = Object.fromEntries(items.map(({ id, state: at }) => [id, at]))
  assert.deepEqual(states, { [one]: 'done', [other]: 'cancelled', [third]: 'done' })
  const { items: entries } = await state.audit!.list(undefined, { limit: 10 })
  assert.deepEqual(
    entries.filter(({ plugin: by }) => by === 'jobs').map(({ action, target, actor }) => [action, target, actor.kind]),
    [
      ['job.all_retried', null, 'user'],
      ['job.removed', `job:${other}`, 'user'],
      ['job.retried', `job:${one}`, 'user'],
    ],
  )
})

test('§P12 how far a job is learns who has started it, and admins; for all others there is none', async () => {
  const { works: fine, state } = worksPlugin()
  await using host = await createTestHost({ plugins: [plugin, fine] })
  const { here } = host.workspaces
  const own = await state.jobs!.enqueue(here, send, { secret: 'x' }, { startedBy: host.userIds.member })
  const others = await state.jobs!.enqueue(here, send, { secret: 'x' }, { startedBy: host.userIds.owner })
  for (const person of ['member', 'admin', 'owner'] as const) {
    const job = await host.as(person).call(readJob, { id: own })
    assert.deepEqual([job.id, job.plugin, job.startedBy], [own, 'works', host.userIds.member], person)
  }
  await assert.rejects(host.as('member').call(readJob, { id: others }), { code: 'not_found' })
  await assert.rejects(host.as('otherOwner').call(readJob, { id: own }), { code: 'not_found' })
  await assert.rejects(host.as('owner').call(readJob, { id: 'job_unknown' }), { code: 'not_found' })
  assert.equal((await host.as('anonymous').get(`/api/jobs/${own}`)).status, 401)
  const body = JSON.stringify(await host.as('member').call(readJob, { id: own }))
  assert.doesNotMatch(body, /secret/)
})

test('§P14 a plugin that fails repeatedly is paused and degraded, the rest is ready, and an admin resumes it', async () => {
  const { works: broken, state } = worksPlugin()
  const told: [plugin: string, notification: Notification][] = []
  const notifications = definePlugin({
    name: 'notices',
    info: { title: 'Notifications', description: 'Tells people', icon: 'box', category: 'Work', api: '^1' },
    models: [],
    mount: (_, ctx) =>
      ctx.provide(Notifications, {
        notify: async (by, notification) => void ('title' in notification && told.push([by, notification])),
      }),
  })
  await using host = await createTestHost({ plugins: [plugin, broken, notifications] })
  const admin = host.as('instanceAdmin')
  const pauses = async () => (await admin.call(listPauses)).items
  state.isBroken = true
  for (let nth = 0; nth < 20; nth += 1) {
    await state.jobs!.enqueueForInstance(sweep, {})
    await host.settleJobs()
    host.clock.advance({ seconds: 2 })
  }
  const [paused] = await until(pauses, ({ length }) => length > 0)
  assert.deepEqual(
    [paused?.plugin.title, paused?.failures, paused?.fault, paused?.isTrying],
    ['Works', 20, 'no route to the mail server', false],
  )
  assert.deepEqual(
    told.map(([by, { to, path, category, title }]) => [by, to, path, category, title]),
    [
      [
        'jobs',
        { instanceAdmins: true },
        '/jobs',
        'paused',
        { en: 'Background work of Works is paused', zh: '工作 的后台任务已暂停' },
      ],
    ],
  )
  const readiness = await host.fetch(new Request('http://host.test/readyz'))
  const { status, plugins } = (await readiness.json()) as { status: string; plugins: object[] }
  assert.deepEqual(
    [readiness.status, status, plugins],
    [200, 'ready', [{ name: 'works', status: 'degraded', detail: 'Its background work is paused.', cause: 'paused' }]],
  )

  await state.jobs!.enqueueForInstance(sweep, {})
  await host.settleJobs()
  assert.equal(state.runs, 20, 'nothing of it is tried')
  state.isBroken = false
  await assert.rejects(host.as('owner').call(resumePlugin, { plugin: 'works' }), { code: 'forbidden' })
  await admin.call(resumePlugin, { plugin: 'works' })
  await assert.rejects(admin.call(resumePlugin, { plugin: 'works' }), { code: 'not_found' })
  await host.settleJobs()
  assert.deepEqual([state.runs, await pauses()], [21, []])
  const { items } = await state.audit!.list(undefined, { limit: 1 })
  assert.deepEqual(
    items.map(({ action, target }) => [action, target]),
    [['background_work.resumed', 'plugin:works']],
  )
})

test('when its pause is over one job is tried by itself, and its success ends the pause', async () => {
  const { works: broken, state } = worksPlugin()
  await using host = await createTestHost({ plugins: [plugin, broken] })
  const admin = host.as('instanceAdmin')
  const pauses = async () => (await admin.call(listPauses)).items
  state.isBroken = true
  for (let nth = 0; nth < 20; nth += 1) await state.jobs!.enqueueForInstance(sweep, {}, { delay: nth * 2_000 })
  for (let nth = 0; nth < 20; nth += 1) {
    await host.settleJobs()
    host.clock.advance({ seconds: 2 })
  }
  await until(pauses, ({ length }) => length > 0)
  for (let nth = 0; nth < 3; nth += 1) await state.jobs!.enqueueForInstance(sweep, {})
  host.clock.advance({ minutes: 5 })
  assert.equal((await pauses())[0]?.isTrying, true)
  await until(
    async () => (await host.settleJobs(), state.runs),
    (runs) => runs === 21,
  )
  const [longer] = await until(pauses, ([one]) => one?.isTrying === false)
  assert.equal(state.runs, 21, 'one alone was tried')
  assert.ok(Date.parse(longer?.until ?? '') - host.clock.now() === 600_000, 'it failed, and the pause is twice as long')
  state.isBroken = false
  host.clock.advance({ minutes: 10 })
  await until(
    async () => (await host.settleJobs(), await pauses()),
    ({ length }) => length === 0,
  )
  await host.settleJobs()
  assert.equal(state.runs, 23)
})
