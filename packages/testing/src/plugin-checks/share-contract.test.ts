import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { plantedCopy } from './fixtures/planted-copy.ts'
import { inspectPlugin } from './inspect-plugin.ts'

const contract = join(import.meta.dirname, '../../../plugin')

const otherPlugin = `
import { definePlugin, Outbound } from '@host/plugin'
import { newClient } from '@host/plugin/safehttp'

export const plugin = definePlugin({
  name: 'other',
  info: { title: 'Other', description: 'Sends requests', icon: 'hand', category: 'Work', api: '^1' },
  models: [],
  mount(mux, ctx) {
    newClient(1_000, { outbound: ctx.lookup(Outbound) })
  },
})
`

/** A plugin in a folder of its own, with a contract that it installed for itself. */
async function installedPlugin(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'other-plugin-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const copy = join(folder, 'contract')
  await mkdir(copy)
  for (const name of ['src', 'package.json']) await cp(join(contract, name), join(copy, name), { recursive: true })
  await symlink(join(contract, 'node_modules'), join(copy, 'node_modules'))
  await mkdir(join(folder, 'node_modules/@host'), { recursive: true })
  await symlink(copy, join(folder, 'node_modules/@host/plugin'))
  const manifest = { name: 'host-plugin-other', version: '1.0.0', type: 'module', exports: { '.': './plugin.ts' } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'plugin.ts'), otherPlugin)
  return folder
}

test('a plugin beside the checked one shares its contract, whichever copy it installed', async (t) => {
  const other = await installedPlugin(t)
  await using copy = await plantedCopy([])
  await writeFile(join(copy.folder, 'plugin-checks.json'), JSON.stringify({ beside: [`../${basename(other)}`] }))
  const { findings } = await inspectPlugin(copy.folder)
  assert.deepEqual(findings, [])
})
