import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { publishedManifest } from '../build/pack-contract.ts'
import { readTemplate } from '../build/read-template.ts'
import { readWorkspaceManifest } from '../build/workspace-package.ts'
import { scaffoldPlugin } from '../scaffold/scaffold-plugin.ts'

const root = join(import.meta.dirname, '../../../..')

/** The packages that npm would install, from the checkout. */
async function link(folder: string, packages: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(join(folder, 'node_modules/@host'), { recursive: true })
  for (const [name, path] of Object.entries(packages)) await symlink(path, join(folder, 'node_modules', name))
}

test('§A107 a new plugin gets the Node that the product runs on', async () => {
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { optionalDependencies: object }
  const manifest = (await readTemplate(root)).get('package.json')?.toString() ?? '{}'
  const given = JSON.parse(manifest) as { optionalDependencies: object }
  assert.deepEqual(given.optionalDependencies, own.optionalDependencies)
})

test('§A107 the lock file of a new plugin is that of its packages, and names no registry', async () => {
  const template = await readTemplate(root)
  const text = template.get('package-lock.json')?.toString() ?? ''
  const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  const advice =
    'Make a plugin blank-plugin with host plugin new, remove its package-lock.json, run npm install --omit-lockfile-registry-resolved, and copy the new one without the "integrity" of vendor/.'
  for (const [half, file] of [
    ['', 'package.json'],
    ['web', 'web/package.json'],
  ] as const) {
    const manifest = JSON.parse(template.get(file)?.toString() ?? '{}') as Record<string, unknown>
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
      assert.deepEqual(packages[half]?.[kind], manifest[kind], advice)
    }
  }
  for (const name of ['plugin', 'client', 'plugin-sdk', 'testing']) {
    const locked = packages[`node_modules/@host/${name}`]
    const { version, dependencies } = publishedManifest(root, readWorkspaceManifest(join(root, 'packages', name)))
    assert.deepEqual([locked?.['version'], locked?.['dependencies'] ?? {}], [version, dependencies], advice)
    // The tarballs are of the host that wrote them.
    assert.equal(locked?.['integrity'], undefined, advice)
  }
  assert.doesNotMatch(text, /"resolved": "http/, advice)
})

test('§A67 a new plugin passes every rule as it is written', async () => {
  const home = await mkdtemp(join(tmpdir(), 'template-'))
  try {
    const template = await readTemplate(root)
    const assets = {
      list: (below: string) => (below === 'template' ? [...template.keys()] : []),
      bytes: () => new Uint8Array(),
      text: (key: string) => template.get(key.replace('template/', ''))?.toString() ?? '',
      view: () => new Uint8Array(),
      web: { paths: [], get: () => undefined },
    }
    const folder = join(home, 'wine-cellar')
    await scaffoldPlugin({ name: 'wine-cellar', folder, assets })
    const ours = (name: string): string => join(root, 'packages', name)
    await link(folder, {
      '@host/plugin': ours('plugin'),
      '@host/plugin-sdk': ours('plugin-sdk'),
      '@host/testing': ours('testing'),
      'host-plugin-wine-cellar': folder,
      react: join(root, 'examples/hello/web/node_modules/react'),
      zod: join(root, 'examples/hello/node_modules/zod'),
    })
    const script = join(root, 'packages/testing/src/plugin-checks/plugin-test.ts')
    const run = promisify(execFile)(process.execPath, ['--conditions=source', script, folder, '--json'])
    const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
    const { findings, leftOut } = JSON.parse(stdout) as { findings: readonly object[]; leftOut: readonly object[] }
    assert.deepEqual([findings, leftOut], [[], []])
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})
