import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { runPluginTest } from './run-plugin-test.ts'

const root = join(import.meta.dirname, '../../../..')
let home = ''

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'plugin-test-'))
})
after(() => rm(home, { recursive: true, force: true }))

/** The command as it is typed in a checkout, from its sources. */
async function host(typed: readonly string[], { cwd = home, path = dirname(process.execPath) } = {}) {
  const PATH = `${path}:${process.env['PATH']}`
  const main = ['--conditions=source', join(root, 'apps/server/src/main.ts'), 'plugin', 'test', ...typed]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, main, { cwd, env: { ...env, PATH } })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

/** A plugin's folder with a @host/testing installed, whose checks print their arguments. */
async function installed(name: string, ending: string): Promise<string> {
  const folder = join(home, name)
  const dist = join(folder, 'node_modules/@host/testing/dist')
  await mkdir(dist, { recursive: true })
  await writeFile(join(dist, 'plugin-test.js'), `console.log(process.argv.slice(2).join(' ')); ${ending}\n`)
  return folder
}

test('§A64 in a checkout the sources check a plugin, and the report comes as JSON too', async () => {
  const { code, stdout, stderr } = await host(['examples/hello', '--json'], { cwd: root })
  assert.deepEqual([code, stderr], [0, ''])
  const { name, checks, findings } = JSON.parse(stdout) as { name: string; checks: number; findings: object[] }
  assert.deepEqual([name, findings], ['hello', []])
  assert.ok(checks > 100)
})

test('§A64 elsewhere the checks that are installed for the plugin run, and how they end is how it ends', async () => {
  const passing = await installed('passing', '')
  assert.deepEqual(await host([], { cwd: passing }), { code: 0, stdout: `${passing}\n`, stderr: '' })
  const failing = await installed('failing', 'process.exitCode = 1')
  assert.deepEqual(await host(['failing', '--json']), { code: 1, stdout: `${failing} --json\n`, stderr: '' })
})

test('§A64 a plugin that can not be checked is reported in a sentence', async () => {
  const lonely = join(home, 'lonely')
  await mkdir(lonely)
  const lacking = /requires @host\/testing, which is not installed\. Run npm install/
  await assert.rejects(runPluginTest(lonely, { isJson: false }), { exitCode: 1, message: lacking })
  const nowhere = /nowhere is not a folder\. Use the folder of a plugin\./
  await assert.rejects(runPluginTest(join(home, 'nowhere'), { isJson: false }), { exitCode: 2, message: nowhere })
  const { code, stderr } = await host([lonely, '--fast'])
  assert.deepEqual([code, stderr], [2, '--fast is not an option of this command. Use one of: --json.\n'])
})

test('§A64 a missing or too old Node is reported instead of its errors about the sources', async (t) => {
  const path = join(home, 'bin')
  await mkdir(path)
  await writeFile(join(path, 'node'), '#!/bin/sh\necho v20.1.0\n')
  await chmod(join(path, 'node'), 0o755)
  const folder = await installed('old', '')
  const PATH = process.env['PATH']
  t.after(() => (process.env['PATH'] = PATH))
  process.env['PATH'] = `${path}:/bin:/usr/bin`
  const old = 'Checking a plugin requires Node 26, and node is v20.1.0. Install a newer version.'
  await assert.rejects(runPluginTest(folder, { isJson: false }), { exitCode: 1, message: old })
  process.env['PATH'] = home
  await assert.rejects(runPluginTest(folder, { isJson: false }), {
    exitCode: 1,
    message: /node can't be run\. Install it/,
  })
})

test('the script that is run in a checkout is the one that the package names', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'packages/testing/package.json'), 'utf8')) as {
    exports: Record<string, { source: string }>
  }
  assert.equal(manifest.exports['./plugin-test']?.source, './src/plugin-checks/plugin-test.ts')
})
