import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { inTreeNames } from '../../../packages/cli/src/build/in-tree-plugins.ts'
import { serveExecutable } from '../lab/executable.ts'

const root = join(import.meta.dirname, '../../..')

interface Composed {
  readonly code: number
  readonly lines: readonly string[]
}

/** Composes the plugins of `HOST_PLUGINS`, as the Makefile does. */
function compose(plugins: string, cwd: string): Promise<Composed> {
  const main = join(root, 'packages/cli/src/compose/main.ts')
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, HOST_PLUGINS: plugins }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=source', main], { cwd, env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), lines: `${stdout}${stderr}`.trimEnd().split('\n') }),
    )
  })
}

function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'host-spec-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('§1.12 nothing is loaded when the host runs: HOST_PLUGINS means nothing to it any more', async () => {
  const named = JSON.stringify([{ server: join(root, 'examples/hello') }])
  await using host = await serveExecutable({ env: { HOST_PLUGINS: named } })
  assert.doesNotMatch(host.stdout(), /registered hello/)
  assert.equal((await fetch(new URL('/api/x/hello/ping', host.url))).status, 404)
})

for (const [what, text, said] of [
  ['no JSON', '{server', /^HOST_PLUGINS .*\{server/],
  ['no array', '{"server":"./a"}', /^HOST_PLUGINS /],
  ['a web half alone', '[{"npm":"./web"}]', /^HOST_PLUGINS\[0\] .*server/],
  ['an unknown key', '[{"server":"./a","sever":"./b"}]', /^HOST_PLUGINS\[0\] .*sever/],
  ['a value that is not text', '[{"go":7}]', /^HOST_PLUGINS\[0\] .*7/],
  ['a folder that is not there', '[{"go":"./nowhere"}]', /^HOST_PLUGINS\[0\] .*nowhere/],
] as const) {
  test(`§1.13 ${what} in HOST_PLUGINS ends the composition in sentences that begin with the place`, async (t) => {
    const cwd = emptyFolder(t)
    const { code, lines } = await compose(text, cwd)
    assert.equal(code, 1)
    for (const line of lines) assert.match(line, /^HOST_PLUGINS(?:\[0\])? .+: (?:use|add|install|fix) /)
    assert.ok(
      lines.some((line) => said.test(line)),
      lines.join('\n'),
    )
    assert.ok(!existsSync(join(cwd, 'bin')))
  })
}

for (const format of ['json', 'text']) {
  test(`§1.15 §6.4 each start writes one line for each plugin, alone and verbatim, with a log in ${format}`, async () => {
    await using host = await serveExecutable({ fixture: 'spy', env: { HOST_LOG_FORMAT: format } })
    const lines = host.stdout().split('\n')
    const names = [...inTreeNames(root), 'spy']
    assert.ok(names.length > 8)
    for (const name of names) {
      assert.equal(lines.filter((line) => line === `[plugin] registered ${name}`).length, 1, name)
    }
    assert.equal(lines.filter((line) => line.startsWith('[plugin] registered ')).length, names.length)
  })
}

test('§1.19 a plugin reaches everything that the process reaches: the contract is not a sandbox', async () => {
  await using host = await serveExecutable({ fixture: 'spy', env: { SPEC_SECRET: 'in the clear' } })
  const answer = (await (await fetch(new URL('/api/x/spy/process', host.url))).json()) as Record<string, unknown>
  assert.equal(answer['secret'], 'in the clear')
  assert.equal(answer['canReadFiles'], true)
  assert.equal(typeof answer['pid'], 'number')
  assert.notEqual(answer['pid'], process.pid)
})

test('§1.20 a plugin that the operator did not build in is absent', async () => {
  await using host = await serveExecutable({})
  assert.equal((await fetch(new URL('/api/x/spy/process', host.url))).status, 404)
  assert.doesNotMatch(host.stdout(), /registered spy/)
})
