import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import {
  column,
  defineEndpoint,
  definePlugin,
  Idempotency,
  json,
  mirror,
  model,
  nothing,
  serviceToken,
  type AnyPlugin,
  type IdempotencyService,
} from '@host/plugin'
import { labHost, type LabOptions } from '../testing/lab-host.ts'
import { BootError } from './boot-error.ts'
import { checkPlugins } from './check-plugins.ts'
import type { PluginEntry } from './plugin-entry.ts'

const info = { title: 'Notes', description: 'Keeps notes', icon: 'note', category: 'Work', api: '^1' } as const

/** A plugin as no compiler would let it pass. */
function plugin(name: string, members: Readonly<Record<string, unknown>> = {}): AnyPlugin {
  return { name, info, models: [], mount() {}, ...members }
}

function routes(name: string, ...patterns: readonly string[]): AnyPlugin {
  return plugin(name, {
    mount: (mux: { handle(pattern: string, handler: () => Response): void }) => {
      for (const pattern of patterns) mux.handle(pattern, () => json({}))
    },
  })
}

async function problemsOf(
  context: TestContext,
  plugins: readonly AnyPlugin[],
  options?: LabOptions,
): Promise<readonly string[]> {
  try {
    await labHost(context, plugins, options)
  } catch (error) {
    assert.ok(error instanceof BootError, String(error))
    return error.problems
  }
  return []
}

/** Each case: the plugins, and what the one problem has to say. */
type Case = readonly [title: string, plugins: readonly AnyPlugin[], ...said: readonly RegExp[]]

const cases: readonly Case[] = [
  ['two plugins of one name', [plugin('notes'), plugin('notes')], /Two plugins are named "notes"/],
  ['a name with a capital', [plugin('Notes')], /Plugin "Notes" needs another name/],
  ['a name of one letter', [plugin('n')], /Plugin "n" needs another name/],
  ["the host's own name", [plugin('host')], /Plugin "host" needs another name/],
  [
    'a requirement that is not in the build',
    [plugin('notes', { info: { ...info, requires: ['mial'] } }), plugin('mail')],
    /"notes" requires "mial".*did you mean "mail"\?/,
  ],
  [
    'requirements in a circle',
    [
      plugin('aa', { info: { ...info, requires: ['cc'] } }),
      plugin('bb', { info: { ...info, requires: ['aa'] } }),
      plugin('cc', { info: { ...info, requires: ['bb'] } }),
    ],
    /circle: "aa" -> "cc" -> "bb" -> "aa"/,
  ],
  ['a plugin that requires itself', [plugin('aa', { info: { ...info, requires: ['aa'] } })], /circle: "aa" -> "aa"/],
  [
    'a contract range that does not fit',
    [plugin('notes', { info: { ...info, api: '^2' } })],
    /"notes" was built for version \^2 of @host\/plugin and this host has 1\./,
  ],
  ['a contract range that is none', [plugin('notes', { info: { ...info, api: 'one' } })], /"notes" states "one"/],
  [
    '§7 two models on one table',
    [
      plugin('aa', { models: [model('aa_b_rows', { id: column.id('row') })] }),
      plugin('aa-b', { models: [model('aa_b_rows', { id: column.id('row') })] }),
    ],
    /aa and aa-b both claim the table "aa_b_rows"/,
  ],
  [
    'a mirror that does not match',
    [
      plugin('notes', {
        models: [mirror('users', { id: column.id('usr'), height: column.integer() }, { tenantKey: 'id' })],
      }),
    ],
    /users/,
    /height/,
  ],
  [
    "a table without the plugin's name",
    [plugin('notes', { models: [model('rows', { id: column.id('row') })] })],
    /rows/,
    /notes/,
  ],
  [
    'an unknown member',
    [plugin('notes', { helth() {} })],
    /"notes" has an unknown member "helth"; did you mean "health"\?/,
  ],
  ['an unknown member that is like no other', [plugin('notes', { quux: 1 })], /unknown member "quux"; remove it/],
  ['a member of another type', [plugin('notes', { menus: {} })], /"notes" has a "menus" that is not a list/],
  ['a missing member', [plugin('notes', { mount: undefined })], /"notes" has no "mount"/],
  [
    'an information that is missing',
    [plugin('notes', { info: { ...info, title: '' } })],
    /"notes" has no "info.title"/,
  ],
  ['no plugin at all', [null as unknown as AnyPlugin], /is no plugin/],
  [
    '§7 two plugins of one route',
    [routes('aa', 'GET /shared'), routes('bb', 'GET /shared')],
    /"aa" and "bb"/,
    /boot\.test\.ts:\d+:\d+.*boot\.test\.ts:\d+:\d+/,
  ],
  [
    'two routes that overlap with neither more specific',
    [routes('aa', 'GET /p/{x}/b'), routes('bb', 'GET /p/a/{y}')],
    /"aa" and "bb"/,
  ],
  [
    "§4.4 an API route outside the plugin's own space",
    [routes('notes', 'GET /api/notes')],
    /"notes" registers "GET \/api\/notes" \(.*boot\.test\.ts:\d+:\d+\).*\/api\/x\/notes\//,
  ],
  ["§4.4 an API route in another plugin's space", [routes('notes', 'GET /api/x/others/a')], /\/api\/x\/notes\//],
  ['§4.4 an API route whose name only begins alike', [routes('notes', 'GET /api/x/notesy/a')], /\/api\/x\/notes\//],
  ['§4.4 an API route that a wildcard opens to all', [routes('notes', 'GET /api/x/{plugin}/a')], /\/api\/x\/notes\//],
  ['§4.4 the whole API', [routes('notes', '/api/')], /\/api\/x\/notes\//],
  ...['admin', 'instance', 'assets', 'login', 'setup', 'help', 'readyz', 'metrics'].map((word): Case => [
    `a route under /${word}`,
    [routes('notes', `GET /${word}/mine`)],
    new RegExp(`under /${word}`),
  ]),
  ['a route whose first segment is a wildcard', [routes('notes', 'GET /{page}')], /could answer under \/api/],
  ['a route for everything', [routes('notes', '/')], /could answer under \/api/],
  ['a pattern that is none', [routes('notes', 'get /x')], /"notes" can't have the route "get \/x"/],
  [
    '§7 a service that two plugins provide',
    [plugin('aa', { mount: provideGreeter }), plugin('bb', { mount: provideGreeter })],
    /"aa" and "bb" both provide the service "aa\.greeter"/,
  ],
  [
    'a service that one plugin provides twice',
    [
      plugin('aa', {
        mount: (mux: never, ctx: never) => {
          provideGreeter(mux, ctx)
          provideGreeter(mux, ctx)
        },
      }),
    ],
    /"aa" provides the service "aa\.greeter" twice/,
  ],
  [
    '§1.1 a page in both shells',
    [plugin('notes', { menus: [item('a', '/notes')], instanceMenus: [item('b', '/notes')] })],
    /"notes" announces "\/notes" in the workspace shell and in the console/,
  ],
  [
    'a menu id twice',
    [plugin('notes', { menus: [item('a', '/a'), item('a', '/b')] })],
    /two menu entries with the id "a"/,
  ],
  ['a menu entry without a label', [plugin('notes', { menus: [{ id: 'a', path: '/a' }] })], /without "label"/],
  [
    '§2 a settings page whose last segment is not its menu id',
    [plugin('notes', { menus: [item('notes', '/settings/Notes')] })],
    /must be "\/settings\/notes"/,
  ],
  [
    'a route with an unknown permission',
    [
      plugin('notes', {
        mount: (_: never, ctx: { guard(handler: unknown, options: object): void }) => {
          ctx.guard(() => json({}), { permission: 'notes.fly' })
        },
      }),
    ],
    /"notes".*no permission "notes\.fly"/,
  ],
  [
    'an endpoint whose schema yields no JSON Schema',
    [
      plugin('notes', {
        mount: (mux: { endpoint(definition: unknown, handler: unknown): void }) => mux.endpoint(schemaless, () => ({})),
      }),
    ],
    /"notes" can't have the route "POST \/api\/x\/notes\/a".*JSON Schema/,
  ],
  [
    'a mount that throws',
    [
      plugin('notes', {
        mount() {
          throw new Error('No key.')
        },
      }),
    ],
    /"notes" could not be mounted: No key\. Correct/,
  ],
  [
    'a mount that rejects',
    [
      plugin('notes', {
        mount: async () => {
          await Promise.resolve()
          throw new Error('No key.')
        },
      }),
    ],
    /"notes" could not be mounted: No key\./,
  ],
  [
    'a noun of the API for a plugin from outside',
    [plugin('notes', { topLevelApi: ['notes'] })],
    /"notes" asks for \/api\/notes, which only plugins of the product may have/,
  ],
]

const Greeter = serviceToken<string>('aa.greeter')
const schemaless = defineEndpoint({
  pattern: 'POST /api/x/notes/a',
  output: nothing,
  summary: 'A',
  input: { '~standard': { version: 1, vendor: 'none', validate: (value: unknown) => ({ value }) } },
} as unknown as Parameters<typeof defineEndpoint>[0])

function provideGreeter(_mux: unknown, ctx: { provide(token: unknown, service: unknown): void }): void {
  ctx.provide(Greeter, 'hello')
}

function item(id: string, path: string): object {
  return { id, label: id, path }
}

suite('a start is refused, naming who and what to do, for', () => {
  for (const [title, plugins, ...said] of cases) {
    test(title, async (context) => {
      const problems = await problemsOf(context, plugins)
      assert.equal(problems.length, 1, problems.join('\n'))
      for (const pattern of said) assert.match(problems[0] ?? '', pattern)
      assert.match(problems[0] ?? '', /[.?]$/)
    })
  }
})

suite('a start', () => {
  test('§6.4 writes one line per plugin, verbatim and once', async (context) => {
    const { announced } = await labHost(context, [plugin('notes'), plugin('links')])
    assert.deepEqual(announced, ['[plugin] registered lab', '[plugin] registered notes', '[plugin] registered links'])
  })

  test('reports all problems of a stage together, those of its preflight and those of its mounting', async (context) => {
    const early = await problemsOf(context, [
      plugin('Notes', { helth() {} }),
      plugin('links', { info: { ...info, api: '^9' } }),
    ])
    assert.equal(early.length, 2, early.join('\n'))
    const late = await problemsOf(context, [routes('aa', 'GET /api/a', 'GET /admin'), routes('bb', 'GET /api/b')])
    assert.equal(late.length, 3, late.join('\n'))
  })

  test('that was refused leaves nothing behind: the next one on the same folder succeeds', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'host-boot-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const environment = { HOST_DATA: folder }
    assert.equal((await problemsOf(context, [routes('notes', 'GET /api/notes')], { environment })).length, 1)
    assert.equal((await labHost(context, [plugin('notes')], { environment })).announced.length, 2)
  })

  test('finds a mistyped member on a class and on what it extends', async (context) => {
    class Base {
      strat(): void {}
    }
    class Notes extends Base {
      readonly name = 'notes'
      readonly info = info
      readonly models = []
      mount(): void {}
      helpDoc(): readonly [] {
        return []
      }
    }
    const problems = await problemsOf(context, [new Notes()])
    assert.deepEqual(
      problems.map((problem) => /"(\w+)"; did you mean "(\w+)"/.exec(problem)?.slice(1)),
      [
        ['helpDoc', 'helpDocs'],
        ['strat', 'start'],
      ],
    )
  })

  test('§4.5 gives a noun of the API to a plugin of the product when it is granted', async (context) => {
    const domains = definePlugin({
      name: 'domains',
      info,
      models: [],
      topLevelApi: ['domains'],
      mount: (mux) => mux.handle('GET /api/domains', () => json([])),
    })
    const { get } = await labHost(context, [domains], { isInTree: true })
    assert.equal((await get('/api/domains')).status, 200)
    const ungranted: PluginEntry = { plugin: domains, version: '1.0.0', outOfTree: false }
    const [first, second] = await checkPlugins([ungranted])
    assert.match(first ?? '', /"domains" asks for \/api\/domains, which the composition root does not grant it/)
    assert.equal(second, undefined)
  })

  test('refuses a route of the host itself to plugins of the product too', async (context) => {
    const problems = await problemsOf(context, [routes('notes', 'GET /healthz')], { isInTree: true })
    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', /"host" and "notes"/)
  })
})

suite('mounting', () => {
  test('ends: what is registered later throws', async (context) => {
    let late: (() => void)[] = []
    const eager = definePlugin({
      name: 'eager',
      info,
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

  test('§4 hides services of plugins whatever the order, warns once, and shows them after', async (context) => {
    const seen: (string | undefined)[] = []
    const consumer = definePlugin({
      name: 'consumer',
      info,
      models: [],
      mount(_mux, ctx) {
        seen.push(ctx.lookup(Greeter), ctx.lookup(Greeter))
      },
      start(ctx) {
        seen.push(ctx.lookup(Greeter))
      },
    })
    const { log } = await labHost(context, [consumer, plugin('aa', { mount: provideGreeter })])
    assert.deepEqual(seen, [undefined, undefined, 'hello'])
    assert.equal(
      log.filter(({ level, message }) => level === 'warn' && message.includes('"consumer" looks up "aa.greeter"'))
        .length,
      1,
    )
    seen.length = 0
    await labHost(context, [plugin('aa', { mount: provideGreeter }), consumer])
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
      info,
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
      info,
      models: [],
      mount(mux, ctx) {
        mux.handle('GET /api/x/lonely/{what}', async ({ params }) => {
          if (params.what === 'encrypt') await ctx.encrypt('a', { field: 'b' })
          if (params.what === 'notify') await ctx.notify({ to: { instanceAdmins: true }, title: 'x' })
          if (params.what === 'mail') await ctx.sendMail({ orgId: 'o', to: [], subject: '', text: '' })
          if (params.what === 'dns') await ctx.dns.zones('o')
          if (params.what === 'audit') await ctx.audit.record({ orgId: 'o', actor: 'a', action: 'note.created' })
          return json({})
        })
        ctx.onEmail(async () => {})
      },
    })
    const { get, log } = await labHost(context, [lonely])
    const names = {
      encrypt: 'core.encryption',
      notify: 'core.notifications',
      mail: 'core.mail',
      dns: 'core.dns',
      audit: 'core.audit-log',
    }
    for (const [what, name] of Object.entries(names)) {
      const answer = await get(`/api/x/lonely/${what}`)
      assert.equal(answer.status, 503)
      const { code, detail } = (await answer.json()) as { code: string; detail: string }
      assert.equal(code, 'service_unavailable')
      assert.ok(detail.includes(name), detail)
    }
    assert.equal(
      log.filter(({ level, message }) => level === 'warn' && message.includes('"lonely" waits for mail')).length,
      1,
    )
  })

  test("keeps a plugin's workspace settings apart from others'", async (context) => {
    const keeper = (name: string) =>
      definePlugin({
        name,
        info,
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

suite('checking without a database', () => {
  const entry = (checked: AnyPlugin): PluginEntry => ({ plugin: checked, version: '1.0.0', outOfTree: true })

  test('finds what a start would refuse, and nothing with plugins that fit', async () => {
    assert.deepEqual(await checkPlugins([entry(plugin('notes')), entry(plugin('links'))]), [])
    assert.match(
      (await checkPlugins([entry(routes('aa', 'GET /shared')), entry(routes('bb', 'GET /shared'))])).join(),
      /"aa" and "bb"/,
    )
    assert.match((await checkPlugins([entry(plugin('aa', { helth() {} }))])).join(), /"helth"/)
    assert.match((await checkPlugins([entry(routes('aa', 'GET /admin'))])).join(), /under \/admin/)
  })

  test('tells the author of a plugin that uses a service while mounting', async () => {
    const hasty = definePlugin({
      name: 'hasty',
      info,
      models: [],
      async mount(_mux, ctx) {
        await ctx.getWorkspaceSetting('o', 'k')
      },
    })
    assert.match(
      (await checkPlugins([entry(hasty)])).join(),
      /"hasty" could not be mounted: The service "core\.workspace-settings" is not for use while mounting/,
    )
  })
})
