import {
  column,
  definePlugin,
  Idempotency,
  json,
  listOf,
  mirror,
  model,
  PluginCatalog,
  Problem,
  redirect,
  serviceToken,
  Settings,
  type TablesOf,
  type WorkspaceScope,
  requireService,
  search,
} from '@host/plugin'
import { operations } from './operations.ts'
import { pause, rules, settingsTexts, settledText, signatureOf, style } from './settings.ts'
import { countGreetings, createGreeting, listGreetings } from './shared.ts'

/** A table of the plugin. With `org_id` every query of a handler carries the workspace. */
const Greeting = model(
  'hello_greetings',
  {
    id: column.id('greet'),
    org_id: column.org(),
    author_id: column.text(),
    text: column.text({ max: 210, search: true }),
    created_at: column.time({ default: 'now' }),
  },
  {
    index: [
      ['org_id', 'created_at'],
      ['org_id', 'id'],
    ],
    label: 'text',
  },
)

/** Columns of the host's users that the plugin reads: members of the workspace. */
const User = mirror(
  'users',
  { id: column.id('usr'), name: column.text() },
  { tenantKey: { column: 'id', through: 'memberships', key: 'user_id' } },
)

const models = [Greeting, User] as const

/** A service for other plugins. A consumer declares its own token of the same name and looks it up when it needs it. */
const Greeter = serviceToken<{ greet(name: string): string }>('hello.greeter')

export const plugin = definePlugin({
  name: 'hello',
  info: {
    title: 'Hello',
    description: 'Greetings from the members of the workspace',
    icon: 'hand',
    category: 'Start',
    api: '^1',
  },
  models,
  menus: [{ id: 'hello', label: 'Greetings', path: '/hello', icon: 'hand', category: 'hello', order: 50 }],
  instanceMenus: [{ id: 'hello-count', label: 'Greetings', path: '/hello-count', icon: 'hand', order: 50 }],
  settings: { workspace: rules, instance: pause, user: style },
  i18n: {
    en: {
      ...settingsTexts.en,
      'menu.hello': 'Greetings',
      'menu.hello-count': 'Greetings',
      'info.title': 'Hello',
      'info.category': 'Start',
      'info.description': 'Greetings from the members of the workspace',
    },
    zh: {
      ...settingsTexts.zh,
      'menu.hello': '问候',
      'menu.hello-count': '问候',
      'info.title': '问候',
      'info.category': '入门',
      'info.description': '工作区成员的问候',
    },
  },
  helpDocsFS: './docs',

  async search({ db }, query) {
    const found = await greetings(db)
      .where((build) => search(build, 'hello_greetings.id', query))
      .limit(20)
      .execute()
    return found.map(({ text, author }) => ({
      title: text,
      ...(author !== null && { detail: author }),
      path: '/hello',
    }))
  },
  async checklist({ db, userId, language }) {
    const own = await greetings(db).where('hello_greetings.author_id', '=', userId).limit(1).execute()
    const title = { en: 'Say hello to your workspace', zh: '向大家问好' }[language]
    return [{ id: 'say-hello', title, path: '/hello', done: own.length > 0 }]
  },
  /** Greetings by others in the last day. */
  async badges({ db, userId, now }) {
    const since = new Date(now().getTime() - 86_400_000).toISOString()
    const { count } = await db
      .selectFrom('hello_greetings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('author_id', '<>', userId)
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow()
    return { hello: count }
  },

  /** Tools without an endpoint; endpoints with `mcp` are tools as well. */
  mcpTools: () => [
    {
      name: 'latest',
      description: 'Reads the latest greeting. Use it instead of the list when only the last one matters.',
      readOnly: true,
      input: {
        type: 'object',
        properties: { author: { type: 'string', maxLength: 100, description: 'The name of who wrote it.' } },
        additionalProperties: false,
      },
      run: latestGreeting,
    },
  ],

  mount(mux, ctx) {
    const idempotent = ctx.lookup(Idempotency) ?? ((next) => next)
    const settings = requireService(ctx, Settings)
    const sendWave = async ({ userId, orgId }: WorkspaceScope<Tables>): Promise<Response> => {
      const { waveKey } = await settings.workspace(rules, orgId)
      return json({ wavedTo: userId, signature: signatureOf(userId, waveKey) })
    }
    mux.handle('GET /api/x/hello/ping', () => json({ message: 'Hello from the plugin.' }), operations.ping)
    mux.handle('GET /api/x/hello/greetings/{id}', ctx.guard(readGreeting), operations.readGreeting)
    mux.handle('POST /api/x/hello/wave', idempotent(ctx.guard(sendWave)), operations.wave)
    mux.handle('GET /hello', () => redirect('/admin/hello'))

    mux.endpoint(listGreetings, (scope) =>
      listOf(scope, greetings(scope.db), { id: 'hello_greetings.id', item: present }),
    )
    mux.endpoint(createGreeting, async ({ db, userId, orgId, input }) => {
      const wanted = {
        ...(await settings.workspace(rules, orgId)),
        ...(await settings.instance(pause)),
        ...(await settings.user(style, userId)),
      }
      const { id } = await db
        .insertInto('hello_greetings')
        .values({ author_id: userId, text: settledText(input.text, wanted) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return present(await greetings(db).where('hello_greetings.id', '=', id).executeTakeFirstOrThrow())
    })
    mux.endpoint(countGreetings, async () => {
      const all = ctx.db.asInstance('count greetings for the console')
      const row = await all
        .selectFrom('hello_greetings')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return { count: row.count }
    })

    ctx.provide(Greeter, { greet: (name) => `Hello, ${name}!` })
  },

  start(ctx) {
    const plugins = ctx.lookup(PluginCatalog)?.list() ?? []
    ctx.log.info('ready', { neighbours: plugins.length - 1 })
  },

  health: () => ({ status: 'ok' }),
})

type Tables = TablesOf<typeof models>

async function latestGreeting({ db }: WorkspaceScope<Tables>, input: unknown) {
  const { author } = input as { readonly author?: string }
  const newest = greetings(db).orderBy('hello_greetings.created_at', 'desc').limit(1)
  const row = await (author === undefined ? newest : newest.where('users.name', '=', author)).executeTakeFirst()
  return row === undefined ? { greeting: null } : { greeting: present(row) }
}

async function readGreeting({ db, params }: WorkspaceScope<Tables, { id: string }>): Promise<Response> {
  const row = await greetings(db).where('hello_greetings.id', '=', params.id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', { detail: 'There is no greeting with this id.' })
  return json(present(row))
}

function greetings(db: WorkspaceScope<Tables>['db']) {
  return db
    .selectFrom('hello_greetings')
    .leftJoin('users', 'users.id', 'hello_greetings.author_id')
    .select(['hello_greetings.id', 'hello_greetings.text', 'hello_greetings.created_at', 'users.name as author'])
}

function present(row: { id: string; text: string; created_at: string; author: string | null }) {
  return { id: row.id, text: row.text, author: row.author ?? '', createdAt: row.created_at }
}
