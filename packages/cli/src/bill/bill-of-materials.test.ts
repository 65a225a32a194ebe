import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { billOfMaterials, type BillInput } from './bill-of-materials.ts'
import { ContainedModules, modulesOf } from './contained-modules.ts'
import { packagesOf } from './packages-of-modules.ts'

const root = join(import.meta.dirname, '../../../..')
const digest = `sha256:${'0'.repeat(64)}`
const half = { package: '@acme/notes', version: '1.2.3', digest }
const info = {
  version: '1.0.0',
  node: 'v26.0.0',
  digest,
  plugins: [{ name: 'notes', version: '1.2.3', outOfTree: true, server: half }],
}
const parts = new Set(['server'] as const)

function plant(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'host-bill-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

interface Bill {
  readonly serialNumber: string
  readonly components: readonly Readonly<Record<string, unknown>>[]
}

function read(input: Partial<BillInput>): Bill {
  const all = { info, packages: [], integrities: new Map(), nodeParts: {}, license: 'MIT', ...input }
  return JSON.parse(billOfMaterials(all)) as Bill
}

test('a module belongs to the package around it, also below a manifest that only names a kind of modules', (t) => {
  const folder = plant(t, {
    'package.json': '{"name":"@acme/notes","version":"1.2.3","private":true,"embeddedData":["shapes"]}',
    'server/index.ts': '',
    'node_modules/shapes/package.json': '{"name":"shapes","version":"2.0.0","license":"ISC"}',
    'node_modules/@acme/left/package.json': '{"name":"@acme/left","version":"3.0.0","license":"MIT"}',
    'node_modules/@acme/left/esm/package.json': '{"type":"module","name":"left"}',
  })
  const modules = new ContainedModules()
  modules.add('server', [join(folder, 'server/index.ts'), '\0virtual:list'])
  modules.add('web', [join(folder, 'node_modules/@acme/left/esm/left.js?inline')])
  const found = packagesOf(modules, root)
  assert.deepEqual(
    found.map(({ name, version, isPrivate, parts: where }) => [name, version, isPrivate, ...where]),
    [
      ['@acme/left', '3.0.0', false, 'web'],
      ['@acme/notes', '1.2.3', true, 'server'],
      ['shapes', '2.0.0', false, 'server'],
    ],
  )
})

test("the bundlers' own helpers are listed as their packages", () => {
  const modules = new ContainedModules()
  modules.add('server', ['\0rolldown/runtime.js'])
  modules.add('web', ['\0vite/preload-helper.js'])
  assert.deepEqual(
    packagesOf(modules, root).map(({ name }) => name),
    ['rolldown', 'vite'],
  )
})

test('a module that was removed as unused is not in the file, and styles are', () => {
  const modules = { 'a.ts': { renderedLength: 0 }, 'b.ts': { renderedLength: 9 }, 'c.css': { renderedLength: 0 } }
  assert.deepEqual(modulesOf({ modules }), ['b.ts', 'c.css'])
})

test('a published package has its purl and its hash, a private one has neither, and a plugin is named', () => {
  const integrity = `sha512-${Buffer.from('ab').toString('base64')}`
  const { components } = read({
    packages: [
      { name: '@acme/left', version: '3.0.0', license: 'MIT', isPrivate: false, parts },
      { name: '@acme/notes', version: '1.2.3', license: undefined, isPrivate: true, parts },
    ],
    integrities: new Map([['@acme/left@3.0.0', integrity]]),
  })
  const [left, notes] = components
  assert.deepEqual([left?.['group'], left?.['name'], left?.['purl']], ['@acme', 'left', 'pkg:npm/%40acme/left@3.0.0'])
  assert.deepEqual(left?.['hashes'], [{ alg: 'SHA-512', content: '6162' }])
  assert.deepEqual([notes?.['purl'], notes?.['hashes'], notes?.['licenses']], [undefined, undefined, undefined])
  assert.deepEqual(notes?.['properties'], [
    { name: 'host:part', value: 'server' },
    { name: 'host:plugin', value: 'notes' },
    { name: 'host:plugin:out-of-tree', value: 'true' },
    { name: 'host:plugin:digest', value: digest },
  ])
})

test('a license is an identifier, an expression, or a name where it is neither', () => {
  const licenses = ['MIT', '(MIT OR Apache-2.0)', 'Acme Terms'].map((license) => {
    const [first] = read({ packages: [{ name: 'a', version: '1.0.0', license, isPrivate: false, parts }] }).components
    return first?.['licenses']
  })
  assert.deepEqual(licenses, [
    [{ license: { id: 'MIT' } }],
    [{ expression: 'MIT OR Apache-2.0' }],
    [{ license: { name: 'Acme Terms' } }],
  ])
})

test('the Node of the executable is listed with the libraries inside it', () => {
  const { components } = read({ nodeParts: { node: '26.0.0', openssl: '3.5.0', modules: '150' } })
  const node = components.find(({ name }) => name === 'node')
  assert.equal(node?.['purl'], 'pkg:generic/node@26.0.0')
  assert.deepEqual(node?.['components'], [
    { type: 'library', 'bom-ref': 'node@26.0.0/openssl', name: 'openssl', version: '3.5.0' },
  ])
})

test('equal contents give an equal serial number, and others another', () => {
  assert.equal(read({}).serialNumber, read({}).serialNumber)
  assert.notEqual(read({}).serialNumber, read({ license: 'ISC' }).serialNumber)
  assert.match(read({}).serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
