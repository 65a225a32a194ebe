import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { hostile, startHostileLab } from '@host/testing/hostile-lab'
import { compose } from '../../../packages/cli/src/compose/compose.ts'
import { openCheckout } from '../../../packages/cli/src/build/checkout.ts'
import { reader } from '../fixtures/reader.ts'
import { startSpecHost } from '../lab/spec-host.ts'

/** A plugin whose module begins with these lines. */
function plantPlugin(t: TestContext, lines: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'host-spec-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const manifest = { name: 'host-plugin-caller', version: '1.0.0', type: 'module', exports: './plugin.ts' }
  const peerDependencies = { '@host/plugin': '^1.0.0' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, peerDependencies }))
  const definition =
    "import { definePlugin } from '@host/plugin'\nexport const plugin = definePlugin({ name: 'caller' })\n"
  writeFileSync(join(folder, 'plugin.ts'), `${lines}\n${definition}`)
  return folder
}

/** The problems with which composing a plugin is refused. */
async function refusal(t: TestContext, lines: string): Promise<string> {
  const cwd = plantPlugin(t, lines)
  const composition = {
    checkout: openCheckout(),
    text: '[{"server":"./"}]',
    cwd,
    targets: [{ output: join(cwd, 'host') }],
    say: () => undefined,
  }
  const error: unknown = await compose(composition).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof Error && 'problems' in error, String(error))
  return (error.problems as readonly string[]).join('\n')
}

const doors: readonly (readonly [lines: string, what: string])[] = [
  ['export const call = (url: string) => fetch(url)', 'fetch'],
  ['export const call = (url: string) => globalThis.fetch(url)', 'globalThis.fetch'],
  ["import { request } from 'node:https'\nexport { request }", 'node:https'],
  ["import net from 'net'\nexport { net }", 'net'],
  ["export const call = () => import('node:tls')", 'node:tls'],
  ['export const open = (url: string) => new WebSocket(url)', 'WebSocket'],
]

for (const [lines, what] of doors) {
  test(`§5.8 composing refuses a server half that bypasses the safe client with ${what}`, async (t) => {
    const problems = await refusal(t, lines)
    const said = `bypasses the host's network controls with ${what} (plugin.ts line 1): send requests with @host/plugin/safehttp`
    assert.ok(problems.includes(said), problems)
  })
}

test('§5.8 a destination that comes from a member goes through the safe client, which keeps it outside', async () => {
  await using lab = await startHostileLab()
  await using host = await startSpecHost({ plugins: [reader], outbound: lab.outbound })
  const { cleo } = await host.people()
  const read = (url: string) => cleo.get(`/api/x/reader/page?url=${encodeURIComponent(url)}`)
  assert.equal((await read(lab.site.at('/page', hostile.text('a page')))).status, 200)
  const inside = lab.listener.address.includes(':') ? `[${lab.listener.address}]` : lab.listener.address
  assert.equal((await read(`http://${inside}:${lab.listener.port}/`)).status, 400)
  assert.equal(lab.listener.connections, 0)
})
