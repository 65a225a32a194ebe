import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { AnyPlugin } from '@host/plugin'
import { createTestHost } from './create-test-host.ts'

const contract = join(import.meta.dirname, '../../plugin')

/** A plugin with its own copy of the contract. Its client takes the policy of the host, its handler throws a problem. */
const source = `
import { definePlugin, Outbound, Problem } from './contract/src/index.ts'
import { newClient } from './contract/src/safehttp/index.ts'

export const plugin = definePlugin({
  name: 'other',
  info: { title: 'Other', description: 'Sends requests', icon: 'hand', category: 'Work', api: '^1' },
  models: [],
  mount(mux, ctx) {
    newClient(1_000, { outbound: ctx.lookup(Outbound) })
    mux.handle('GET /api/x/other/gone', ctx.guard(() => { throw new Problem('gone') }))
  },
})
`

async function foreignPlugin(t: TestContext): Promise<AnyPlugin> {
  const folder = await mkdtemp(join(tmpdir(), 'two-copies-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await cp(contract, join(folder, 'contract'), { recursive: true })
  const file = join(folder, 'plugin.ts')
  await writeFile(file, source)
  const module = (await import(pathToFileURL(file).href)) as { readonly plugin: AnyPlugin }
  return module.plugin
}

test('a test host runs a plugin that has its own copy of the contract, and answers with its problems', async (t) => {
  const host = await createTestHost({ plugins: [await foreignPlugin(t)] })
  t.after(() => host.close())
  const response = await host.as('member').get('/api/x/other/gone')
  assert.equal(response.status, 410)
  assert.equal(((await response.json()) as { readonly code: string }).code, 'gone')
})
