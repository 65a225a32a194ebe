import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { definePlugin, json, serviceToken, type AnyPlugin } from '@host/plugin'
import type { MemberDeprecation } from '@host/plugin/platform'
import { manifest, plant, sound } from '../../../packages/cli/src/compose/fixtures/plant.ts'
import { deprecatedImports } from '../../../packages/cli/src/compose/deprecated-imports.ts'
import { inspectPlugins } from '../../../packages/cli/src/compose/inspect-plugins.ts'
import { labHost } from '@host/host/testing/lab-host'

const info = { title: 'Notes', description: 'Short texts', icon: 'notebook', category: 'Work', api: '^1' } as const

class Counter {
  #count = 0

  next(): number {
    return ++this.#count
  }
}

const Counters = serviceToken<Counter>('counter.counters')

/** Has a counter whose count is private to its class. */
const counter = definePlugin({
  name: 'counter',
  info,
  models: [],
  mount: (_, ctx) => ctx.provide(Counters, new Counter()),
})

/** Uses the deprecated parts of the fixture, with each call. */
function notes(name: string): AnyPlugin {
  return definePlugin({
    name,
    info: { ...info, group: name },
    models: [],
    badges: () => Promise.resolve({}),
    mount(mux, ctx) {
      mux.handle(`GET /api/x/${name}/use`, async () => {
        const stored = await ctx.getWorkspaceSetting('org_none', 'colour')
        return json({ stored: stored ?? null, count: ctx.lookup(Counters)?.next(), name: ctx.name })
      })
    },
  }) as AnyPlugin
}

const since = '1.1.0'
const deprecations: readonly MemberDeprecation[] = [
  { what: { of: 'context', member: 'getWorkspaceSetting' }, since, use: 'use the service Settings' },
  { what: { of: 'plugin', member: 'badges' }, since, use: 'write "marks"' },
  { what: { of: 'plugin', member: 'info.group' }, since, use: 'write "info.feature"' },
  { what: { of: 'service', service: 'counter.counters', member: 'next' }, since, use: 'call "following"' },
]

async function warnings(context: TestContext, plugins: readonly AnyPlugin[], calls: number) {
  const { get, log } = await labHost(context, plugins, { deprecations })
  const answers: unknown[] = []
  for (const { name } of plugins.filter((plugin) => plugin.name !== 'counter')) {
    for (let call = 0; call < calls; call++) answers.push(await (await get(`/api/x/${name}/use`)).json())
  }
  const told = log.filter(({ level, message }) => level === 'warn' && message.includes('deprecated'))
  return { answers, told }
}

suite('§9.4 a deprecated member of the contract', () => {
  test('§9.4 §A70 it works as before, and each plugin that uses it is warned once, with the replacement', async (context) => {
    const { answers, told } = await warnings(context, [counter, notes('notes'), notes('tasks')], 3)
    assert.deepEqual(
      answers,
      [1, 2, 3, 4, 5, 6].map((count) => ({ stored: null, count, name: count < 4 ? 'notes' : 'tasks' })),
    )
    const ending = 'It will be removed after 1.3, with 2.0.0 at the earliest.'
    for (const name of ['notes', 'tasks']) {
      const own = told.filter((line) => line['plugin'] === name).map(({ message }) => message)
      assert.deepEqual(own.toSorted(), [
        `Plugin "${name}" uses ctx.getWorkspaceSetting, deprecated since @host/plugin 1.1.0: use the service Settings. ${ending}`,
        `Plugin "${name}" uses next of the service "counter.counters", deprecated since @host/plugin 1.1.0: call "following". ${ending}`,
        `Plugin "${name}" uses the member "badges" of its definition, deprecated since @host/plugin 1.1.0: write "marks". ${ending}`,
        `Plugin "${name}" uses the member "info.group" of its definition, deprecated since @host/plugin 1.1.0: write "info.feature". ${ending}`,
      ])
    }
    assert.equal(told.length, 8)
  })

  test('§A70 a plugin that does not use it is not warned', async (context) => {
    const { told } = await warnings(context, [counter], 0)
    assert.deepEqual(told, [])
  })

  test('§A70 a service that is deprecated as a whole is reported at its look-up', async (context) => {
    const whole = {
      what: { of: 'service', service: 'counter.counters' },
      since,
      use: 'look up "counter.tally"',
    } as const
    const { get, log } = await labHost(context, [counter, notes('notes')], { deprecations: [whole] })
    assert.equal((await get('/api/x/notes/use')).status, 200)
    assert.equal((await get('/api/x/notes/use')).status, 200)
    const told = log.filter(({ message }) => message.includes('deprecated'))
    assert.deepEqual(
      told.map(({ message, plugin }) => ({ message: message.split(':')[0], plugin })),
      [
        {
          message: 'Plugin "notes" uses the service "counter.counters", deprecated since @host/plugin 1.1.0',
          plugin: 'notes',
        },
      ],
    )
  })
})

suite('an export that is deprecated', () => {
  const ours = { versions: { '@host/plugin': '1.4.0', '@host/plugin-sdk': '1.2.0', react: '19.3.1' }, inTree: [] }
  const page = `import { Select, type FieldProps } from '@host/plugin-sdk'
export default function NotesPage() { return <Select {...({} as FieldProps)} /> }
`

  test('§A71 composing names the plugin, the place and the replacement, and builds it all the same', async (context) => {
    const home = plant(context, {
      ...sound,
      'web/package.json': manifest(sound['web/package.json'], {}),
      'web/NotesPage.tsx': page,
    })
    const text = JSON.stringify([{ server: home, npm: join(home, 'web') }])
    const { plugins, problems } = await inspectPlugins(text, { cwd: home, work: plant(context, {}), ours })
    assert.deepEqual(problems, [])
    const told = deprecatedImports(plugins, [
      { what: { of: 'export', package: '@host/plugin-sdk', member: 'Select' }, since: '1.2.0', use: 'write Choice' },
      { what: { of: 'export', package: '@host/plugin-sdk', member: 'Table' }, since: '1.2.0', use: 'write Rows' },
      { what: { of: 'export', package: '@host/plugin', member: 'Select' }, since: '1.2.0', use: 'write Choice' },
    ])
    assert.deepEqual(told, [
      'notes (web/NotesPage.tsx line 1) uses Select of @host/plugin-sdk, deprecated since @host/plugin-sdk 1.2.0: write Choice. It will be removed after 1.4, with 2.0.0 at the earliest.',
    ])
  })
})
