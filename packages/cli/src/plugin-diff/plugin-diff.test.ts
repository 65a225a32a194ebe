import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { writeTarball } from '../archive/write-tarball.ts'
import { bundledProgram } from '../build/testing/bundled-program.ts'
import { typeCommand } from '../commands/testing/type-command.ts'
import type { ComparedPlugins } from './compare-plugins.ts'
import { plantedDifferences } from './fixtures/planted-differences.ts'

/** A plugin's folder, with the packages that the fixture needs. */
const cwd = join(import.meta.dirname, '../../../../examples/hello')
const program = join(import.meta.dirname, '../upgrade/testing/papers-product.ts')
let home = ''

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'plugin-diff-'))
})
after(() => rm(home, { recursive: true, force: true }))

type Edits = readonly (readonly [string, string])[]

/** A version of the fixture in a folder of its own. */
async function shelf(name: string, version: string, edits: Edits = []): Promise<string> {
  let text = await readFile(join(import.meta.dirname, 'fixtures/shelf.ts'), 'utf8')
  for (const [from, to] of edits) {
    assert.ok(text.includes(from), from)
    text = text.replace(from, () => to)
  }
  const folder = join(home, name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'plugin.ts'), text)
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest(version)))
  return folder
}

function manifest(version: string): object {
  const peerDependencies = { '@host/plugin': '^1.0.0' }
  return { name: 'host-plugin-shelf', version, type: 'module', exports: { '.': './plugin.ts' }, peerDependencies }
}

async function packed(folder: string): Promise<string> {
  const files = new Map<string, Buffer>()
  for (const name of ['package.json', 'plugin.ts']) files.set(name, await readFile(join(folder, name)))
  const path = `${folder}.tgz`
  await writeFile(path, writeTarball(files))
  return path
}

const run = (...typed: readonly string[]) =>
  typeCommand(['plugin', 'diff', ...typed], { cwd, env: { PATH: process.env['PATH'] } })

/** The lines below a title of the report. */
function linesBelow(text: string, title: string): readonly string[] {
  const part = text.split('\n\n').find((each) => each.startsWith(`${title}\n`)) ?? ''
  return part
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
}

suite('host plugin diff', () => {
  test('§A114 twenty planted differences are found, each in its class, the breaking ones first', async () => {
    assert.equal(plantedDifferences.length, 20)
    const old = await shelf('old', '1.2.0')
    const next = await shelf(
      'next',
      '1.3.0',
      plantedDifferences.flatMap(({ edits }) => edits),
    )
    const { code, written, reported } = await run(old, next)
    const breaking = plantedDifferences.flatMap((each) => each.breaking ?? [])
    const others = plantedDifferences.flatMap((each) => each.others ?? [])
    const title = `shelf 1.2.0 to 1.3.0: ${breaking.length} breaking changes, ${others.length} others`
    assert.equal(written.split('\n')[0], title, reported)
    assert.deepEqual(linesBelow(written, 'Breaking').toSorted(), breaking.toSorted())
    assert.deepEqual(linesBelow(written, 'Others').toSorted(), others.toSorted())
    assert.ok(written.indexOf('Breaking') < written.indexOf('Others'))
    const sentence =
      '"shelf" 1.3.0 has breaking changes, but its version says that it is compatible with 1.2.0. Use 2.0.0 or later.'
    assert.deepEqual([code, reported], [1, sentence])
  })

  test('§A114 a major version may break, before 1.0 a minor one, and additions need neither', async () => {
    const breaking = plantedDifferences[0]?.edits
    const removal = { kind: 'route', name: 'GET /api/x/shelf/count', change: 'removed', isBreaking: true }
    const major = await run(await shelf('old', '1.2.0'), await shelf('next', '2.0.0', breaking), '--json')
    assert.deepEqual([major.code, major.reported], [0, ''])
    const [plugin] = (JSON.parse(major.written) as ComparedPlugins).plugins
    assert.deepEqual(plugin, { plugin: 'shelf', from: '1.2.0', to: '2.0.0', changes: [removal], requiredVersion: null })
    const early = await run(await packed(await shelf('old', '0.4.1')), await shelf('next', '0.4.2', breaking))
    assert.deepEqual([early.code, early.reported.endsWith('Use 0.5.0 or later.')], [1, true], early.reported)
    const added = await run(await shelf('old', '1.2.0', breaking), await packed(await shelf('next', '1.2.1')))
    assert.deepEqual([added.code, added.reported], [0, ''])
    assert.equal(
      added.written,
      'shelf 1.2.0 to 1.2.1: 0 breaking changes, 1 other\n\nOthers\n  added    route GET /api/x/shelf/count',
    )
  })

  test('§A114 executables are compared plugin by plugin', async () => {
    const executable = async (version: string): Promise<string> => {
      const path = join(home, version)
      const text = `#!/bin/sh\nPAPERS=${version} exec ${process.execPath} ${await bundledProgram(program)} "$@"\n`
      await writeFile(path, text, { mode: 0o755 })
      return path
    }
    const { code, written, reported } = await run(await executable('first'), await executable('narrower'))
    assert.match(written, /Breaking\n {2}removed {2}column papers\.pages\n\nOthers\n/, reported)
    assert.deepEqual([code, /"papers" .* has breaking changes/.test(reported)], [1, true])
  })

  test('§A114 two tarballs are described by what is installed where they lie', async () => {
    const script = join(home, 'packed/node_modules/@host/testing/dist/plugin-test.js')
    const surface = { format: 1, plugin: 'shelf', version: '1.2.0', parts: [] }
    await mkdir(dirname(script), { recursive: true })
    await writeFile(script, `console.log('Loaded')\nconsole.log('${JSON.stringify(surface)}')\n`)
    const old = await packed(await shelf('packed/old', '1.2.0'))
    const { code, written, reported } = await run(old, await packed(await shelf('packed/next', '1.2.0')))
    assert.deepEqual([code, written, reported], [0, 'shelf 1.2.0: no differences', ''])
    await writeFile(script, `console.log('{"format":2}')\n`)
    const other = await run(old, old)
    assert.deepEqual([other.code, /old\.tgz" does not describe its plugins\./.test(other.reported)], [1, true])
  })

  test('§A114 a source that is not a plugin is named in a sentence', async () => {
    const old = await shelf('old', '1.2.0')
    await writeFile(join(home, 'text'), 'text', { mode: 0o755 })
    await writeFile(join(home, 'text.tgz'), 'text')
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [[old, join(home, 'none')], /none" does not exist\. Use a folder, a tarball or an executable\./],
      [[old, join(home, 'text.tgz')], /text\.tgz" is not a gzip archive\. Pack it again with npm pack\./],
      [[old, join(home, 'text')], /text" can't (be started|describe its plugins)/],
      [[old, old, '--name', 'other'], /The plugin "other" is not in both\./],
      [[old], /needs another argument|Missing required positional argument/i],
    ]
    for (const [typed, message] of cases) {
      const { code, reported } = await run(...typed)
      assert.match(reported, message)
      assert.notEqual(code, 0)
    }
  })
})
