import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { column, defineEndpoint, json, mirror, model, nothing, serviceToken, type AnyPlugin } from '@host/plugin'
import { notesInfo } from '../../testing/notes-plugin.ts'
import { plainPlugin, problemsOf, routesPlugin } from '../../testing/plain-plugins.ts'

/** Each case: the plugins, and the expected sentence of the one problem. */
type Case = readonly [title: string, plugins: readonly AnyPlugin[], ...said: readonly RegExp[]]

const beforeSignIn = [
  'login',
  'setup',
  'register',
  'verify',
  'forgot',
  'reset',
  'invitation',
  'confirm-email',
  'unsubscribe',
]

const cases: readonly Case[] = [
  ['two plugins of one name', [plainPlugin('notes'), plainPlugin('notes')], /Two plugins are named "notes"/],
  ['a name with a capital', [plainPlugin('Notes')], /Plugin "Notes" needs another name/],
  ['a name of one letter', [plainPlugin('n')], /Plugin "n" needs another name/],
  ["the host's own name", [plainPlugin('host')], /Plugin "host" needs another name/],
  [
    'a requirement that is not in the build',
    [plainPlugin('notes', { info: { ...notesInfo, requires: ['mial'] } }), plainPlugin('mail')],
    /"notes" requires "mial".*did you mean "mail"\?/,
  ],
  [
    'requirements in a circle',
    [
      plainPlugin('aa', { info: { ...notesInfo, requires: ['cc'] } }),
      plainPlugin('bb', { info: { ...notesInfo, requires: ['aa'] } }),
      plainPlugin('cc', { info: { ...notesInfo, requires: ['bb'] } }),
    ],
    /cycle: "aa" -> "cc" -> "bb" -> "aa"/,
  ],
  [
    'a plugin that requires itself',
    [plainPlugin('aa', { info: { ...notesInfo, requires: ['aa'] } })],
    /cycle: "aa" -> "aa"/,
  ],
  [
    'a contract range that does not fit',
    [plainPlugin('notes', { info: { ...notesInfo, api: '^2' } })],
    /"notes" was built for version \^2 of @host\/plugin and this host has 1\./,
  ],
  [
    'a contract range that is none',
    [plainPlugin('notes', { info: { ...notesInfo, api: 'one' } })],
    /"notes" states "one"/,
  ],
  [
    '§7.11 two models on one table',
    [
      plainPlugin('aa', { models: [model('aa_b_rows', { id: column.id('row') })] }),
      plainPlugin('aa-b', { models: [model('aa_b_rows', { id: column.id('row') })] }),
    ],
    /aa and aa-b both declare the table "aa_b_rows"/,
  ],
  [
    'a mirror that does not match',
    [
      plainPlugin('notes', {
        models: [mirror('users', { id: column.id('usr'), height: column.integer() }, { tenantKey: 'id' })],
      }),
    ],
    /users/,
    /height/,
  ],
  [
    "a table without the plugin's name",
    [plainPlugin('notes', { models: [model('rows', { id: column.id('row') })] })],
    /rows/,
    /notes/,
  ],
  [
    'an unknown member',
    [plainPlugin('notes', { helth() {} })],
    /"notes" has an unknown member "helth"; did you mean "health"\?/,
  ],
  ['an unknown member that is like no other', [plainPlugin('notes', { quux: 1 })], /unknown member "quux"; remove it/],
  ['a member of another type', [plainPlugin('notes', { menus: {} })], /"notes" has a "menus" that is not a list/],
  ['a missing member', [plainPlugin('notes', { mount: undefined })], /"notes" has no "mount"/],
  [
    'an information that is missing',
    [plainPlugin('notes', { info: { ...notesInfo, title: '' } })],
    /"notes" has no "info.title"/,
  ],
  ['no plugin at all', [null as unknown as AnyPlugin], /is not a plugin/],
  [
    '§7.9 two plugins of one route',
    [routesPlugin('aa', 'GET /shared'), routesPlugin('bb', 'GET /shared')],
    /"aa" and "bb"/,
    /plain-plugins\.ts:\d+:\d+.*plain-plugins\.ts:\d+:\d+/,
  ],
  [
    'two routes that overlap with neither more specific',
    [routesPlugin('aa', 'GET /q/{x}/b'), routesPlugin('bb', 'GET /q/a/{y}')],
    /"aa" and "bb"/,
  ],
  [
    "§7.10 an API route outside the plugin's own space",
    [routesPlugin('notes', 'GET /api/notes')],
    /"notes" registers "GET \/api\/notes" \(.*plain-plugins\.ts:\d+:\d+\).*\/api\/x\/notes\//,
  ],
  ["§4.4 an API route in another plugin's space", [routesPlugin('notes', 'GET /api/x/others/a')], /\/api\/x\/notes\//],
  [
    '§4.4 an API route whose name only begins alike',
    [routesPlugin('notes', 'GET /api/x/notesy/a')],
    /\/api\/x\/notes\//,
  ],
  [
    '§4.4 an API route that a wildcard opens to all',
    [routesPlugin('notes', 'GET /api/x/{plugin}/a')],
    /\/api\/x\/notes\//,
  ],
  ["§4.4 the root of the plugin's own space", [routesPlugin('notes', 'GET /api/x/notes')], /\/api\/x\/notes\//],
  ['§4.4 the whole API', [routesPlugin('notes', '/api/')], /\/api\/x\/notes\//],
  ...['admin', 'instance', 'assets', 'help', 'readyz', 'metrics', ...beforeSignIn].map((word): Case => [
    `a route under /${word}`,
    [routesPlugin('notes', `GET /${word}/mine`)],
    new RegExp(`under /${word}`),
  ]),
  ['a route whose first segment is a wildcard', [routesPlugin('notes', 'GET /{page}')], /could match \/api/],
  ['a route for everything', [routesPlugin('notes', '/')], /could match \/api/],
  ['a pattern that is none', [routesPlugin('notes', 'get /x')], /"notes" can't have the route "get \/x"/],
  [
    '§7.12 a service that two plugins provide',
    [plainPlugin('aa', { mount: provideGreeter }), plainPlugin('bb', { mount: provideGreeter })],
    /"aa" and "bb" both provide the service "aa\.greeter"/,
  ],
  [
    '§4.22 a service that one plugin provides twice',
    [
      plainPlugin('aa', {
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
    [plainPlugin('notes', { menus: [item('a', '/notes')], instanceMenus: [item('b', '/notes')] })],
    /"notes" declares "\/notes" in the workspace shell and in the console/,
  ],
  [
    'a menu id twice',
    [plainPlugin('notes', { menus: [item('a', '/a'), item('a', '/b')] })],
    /two menu entries with the id "a"/,
  ],
  [
    'a menu entry without a label',
    [plainPlugin('notes', { menus: [{ id: 'a', path: '/a' }] })],
    /"notes" has no "menus\[0\]\.label"; it must be a string/,
  ],
  [
    'a menu entry with a mistyped member',
    [plainPlugin('notes', { menus: [{ ...item('a', '/a'), requireRole: 'admin' }] })],
    /unknown member "menus\[0\]\.requireRole"; did you mean "menus\[0\]\.requiredRole"\?/,
  ],
  [
    'a menu entry for a role that does not exist',
    [plainPlugin('notes', { menus: [{ ...item('a', '/a'), requiredRole: 'boss' }] })],
    /"menus\[0\]\.requiredRole" that is not "owner" or "admin" or "member"/,
  ],
  [
    'a personal page of a plugin that a workspace can switch off',
    [plainPlugin('notes', { menus: [{ ...item('a', '/a'), personal: true }] })],
    /"notes" has the personal page "\/a".*only core plugins can do this/,
  ],
  ['a menu entry that is none', [plainPlugin('notes', { menus: [null] })], /"menus\[0\]" that is not an object/],
  [
    'a menu path that leads out of its shell',
    [plainPlugin('notes', { menus: [item('a', '/../login')] })],
    /declares the path "\/\.\.\/login"/,
  ],
  [
    'a page of two plugins',
    [plainPlugin('aa', { menus: [item('a', '/a')] }), plainPlugin('bb', { menus: [item('b', '/a')] })],
    /Plugins "aa" and "bb" declare "\/a" in the workspace shell/,
  ],
  [
    'an information that is mistyped',
    [plainPlugin('notes', { info: { ...notesInfo, enabledByDefualt: false } })],
    /unknown member "info\.enabledByDefualt"; did you mean "info\.enabledByDefault"\?/,
  ],
  [
    'an information of another type',
    [plainPlugin('notes', { info: { ...notesInfo, requires: 'mail' } })],
    /"info\.requires" that is not a list/,
  ],
  ['a model that is none', [plainPlugin('notes', { models: [undefined] })], /"models\[0\]" that is not an object/],
  [
    'a permission for a role that does not exist',
    [plainPlugin('notes', { permissions: [{ name: 'notes.write', title: 'Write', role: 'boss' }] })],
    /"permissions\[0\]\.role" that is not "owner"/,
  ],
  ['a migration that is none', [plainPlugin('notes', { migrations: [null] })], /"migrations\[0\]" that is not/],
  [
    'a member that throws when it is read',
    [Object.defineProperty(plainPlugin('notes'), 'menus', { get: () => assert.fail('No key.') })],
    /entry 2 has a member that throws when read: No key\./,
  ],
  [
    'a guard before nothing',
    [
      plainPlugin('notes', {
        mount: (_: never, ctx: { guard(handler: unknown): void }) => ctx.guard(undefined),
      }),
    ],
    /"notes" could not be mounted: the handler must be a function/,
  ],
  [
    'an endpoint without a handler',
    [plainPlugin('notes', { mount: (mux: { endpoint(definition: unknown): void }) => mux.endpoint(pingNotes) })],
    /can't have the route "GET \/api\/x\/notes\/ping".*the handler must be a function/,
  ],
  [
    'an endpoint for an audience that does not exist',
    [
      plainPlugin('notes', {
        mount: (mux: { endpoint(definition: unknown, handler: unknown): void }) =>
          mux.endpoint({ ...pingNotes, audience: 'everybody' }, () => undefined),
      }),
    ],
    /can't have the route.*unknown audience "everybody"; use "public", "workspace", "user", or "instance"/,
  ],
  [
    '§2.14 a settings page whose last segment is not its menu id',
    [plainPlugin('notes', { menus: [item('notes', '/settings/Notes')] })],
    /must be "\/settings\/notes"/,
  ],
  [
    'a route with an unknown permission',
    [
      plainPlugin('notes', {
        mount: (_: never, ctx: { guard(handler: unknown, options: object): void }) => {
          ctx.guard(() => json({}), { permission: 'notes.fly' })
        },
      }),
    ],
    /"notes".*unknown permission "notes\.fly"/,
  ],
  [
    'an endpoint whose schema yields no JSON Schema',
    [
      plainPlugin('notes', {
        mount: (mux: { endpoint(definition: unknown, handler: unknown): void }) => mux.endpoint(schemaless, () => ({})),
      }),
    ],
    /"notes" can't have the route "POST \/api\/x\/notes\/a".*JSON Schema/,
  ],
  [
    'a mount that throws',
    [
      plainPlugin('notes', {
        mount() {
          throw new Error('No key.')
        },
      }),
    ],
    /"notes" could not be mounted: No key\. Fix/,
  ],
  [
    'a mount that rejects',
    [
      plainPlugin('notes', {
        mount: async () => {
          await Promise.resolve()
          throw new Error('No key.')
        },
      }),
    ],
    /"notes" could not be mounted: No key\./,
  ],
  [
    'a notification category that is named in one language',
    [plainPlugin('notes', { notifications: [{ id: 'shared', title: 'Shared with you' }] })],
    /"notes" has no Chinese name for its notification category "shared".*"notification\.shared"/,
  ],
  [
    'two notification categories of one id',
    [
      plainPlugin('notes', {
        notifications: ['Shared', 'Shared again'].map((title) => ({ id: 'shared', title })),
        i18n: { zh: { 'notification.shared': '共享' } },
      }),
    ],
    /"notes" has two notification categories with the id "shared"/,
  ],
  [
    'two channels of one id',
    [channelPlugin('aa'), channelPlugin('bb')],
    /"bb" offers the channel "pager", which plugin "aa" also offers/,
  ],
  [
    'a secret that a channel has not',
    [channelPlugin('aa', { secrets: ['key'] })],
    /"aa" lists "key" as a secret of its channel "pager"/,
  ],
  [
    'a noun of the API for a plugin from outside',
    [plainPlugin('notes', { topLevelApi: ['notes'] })],
    /"notes" asks for \/api\/notes, which is reserved for built-in plugins/,
  ],
]

const Greeter = serviceToken<string>('aa.greeter')
const pingNotes = defineEndpoint({ pattern: 'GET /api/x/notes/ping', input: nothing, output: nothing, summary: 'Ping' })
const schemaless = defineEndpoint({
  pattern: 'POST /api/x/notes/a',
  output: nothing,
  summary: 'A',
  input: { '~standard': { version: 1, vendor: 'none', validate: (value: unknown) => ({ value }) } },
} as unknown as Parameters<typeof defineEndpoint>[0])

function provideGreeter(_mux: unknown, ctx: { provide(token: unknown, service: unknown): void }): void {
  ctx.provide(Greeter, 'hello')
}

function channelPlugin(name: string, more: object = {}): AnyPlugin {
  const channel = { id: 'pager', title: { en: 'Pager', zh: '寻呼机' }, icon: 'bell', fields: {}, secrets: [], ...more }
  return plainPlugin(name, { notificationChannels: () => [channel] })
}

function item(id: string, path: string): object {
  return { id, label: id, path }
}

suite('a start is refused, naming the plugin and the fix, for', () => {
  for (const [title, plugins, ...said] of cases) {
    test(title, async (context) => {
      const problems = await problemsOf(context, plugins)
      assert.equal(problems.length, 1, problems.join('\n'))
      for (const pattern of said) assert.match(problems[0] ?? '', pattern)
      assert.match(problems[0] ?? '', /[.?]$/)
    })
  }
})
