/** Clicks while no database takes them. */
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { PluginContext } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { createLink, readLink } from '../../shared.ts'
import { plugin } from '../index.ts'
import type { Tables } from '../models.ts'
import type { Click } from './click.ts'
import { ClickWriter, type WriterContext, type WriterServices } from './click-writer.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Waits until it holds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await holds()) return
    await pause(5)
  }
  throw new Error('It never held.')
}

/** A host whose clicks find no database while `isAway`. */
async function openAway(context: TestContext) {
  const state = { isAway: false, failures: 0 }
  const withoutDatabase = (ctx: PluginContext<Tables>): PluginContext<Tables> => {
    const asInstance: typeof ctx.db.asInstance = (reason) => {
      const opened = ctx.db.asInstance(reason)
      // On a busy machine a redirect may read its link again.
      if (!reason.startsWith('count clicks')) return opened
      return new Proxy(opened, {
        get(db, name) {
          if (state.isAway) {
            state.failures += 1
            throw new Error('The database is away.')
          }
          const value: unknown = Reflect.get(db, name)
          return typeof value === 'function' ? value.bind(db) : value
        },
      })
    }
    return { ...ctx, db: { asInstance, inWorkspace: (...place) => ctx.db.inWorkspace(...place) } }
  }
  const host = await createTestHost({
    plugins: [{ ...plugin, mount: (mux, ctx) => plugin.mount(mux, withoutDatabase(ctx)) }],
    environment: { HOST_PUBLIC_URL: 'http://host.test', HOST_SHARED_HOST: 'go.host.test' },
  })
  context.after(() => host.close())
  const link = await host.as('member').call(createLink, { url: 'https://www.example.com/' })
  const follow = async (agent: string, method = 'GET') => {
    const answer = await host.fetch(new Request(link.shortUrl, { method, headers: { 'user-agent': agent } }))
    assert.equal(answer.status, 302)
  }
  // The link is in memory from then on, and no click was counted.
  await follow(firefox, 'HEAD')
  const clicks = async () => (await host.as('member').call(readLink, { id: link.id })).clicks
  return { state, follow, clicks }
}

/** A click of one visitor. */
const click: Click = {
  orgId: 'org_1',
  linkId: 'link_1',
  rule: null,
  version: 1,
  location: 'https://www.example.com/',
  at: 0,
  address: '192.0.2.1',
  agent: firefox,
  referrer: '',
  language: '',
}

/** A database that answers nothing before `answers`, and takes everything then. */
function silentDatabase(answers: Promise<void>) {
  const statement: object = new Proxy(
    {
      execute: () => answers,
      executeTakeFirstOrThrow: () => answers.then(() => ({ salt: 'salt' })),
      transaction: () => answers.then(() => []),
    },
    { get: (known, name) => (name in known ? Reflect.get(known, name) : () => statement) },
  )
  return statement
}

suite('clicks without a database', () => {
  test('never hold up a redirect, and are counted once it is back, also those of the first visitors of a day', async (context) => {
    const { state, follow, clicks } = await openAway(context)
    state.isAway = true
    for (let visitor = 0; visitor < 3; visitor += 1) await follow(`${firefox} ${visitor}`)
    await until(() => state.failures > 6)
    assert.equal(await clicks(), 0)
    state.isAway = false
    await until(async () => (await clicks()) === 3)
    state.isAway = true
    const { failures } = state
    for (let visitor = 0; visitor < 3; visitor += 1) await follow(`${firefox} ${visitor}`)
    await until(() => state.failures > failures + 6)
    state.isAway = false
    await until(async () => (await clicks()) === 6)
  })

  test('fill no memory: beyond 200,000 they are only numbered, and the log has the number', async () => {
    const lost: unknown[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const log = { warn() {}, error: (_text: string, fields: object) => lost.push(fields) }
    const writer = new ClickWriter(
      { db: { asInstance: () => silentDatabase(promise) }, log, lookup: () => undefined } as unknown as WriterContext,
      { clock: () => 0, live: { changed() {} } } as unknown as WriterServices,
    )
    writer.note(click)
    // The first one is on its way to the database.
    const settled = writer.settle()
    for (let noted = 0; noted < 200_007; noted += 1) writer.note(click)
    resolve()
    await settled
    assert.deepEqual(lost, [{ clicks: 7 }])
  })
})
