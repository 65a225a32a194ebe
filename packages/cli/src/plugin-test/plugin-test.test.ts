import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { bundledProgram } from '../build/testing/bundled-program.ts'
import { checkPluginFolder } from './check-plugin-folder.ts'
import { findPluginScript } from './find-plugin-script.ts'
import { PluginNode } from './plugin-node.ts'

const root = join(import.meta.dirname, '../../../..')
let home = ''

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'plugin-test-'))
})
after(() => rm(home, { recursive: true, force: true }))

/** The command as it is typed, by the product in one file. */
async function host(typed: readonly string[], { cwd = home, path = dirname(process.execPath) } = {}) {
  const PATH = `${path}:${process.env['PATH']}`
  const main = [await bundledProgram(join(root, 'apps/server/src/main.ts')), 'plugin', ...typed]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, main, { cwd, env: { ...env, PATH } })
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

/** A plugin's folder with a @host/testing and a TypeScript installed, whose scripts print their arguments. */
async function installed(
  name: string,
  { checks = '', types = '', tests = '' }: { checks?: string; types?: string; tests?: string } = {},
): Promise<string> {
  const folder = join(home, name)
  const put = async (path: string, label: string, ending: string): Promise<void> => {
    const file = join(folder, 'node_modules', path)
    const says = label === '' ? '' : `console.log('${label}', process.argv.slice(2).join(' ')); `
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${says}${ending}\n`)
  }
  await put('@host/testing/dist/plugin-test.js', 'checks', checks)
  await put('@host/testing/dist/run-tests.js', 'tests', tests)
  await put('typescript/bin/tsc', '', types)
  await writeFile(join(folder, 'tsconfig.json'), '{}')
  return folder
}

const fails = 'process.exitCode = 1'

test('§A64 in a checkout the sources check a plugin, and the report comes as JSON too', async () => {
  const { code, stdout, stderr } = await host(['check', 'examples/hello', '--json'], { cwd: root })
  assert.deepEqual([code, stderr], [0, ''])
  const { name, checks, findings } = JSON.parse(stdout) as { name: string; checks: number; findings: object[] }
  assert.deepEqual([name, findings], ['hello', []])
  assert.ok(checks > 100)
})

test('§A64 elsewhere the types and the checks that are installed for the plugin run, and either fails it', async () => {
  const passing = await installed('passing')
  const stdout = `checks ${passing}\n`
  assert.deepEqual(await host(['check'], { cwd: passing }), { code: 0, stdout, stderr: '' })
  const failing = await installed('failing', { checks: fails })
  const report = { code: 1, stdout: `checks ${failing} --json\n`, stderr: '' }
  assert.deepEqual(await host(['check', 'failing', '--json']), report)
  const types = `console.log('web/page.tsx(3,7): error TS2322: Wrong.\\n  Because.'); ${fails}`
  const mistyped = await installed('mistyped', { types })
  const stderr = `${mistyped}/web/page.tsx:3:7 TS2322: Wrong.\n  Because.\n`
  assert.deepEqual(await host(['check', 'mistyped']), { code: 1, stdout: `checks ${mistyped}\n`, stderr })
  const crashed = await installed('crashed', { types: "console.error('Out of memory'); process.exitCode = 1" })
  const sentence = `The types of ${crashed} could not be checked: Out of memory\n`
  assert.deepEqual(await host(['check', 'crashed']), { code: 1, stdout: '', stderr: sentence })
})

test('§A112 the tests of a plugin run, and the checks with them unless a test runs them', async () => {
  const folder = await installed('tested')
  assert.deepEqual(await host(['test'], { cwd: folder }), {
    code: 0,
    stdout: `tests \nchecks ${folder}\n`,
    stderr: '',
  })
  await writeFile(join(folder, 'plugin-checks.test.ts'), 'await checkPlugin(import.meta.dirname)\n')
  assert.deepEqual(await host(['test'], { cwd: folder }), { code: 0, stdout: 'tests \n', stderr: '' })
  await installed('red', { tests: fails })
  assert.equal((await host(['test', 'red'])).code, 1)
})

test('§A112 in a checkout the example with a test of Vitest passes, and that test is named', async () => {
  const { code, stdout, stderr } = await host(['test', 'examples/reading-list'], { cwd: root })
  assert.deepEqual([code, stderr.split(' ').slice(0, 7).join(' ')], [0, 'Left out because they run on Vitest:'])
  assert.match(stdout, /fail 0\b[^]*checks, 0 findings/)
})

test('§A112 a plugin that passes is packed, and the path of each half is printed', async () => {
  const folder = await installed('packed')
  await mkdir(join(folder, 'web'))
  for (const [half, name] of [
    ['.', 'packed'],
    ['web', 'packed-web'],
  ] as const) {
    await writeFile(join(folder, half, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  }
  const { code, stdout } = await host(['pack'], { cwd: folder })
  const paths = ['packed-1.0.0.tgz', 'packed-web-1.0.0.tgz'].map((name) => `${join(folder, name)}\n`)
  assert.deepEqual([code, stdout], [0, `checks ${folder}\n${paths.join('')}`])
  const faulty = await installed('faulty', { checks: fails })
  assert.equal((await host(['pack'], { cwd: faulty })).code, 1)
  assert.equal(
    (await readdir(faulty)).some((file) => file.endsWith('.tgz')),
    false,
  )
})

test('§A64 a plugin that can not be checked is reported in a sentence', async () => {
  const node = new PluginNode(process.execPath)
  const check = (folder: string): Promise<void> => checkPluginFolder(node, folder, { isJson: false })
  const lonely = join(home, 'lonely')
  await mkdir(lonely)
  await assert.rejects(check(lonely), { exitCode: 1, message: /has no tsconfig\.json\. / })
  await writeFile(join(lonely, 'tsconfig.json'), '{}')
  await assert.rejects(check(lonely), { exitCode: 1, message: /requires TypeScript\. Run npm install/ })
  const bare = await installed('bare')
  await rm(join(bare, 'node_modules/@host'), { recursive: true })
  const lacking = /requires @host\/testing, which is not installed\. Run npm install/
  await assert.rejects(check(bare), { exitCode: 1, message: lacking })
  const nowhere = /nowhere is not a folder\. Use the folder of a plugin\./
  await assert.rejects(check(join(home, 'nowhere')), { exitCode: 2, message: nowhere })
  const { code, stderr } = await host(['check', lonely, '--fast'])
  assert.deepEqual([code, stderr], [2, '--fast is not an option of this command. Use one of: --json.\n'])
})

test('§A112 scripts and what they start run on the Node of the host, whatever node of the machine is', async () => {
  const path = join(home, 'bin')
  await mkdir(path)
  await writeFile(join(path, 'node'), '#!/bin/sh\necho v20.1.0\n')
  await chmod(join(path, 'node'), 0o755)
  const print =
    "console.log(process.version, require('node:child_process').execSync('node --version').toString().trim())"
  await installed('old', { checks: print })
  const { code, stdout } = await host(['check', 'old'], { path })
  assert.equal(code, 0)
  assert.ok(stdout.endsWith(`\n${process.version} ${process.version}\n`), stdout)
})

test('the scripts that are run in a checkout are those that the package names', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'packages/testing/package.json'), 'utf8')) as {
    exports: Record<string, { source: string }>
  }
  for (const name of ['plugin-test', 'run-tests'] as const) {
    const { script } = findPluginScript(root, name) ?? {}
    assert.equal(script, join(root, 'packages/testing', manifest.exports[`./${name}`]?.source ?? ''))
  }
})
