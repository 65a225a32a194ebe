import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { writeTarball } from '../archive/write-tarball.ts'
import { typeCommand } from '../commands/testing/type-command.ts'
import type { Assets } from '../embedded/assets.ts'

const run = promisify(execFile)

interface Release {
  readonly version: string
  /** Code of the package. */
  readonly code: string
}

/** The contract packages of an executable: `@host/client` needs the exact `@host/plugin` beside it. */
function packed({ version, code }: Release): ReadonlyMap<string, Buffer> {
  const of = (name: string, more: object): readonly [string, Buffer] => [
    `host-${name}-${version}.tgz`,
    writeTarball(
      new Map([
        ['package.json', Buffer.from(JSON.stringify({ name: `@host/${name}`, version, main: 'index.js', ...more }))],
        ['index.js', Buffer.from(code)],
      ]),
    ),
  ]
  return new Map([of('plugin', {}), of('client', { dependencies: { '@host/plugin': version } })])
}

function executable(release: Release): Assets {
  const vendor = packed(release)
  return {
    list: (below) => (below === 'vendor' ? [...vendor.keys()] : []),
    bytes: (key) => Uint8Array.from(vendor.get(key.replace('vendor/', '')) ?? []),
    text: () => '',
    view: () => new Uint8Array(),
    web: { paths: [], get: () => undefined },
  }
}

const first: Release = { version: '1.0.0', code: 'module.exports = "first"' }

/** The repository of a plugin, installed and locked on the contract packages of a release. */
async function repository(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'update-plugin-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'vendor'))
  for (const [file, archive] of packed(first)) await writeFile(join(folder, 'vendor', file), archive)
  await writeFile(join(folder, 'vendor/other-1.0.0.tgz'), '')
  const devDependencies = {
    '@host/client': 'file:vendor/host-client-1.0.0.tgz',
    '@host/plugin': 'file:vendor/host-plugin-1.0.0.tgz',
  }
  const manifest = { name: 'host-plugin-notes', version: '1.0.0', devDependencies }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const npm = (command: string) =>
    run('npm', [command, '--offline', '--no-audit', '--no-fund', `--cache=${join(folder, '.npm')}`], { cwd: folder })
  await npm('install')
  const update = (release: Release) =>
    typeCommand(['plugin', 'update'], { assets: executable(release), cwd: folder, env: {} })
  const installed = (name: string) => readFile(join(folder, 'node_modules/@host', name, 'index.js'), 'utf8')
  return { folder, npm, update, installed }
}

for (const [title, release] of [
  ['of the same version', { version: '1.0.0', code: 'module.exports = "second"' }],
  ['of a newer version', { version: '1.1.0', code: 'module.exports = "second"' }],
] as const) {
  test(`"host plugin update" renews vendor/ by packages ${title}, and npm installs them by the lock file`, async (t) => {
    const { folder, npm, update, installed } = await repository(t)
    const { code, written } = await update(release)
    assert.equal(code, 0)
    assert.match(written, /^Renewed vendor\/: host-plugin-1\.\d\.0\.tgz, .*\nNext step:\n {2}npm install$/)
    for (const command of ['ci', 'install']) {
      await npm(command)
      for (const name of ['plugin', 'client']) assert.equal(await installed(name), release.code)
    }
    const { version } = release
    const kept = [`host-client-${version}.tgz`, `host-plugin-${version}.tgz`, 'other-1.0.0.tgz']
    assert.deepEqual((await readdir(join(folder, 'vendor'))).toSorted(), kept)
  })
}

test('"host plugin update" replaces installed packages of the same version at the next npm install', async (t) => {
  const { npm, update, installed } = await repository(t)
  await update({ version: '1.0.0', code: 'module.exports = "second"' })
  await npm('install')
  assert.equal(await installed('plugin'), 'module.exports = "second"')
})

test('"host plugin update" refuses a folder without contract packages in vendor/, and an executable without them', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'update-plugin-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const type = (assets: Assets | undefined) => typeCommand(['plugin', 'update', folder], { assets, cwd: '/', env: {} })
  for (const manifest of [undefined, '{}']) {
    if (manifest !== undefined) await writeFile(join(folder, 'package.json'), manifest)
    const { code, reported } = await type(executable(first))
    assert.equal(code, 1)
    assert.match(reported, /package\.json installs no contract package from vendor\/\. Use the folder of a plugin/)
    assert.deepEqual(await readdir(folder), manifest === undefined ? [] : ['package.json'])
  }
  assert.match((await type(undefined)).reported, /^Only the built executable contains the contract packages\./)
})
