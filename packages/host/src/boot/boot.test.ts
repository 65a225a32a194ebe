import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { definePlugin, json, type AnyPlugin } from '@host/plugin'
import { labHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'
import { plainPlugin, problemsOf, routesPlugin } from '../../testing/plain-plugins.ts'
import { salesPlugin } from '../../testing/resources/sales-plugin.ts'
import { checkPlugins } from './check-plugins.ts'
import type { PluginEntry } from '../declared/plugin-entry.ts'

suite('a start', () => {
  test('§6.4 writes one line per plugin, verbatim and once', async (context) => {
    const { announced } = await labHost(context, [plainPlugin('notes'), plainPlugin('links')])
    assert.deepEqual(announced, ['[plugin] registered lab', '[plugin] registered notes', '[plugin] registered links'])
  })

  test('reports all problems of a stage together, those of its preflight and those of its mounting', async (context) => {
    const early = await problemsOf(context, [
      plainPlugin('Notes', { helth() {} }),
      plainPlugin('links', { info: { ...notesInfo, api: '^9' } }),
    ])
    assert.equal(early.length, 3, early.join('\n'))
    const late = await problemsOf(context, [
      routesPlugin('aa', 'GET /api/a', 'GET /admin'),
      routesPlugin('bb', 'GET /api/b'),
    ])
    assert.equal(late.length, 3, late.join('\n'))
  })

  test('that was refused leaves nothing behind: the next one on the same folder succeeds', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'host-boot-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const environment = { HOST_DATA: folder }
    assert.equal((await problemsOf(context, [routesPlugin('notes', 'GET /api/notes')], { environment })).length, 1)
    assert.equal((await labHost(context, [plainPlugin('notes')], { environment })).announced.length, 2)
  })

  test('finds a mistyped member on a class and on its base class', async (context) => {
    class Base {
      strat(): void {}
    }
    class Notes extends Base {
      readonly name = 'notes'
      readonly info = notesInfo
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
      info: notesInfo,
      models: [],
      topLevelApi: ['domains'],
      mount: (mux) => mux.handle('GET /api/domains', () => json([])),
    })
    const { get } = await labHost(context, [domains], { isInTree: true })
    assert.equal((await get('/api/domains')).status, 200)
    const ungranted: PluginEntry = { plugin: domains, version: '1.0.0', outOfTree: false }
    const [first, second] = await checkPlugins([ungranted])
    assert.match(first ?? '', /"domains" asks for \/api\/domains, which the composition root doesn't grant/)
    assert.equal(second, undefined)
  })

  test('refuses a route of the host itself to plugins of the product too', async (context) => {
    const problems = await problemsOf(context, [routesPlugin('notes', 'GET /healthz')], { isInTree: true })
    assert.equal(problems.length, 1)
    assert.match(problems[0] ?? '', /"host" and "notes"/)
  })
})

suite('checking without a database', () => {
  const entry = (checked: AnyPlugin): PluginEntry => ({ plugin: checked, version: '1.0.0', outOfTree: true })

  test('finds everything that a start would refuse, and nothing for valid plugins', async () => {
    assert.deepEqual(await checkPlugins([entry(plainPlugin('notes')), entry(plainPlugin('links'))]), [])
    assert.deepEqual(await checkPlugins([entry(salesPlugin)]), [])
    assert.match(
      (await checkPlugins([entry(routesPlugin('aa', 'GET /shared')), entry(routesPlugin('bb', 'GET /shared'))])).join(),
      /"aa" and "bb"/,
    )
    assert.match((await checkPlugins([entry(plainPlugin('aa', { helth() {} }))])).join(), /"helth"/)
    assert.match((await checkPlugins([entry(routesPlugin('aa', 'GET /admin'))])).join(), /under \/admin/)
  })

  test('warns the author of a plugin that uses a service while mounting', async () => {
    const hasty = definePlugin({
      name: 'hasty',
      info: notesInfo,
      models: [],
      async mount(_mux, ctx) {
        await ctx.getWorkspaceSetting('o', 'k')
      },
    })
    assert.match(
      (await checkPlugins([entry(hasty)])).join(),
      /"hasty" could not be mounted: The service "core\.workspace-settings" is not available while mounting/,
    )
  })
})
