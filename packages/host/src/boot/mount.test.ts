import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, Idempotency, json, serviceToken, type IdempotencyService } from '@host/plugin'
import { labHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'
import { plainPlugin, problemsOf } from '../../testing/plain-plugins.ts'

const Greeter = serviceToken<string>('aa.greeter')

function provideGreeter(_mux: unknown, ctx: { provide(token: unknown, service: unknown): void }): void {
  ctx.provide(Greeter, 'hello')
}

suite('mounting', () => {
  test('gives each plugin a turn of the event loop of its own', async (context) => {
    const seen: string[] = []
    const mounting = (name: string) =>
      definePlugin({
        name,
        info: notesInfo,
        models: [],
        mount() {
          seen.push(name)
          setImmediate(() => void seen.push(`after ${name}`))
        },
      })
    await labHost(context, [mounting('first'), mounting('second')])
    assert.deepEqual(seen.slice(0, 3), ['first', 'after first', 'second'])
  })

  test('ends: later registrations throw', async (context) => {
    let late: (() => void)[] = []
    const eager = definePlugin({
      name: 'eager',
      info: notesInfo,
      models: [],
      mount(mux, ctx) {
        late = [
          () => mux.handle('GET /api/x/eager/a', () => json({})),
          () => ctx.provide(Greeter, 'late'),
          () => ctx.onEmail(async () => {}),
        ]
      },
    })
    await labHost(context, [eager])
    for (const act of late) assert.throws(act, /"eager".*(?:too late|mount)/)
  })

  test('§4.21 hides services of plugins in any order, warns once, and shows them after', async (context) => {
    const seen: (string | undefined)[] = []
    const consumer = definePlugin({
      name: 'consumer',
      info: notesInfo,
      models: [],
      mount(_mux, ctx) {
        seen.push(ctx.lookup(Greeter), ctx.lookup(Greeter))
      },
      start(ctx) {
        seen.push(ctx.lookup(Greeter))
      },
    })
    const { log } = await labHost(context, [consumer, plainPlugin('aa', { mount: provideGreeter })])
    assert.deepEqual(seen, [undefined, undefined, 'hello'])
    assert.equal(
      log.filter(({ level, message }) => level === 'warn' && message.includes('"consumer" looks up "aa.greeter"'))
        .length,
      1,
    )
    seen.length = 0
    await labHost(context, [plainPlugin('aa', { mount: provideGreeter }), consumer])
    assert.deepEqual(seen, [undefined, undefined, 'hello'])
  })

  test('refuses a handler that is made idempotent twice', async (context) => {
    const service: IdempotencyService = (next) =>
      Object.freeze(
        Object.assign((scope: never) => next(scope), {
          audience: next.audience,
          authorize: next.authorize,
          run: next.run,
        }),
      ) as typeof next
    const twice = definePlugin({
      name: 'twice',
      info: notesInfo,
      models: [],
      mount(mux, ctx) {
        const idempotent = ctx.lookup(Idempotency)!
        mux.handle('POST /api/x/twice/once', idempotent(ctx.guard(() => json({}))))
        mux.handle('POST /api/x/twice/a', idempotent(idempotent(ctx.guard(() => json({})))))
      },
    })
    const problems = await problemsOf(context, [twice], { services: [[Idempotency, service]] })
    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', /"twice".*idempotent once/)
  })

  test('rejects a member of the context whose provider is not in the build, naming it', async (context) => {
    const lonely = definePlugin({
      name: 'lonely',
      info: notesInfo,
      models: [],
      mount(mux, ctx) {
        mux.handle('GET /api/x/lonely/{what}', async ({ params }) => {
          if (params.what === 'notify') await ctx.notify({ to: { instanceAdmins: true }, title: 'x' })
          if (params.what === 'mail') await ctx.sendMail({ orgId: 'o', to: [], subject: '', text: '' })
          if (params.what === 'dns') await ctx.dns.zones('o')
          return json({})
        })
        ctx.onEmail(async () => {})
      },
    })
    const { get, log } = await labHost(context, [lonely])
    const names = {
      notify: 'core.notifications',
      mail: 'core.mail',
      dns: 'core.dns',
    }
    for (const [what, name] of Object.entries(names)) {
      const answer = await get(`/api/x/lonely/${what}`)
      assert.equal(answer.status, 503)
      const { code, detail } = (await answer.json()) as { code: string; detail: string }
      assert.equal(code, 'service_unavailable')
      assert.ok(detail.includes(name), detail)
    }
    assert.equal(
      log.filter(({ level, message }) => level === 'warn' && message.includes('"lonely" receives email')).length,
      1,
    )
  })

  test("keeps a plugin's workspace settings apart from others'", async (context) => {
    const keeper = (name: string) =>
      definePlugin({
        name,
        info: notesInfo,
        models: [],
        mount(mux, ctx) {
          mux.handle(
            `PUT /api/x/${name}/{value}` as '/{value}',
            ctx.guard(async ({ orgId, params }) => {
              await ctx.setWorkspaceSetting(orgId, 'colour', params.value)
              return json({})
            }),
          )
          mux.handle(
            `GET /api/x/${name}/colour` as '/',
            ctx.guard(async ({ orgId }) => json({ colour: (await ctx.getWorkspaceSetting(orgId, 'colour')) ?? null })),
          )
        },
      })
    const { person } = await labHost(context, [keeper('aa'), keeper('bb')])
    const one = await person('member', 'One')
    const two = await person('member', 'Two')
    assert.equal((await one.call('PUT', '/api/x/aa/red')).status, 200)
    const colour = async (at: typeof one, name: string): Promise<unknown> =>
      (await at.call('GET', `/api/x/${name}/colour`)).json()
    assert.deepEqual(await colour(one, 'aa'), { colour: 'red' })
    assert.deepEqual(await colour(one, 'bb'), { colour: null })
    assert.deepEqual(await colour(two, 'aa'), { colour: null })
  })
})
