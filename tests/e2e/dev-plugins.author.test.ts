/** `host dev` with several plugins, one of which requires the other. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Visitor } from '../spec/lab/visitor.ts'
import { checkout } from './lab/composed.ts'
import { edit, runDev, type PluginDevelopment } from './lab/plugin-development.ts'
import { until } from '../../packages/host/testing/until.ts'

const plugin = (
  name: string,
  info: string,
  answer: string,
): string => `import { definePlugin, json } from '@host/plugin'
export const plugin = definePlugin({
  name: '${name}',
  info: { title: '${name}', description: 'A plugin', icon: 'sticky-note', category: 'Work', api: '^1'${info} },
  models: [],
  mount(mux, ctx) {
    mux.handle('GET /api/x/${name}/word', ctx.guard(() => json({ word: '${answer}' })))
  },
})
`

describe('host dev with several plugins', { timeout: 300_000 }, () => {
  let home = ''
  const development = async (
    args: readonly string[],
    use: (running: PluginDevelopment) => Promise<void>,
  ): Promise<void> => {
    const running = runDev(join(home, 'report'), { args: [...args, '--fresh', '--checkout', checkout] })
    try {
      await use(running)
    } finally {
      await running.end()
    }
  }
  const wordOf = async (running: PluginDevelopment, name: string): Promise<unknown> => {
    const password = /Password for all accounts: (.+)/.exec(running.output())?.[1] ?? ''
    const person = await new Visitor(running.url()).signIn('owner@acme.test', password)
    const { body } = await person.get<{ readonly word: string }>(`/api/x/${name}/word`)
    return body.word
  }

  before(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'host-plugins-')))
    for (const [name, info] of [
      ['deals', ''],
      ['report', ", requires: ['deals']"],
    ] as const) {
      await mkdir(join(home, name))
      const manifest = {
        name: `host-plugin-${name}`,
        version: '1.0.0',
        type: 'module',
        exports: './plugin.ts',
        peerDependencies: { '@host/plugin': '^1.0.0' },
      }
      await writeFile(join(home, name, 'package.json'), JSON.stringify(manifest))
      await writeFile(join(home, name, 'plugin.ts'), plugin(name, info, name))
    }
  })
  after(() => rm(home, { recursive: true, force: true }))

  test('§A108 a required plugin that is not named is asked for', () =>
    development([], (running) => running.says('[dev] Name the folder of "deals", too: host dev . ../deals')))

  test('§A108 the plugins of all named folders are served, and reload when they change', () =>
    development(['.', '../deals'], async (running) => {
      await running.ready()
      assert.doesNotMatch(running.output(), /Unused variables/)
      assert.equal(await wordOf(running, 'report'), 'report')
      assert.equal(await wordOf(running, 'deals'), 'deals')
      const starts = (): number => running.output().split('[dev] Server ready').length
      const count = starts()
      await edit(join(home, 'deals/plugin.ts'), "word: 'deals'", "word: 'changed'")
      await until(() => starts() > count)
      assert.equal(await wordOf(running, 'deals'), 'changed')
    }))

  test('§A108 a plugin of "beside" is served without being named', async () => {
    await writeFile(join(home, 'report/plugin-checks.json'), JSON.stringify({ beside: ['../deals'] }))
    await development([], async (running) => {
      await running.ready()
      assert.equal(await wordOf(running, 'deals'), 'changed')
    })
  })

  test('§A108 a folder that is not that of a plugin is refused', async () => {
    await development(['.', '..'], async (running) => {
      assert.equal(await running.ended(), 1)
      assert.match(running.output(), new RegExp(`${home} is not the folder of a plugin\\.`))
    })
  })
})
