/** A plugin as `host plugin new` writes it, composed in every way that the guide for authors does not go. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { composedProduct, crmHalves, keptCrm, roomForYoung } from './lab/composed.ts'
import { install, start } from './lab/executable.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const name = 'wine-cellar'
const patience = 240_000

interface Version {
  readonly digest: string
  readonly plugins: readonly {
    readonly name: string
    readonly version: string
    readonly server: object
    readonly web?: object
  }[]
}

let folder = ''
const plugin = (): string => join(folder, name)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'host-scaffold-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** As the author runs it, on the Node that the README asks for. */
function npm(...args: readonly string[]) {
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`
  return run('npm', args, { cwd: plugin(), timeout: patience, env: { ...process.env, PATH } })
}

/** Composes into a file of the test and returns its version output. */
async function compose(plugins: readonly object[], output: string): Promise<Version> {
  const script = join(root, 'packages/cli/src/compose/main.ts')
  const env = { ...process.env, HOST_PLUGINS: JSON.stringify(plugins) }
  const args = [roomForYoung, '--conditions=source', script, output]
  await run(process.execPath, args, { cwd: folder, timeout: patience, env })
  return JSON.parse((await run(output, ['version', '--json'])).stdout) as Version
}

async function status(): Promise<string> {
  return (await run('git', ['status', '--porcelain'], { cwd: root })).stdout
}

test('"host plugin new" writes a plugin in the layout of a plugin repository', async () => {
  await run(join(root, 'bin/host'), ['plugin', 'new', name], { cwd: folder })
  const files = await readdir(plugin(), { recursive: true })
  for (const file of [
    'plugin.ts',
    'shared.ts',
    `docs/${name}.mdx`,
    `docs/${name}.zh.mdx`,
    'web/index.ts',
    'web/WineCellarPage.tsx',
    'web/package.json',
  ]) {
    assert.ok(files.includes(file), file)
  }
  for (const packed of ['plugin', 'plugin-sdk', 'client', 'testing']) {
    assert.ok(files.includes(`vendor/host-${packed}-1.0.0.tgz`), packed)
  }
})

test('"host plugin update" renews an older vendor/', async () => {
  const older = join(plugin(), 'vendor/host-client-1.0.0.tgz')
  const archive = await readFile(older)
  await writeFile(older, 'an older package')
  await run(join(root, 'bin/host'), ['plugin', 'update'], { cwd: plugin() })
  assert.deepEqual(await readFile(older), archive)
})

test('it installs from the renewed vendor/ and its lock file, and its build type-checks and packs', async () => {
  await npm('ci', '--no-audit', '--no-fund', '--prefer-offline')
  await npm('run', 'typecheck', '--silent')
  await npm('run', 'build', '--silent')
})

test('§A112 the executable checks and tests it on its own Node, where the machine has an old one', async () => {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'node'), '#!/bin/sh\necho v20.1.0\nexit 1\n', { mode: 0o755 })
  const { NODE_TEST_CONTEXT: _, ...rest } = process.env
  const env = { ...rest, PATH: `${bin}:/usr/bin:/bin`, XDG_CACHE_HOME: join(folder, 'cache') }
  const host = (command: string) => run(join(root, 'bin/host'), ['plugin', command], { cwd: plugin(), env })
  assert.match((await host('check')).stdout, /\n\d{3} checks, 0 findings\n$/)
  assert.match((await host('test')).stdout, /pass 1\d{2}\b[^]*fail 0\b/)
})

test('its tarballs compose beside the CRM, twice to one digest, and the checkout stays as it was', async () => {
  const clean = await status()
  const tarball = (half: string): string => `./${name}/host-plugin-${half}-1.0.0.tgz`
  const plugins = [{ server: tarball(name), npm: tarball(`${name}-web`) }, ...crmHalves]
  const once = await compose(plugins, keptCrm() ?? join(folder, 'new/host'))
  const twice = await compose(plugins, join(folder, 'new/host'))
  assert.equal(once.digest, twice.digest)
  assert.equal(await status(), clean)
  const found = once.plugins.find((each) => each.name === name)
  assert.deepEqual(found, {
    name,
    version: '1.0.0',
    outOfTree: true,
    server: { package: `host-plugin-${name}`, version: '1.0.0', digest: digestOf(found?.server) },
    web: { package: `host-plugin-${name}-web`, version: '1.0.0', digest: digestOf(found?.web) },
  })
})

test('its folder and neighbors compose as well, and all are registered and answer', async () => {
  const host = await start(await install(await composedProduct(), folder))
  try {
    const lines = host.output().split('\n')
    for (const each of ['hello', 'field-notes']) {
      assert.equal(lines.filter((line) => line === `[plugin] registered ${each}`).length, 1)
    }
    assert.equal((await fetch(new URL('/api/x/hello/ping', host.url))).status, 200)
    assert.equal((await fetch(new URL('/api/x/field-notes/items', host.url))).status, 401)
  } finally {
    assert.equal(await host.stop(), 0)
  }
})

function digestOf(half: object | undefined): string {
  const { digest } = half as { readonly digest: string }
  assert.match(digest, /^sha256:[0-9a-f]{64}$/)
  return digest
}
