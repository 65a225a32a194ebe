import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, defineEvent, defineJob, definePlugin, Events, Jobs, json, model, requireService } from '@host/plugin'
import { createTestHost } from '@host/testing'
import * as z from 'zod/mini'

const Stamp = model('stamps_stamps', {
  id: column.id('stamp'),
  org_id: column.org(),
  by: column.text(),
  at: column.text(),
  created_at: column.time({ default: 'now' }),
})
const stampJob = defineJob({ name: 'stamp', input: z.strictObject({}) })
const stamped = defineEvent({
  name: 'stamp.made',
  description: 'A stamp was made',
  data: z.object({}),
  example: {},
  toJSONSchema: z.toJSONSchema,
})

/** Writes the time by its scope from a route, a job, an event and a tool; `db` knows the table in each of them. */
const stamps = definePlugin({
  name: 'stamps',
  info: { title: 'Stamps', description: 'Notes times', icon: 'clock', category: 'Work', api: '^1' },
  models: [Stamp],
  events: [stamped],
  mount(mux, ctx) {
    const [jobs, events] = [requireService(ctx, Jobs), requireService(ctx, Events)]
    jobs.handle(stampJob, async ({ db, now }) => {
      await db.insertInto('stamps_stamps').values({ by: 'job', at: now().toISOString() }).execute()
    })
    events.subscribe('stamps', 'stamp.made', async ({ db, now }) => {
      await db.insertInto('stamps_stamps').values({ by: 'event', at: now().toISOString() }).execute()
    })
    mux.handle(
      'POST /api/x/stamps/stamps',
      ctx.guard(async ({ db, now, orgId }) => {
        await db.insertInto('stamps_stamps').values({ by: 'route', at: now().toISOString() }).execute()
        await jobs.enqueue(orgId, stampJob, {})
        await events.publish(stamped, orgId, {})
        return json({})
      }),
    )
    mux.handle(
      'GET /api/x/stamps/stamps',
      ctx.guard(async ({ db }) =>
        json(await db.selectFrom('stamps_stamps').select(['by', 'at', 'created_at']).orderBy('by').execute()),
      ),
    )
  },
  mcpTools: () => [
    {
      name: 'count',
      description: 'Counts stamps',
      input: { type: 'object' },
      run: ({ db }) => db.selectFrom('stamps_stamps').select('id').execute(),
    },
  ],
})

test("§P95 scopes and the default of a time column follow the host's clock", async () => {
  await using host = await createTestHost({ plugins: [stamps] })
  host.clock.advance({ days: 400 })
  await host.as('member').signIn()
  const day = new Date(host.clock.now()).toISOString().slice(0, 10)
  assert.equal((await host.as('member').post('/api/x/stamps/stamps', {})).status, 200)
  await host.settleJobs()
  const made = (await (await host.as('member').get('/api/x/stamps/stamps')).json()) as readonly Record<string, string>[]
  assert.deepEqual(
    made.map(({ by, at, created_at: createdAt }) => [by, at?.slice(0, 10), createdAt?.slice(0, 10)]),
    ['event', 'job', 'route'].map((by) => [by, day, day]),
  )
})
