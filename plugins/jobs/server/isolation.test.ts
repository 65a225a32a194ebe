import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { defineEvent, defineJob, definePlugin, Events, Jobs, json, type EventsService } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { listJobs } from '../shared.ts'
import { plugin } from './index.ts'

const info = { title: 'Notes', description: 'Keeps notes', icon: 'box', category: 'Work', api: '^1' } as const
const sweep = defineJob({ name: 'sweep', input: z.strictObject({}), attempts: 1 })
const written = defineEvent({
  name: 'note.written',
  description: 'A note was written',
  data: z.strictObject({ title: z.string() }),
  example: { title: 'Milk' },
  toJSONSchema: z.toJSONSchema,
})

/** A plugin that fails wherever it is called. */
const faulty = definePlugin({
  name: 'faulty',
  info,
  models: [],
  mount(mux, ctx) {
    ctx.lookup(Jobs)!.handle(sweep, () => Promise.reject(new Error('job')))
    ctx.lookup(Events)!.subscribe('reader', '*', () => Promise.reject(new Error('event')))
    mux.handle(
      'GET /api/x/faulty/ping',
      ctx.guard(() => Promise.reject(new Error('handler'))),
    )
    mux.handle(
      'POST /api/x/faulty/sweep',
      ctx.guard(async ({ orgId }) => json({ id: await ctx.lookup(Jobs)!.enqueue(orgId, sweep, {}) })),
    )
  },
  start: () => Promise.reject(new Error('start')),
  stop: () => Promise.reject(new Error('stop')),
  health: () => Promise.reject(new Error('health')),
  search: () => Promise.reject(new Error('search')),
  checklist: () => Promise.reject(new Error('checklist')),
  badges: () => Promise.reject(new Error('badges')),
})

/** One that does its work beside it. */
function sound() {
  const seen: { done: string[]; events?: EventsService; hasStopped: boolean } = { done: [], hasStopped: false }
  const notes = definePlugin({
    name: 'notes',
    info,
    models: [],
    events: [written],
    mount(mux, ctx) {
      const [jobs, events] = [ctx.lookup(Jobs)!, ctx.lookup(Events)!]
      jobs.handle(sweep, async () => void seen.done.push('job'))
      events.subscribe('reader', written.name, async () => void seen.done.push('event'))
      mux.handle(
        'POST /api/x/notes/notes',
        ctx.guard(async ({ orgId }) => {
          await events.publish(written, orgId, { title: 'Milk' })
          return json({ id: await jobs.enqueue(orgId, sweep, {}) })
        }),
      )
    },
    stop() {
      seen.hasStopped = true
    },
  })
  return { seen, notes }
}

test('a plugin that fails at its start, in a hook, a job, an event, a handler and at the stop disturbs no other', async () => {
  const { seen, notes } = sound()
  const host = await createTestHost({ plugins: [plugin, faulty, notes] })
  try {
    const [member, admin] = [host.as('member'), host.as('instanceAdmin')]
    assert.equal((await member.get('/api/x/faulty/ping')).status, 500)
    assert.equal((await member.post('/api/x/faulty/sweep', {})).status, 200)
    assert.equal((await member.post('/api/x/notes/notes', {})).status, 200)
    await host.settleJobs()
    assert.deepEqual(seen.done.toSorted(), ['event', 'job'])
    const { items } = await admin.call(listJobs, { state: 'failed' })
    assert.deepEqual([...new Set(items.map(({ plugin: { name } }) => name))], ['faulty'])
    const readiness = await host.fetch(new Request('http://host.test/readyz'))
    const { status, plugins } = (await readiness.json()) as { status: string; plugins: { name: string }[] }
    assert.deepEqual([status, plugins.map(({ name }) => name)], ['ready', ['faulty']])
  } finally {
    const since = performance.now()
    await host[Symbol.asyncDispose]()
    assert.ok(performance.now() - since < 8_000, 'the stop waits for nobody who has failed')
  }
  assert.equal(seen.hasStopped, true)
  const faults = host.logs.filter(({ message }) => message.startsWith('Fault in "faulty"'))
  for (const kind of ['start', 'handler', 'health', 'stop']) {
    assert.ok(
      faults.some(({ message }) => message.includes(`(${kind})`)),
      kind,
    )
  }
})
