import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { contractPackages, doorsOf, readManifest } from './contract/contract-packages.ts'
import { contractReference } from './contract/contract-reference.ts'
import { ContractSources, type ContractExport } from './contract/read-exports.ts'
import { root } from './source-files.ts'

const doors = contractPackages.flatMap(({ folder }) => [...doorsOf(folder, readManifest(root, folder))])
const sources = new ContractSources(root, new Map(doors))
const forAuthors = sources.exportsOf('packages/plugin/src/index.ts')
const forPlatform = sources.exportsOf('packages/plugin/src/platform.ts')

/** Raised only together with a reason in the decision on the two entries, docs/decisions/0058. */
const most = { values: 78, types: 280 }

function isType({ signature }: ContractExport): boolean {
  return /^(?:interface|type) /.test(signature)
}

/** Names in a signature, without those in its comments and texts. */
function namesIn({ signature }: ContractExport): readonly string[] {
  const code = signature.replaceAll(/\/\*[\s\S]*?\*\/|'[^'\n]*'/g, '')
  return code.match(/\b[A-Za-z_]\w*\b(?!\??:)/g) ?? []
}

test('the entry for authors stays small', () => {
  const types = forAuthors.filter(isType).length
  const values = forAuthors.length - types
  assert.ok(values > 50 && types > 150, `${values} values and ${types} types were seen`)
  assert.ok(values <= most.values, `@host/plugin exports ${values} values, and at most ${most.values} are for authors`)
  assert.ok(types <= most.types, `@host/plugin exports ${types} types, and at most ${most.types} are for authors`)
})

test('no name is exported by both entries', () => {
  const names = new Set(forAuthors.map(({ name }) => name))
  assert.deepEqual(
    forPlatform.map(({ name }) => name).filter((name) => names.has(name)),
    [],
  )
})

test('everything that an export for authors names can be imported by authors', () => {
  const open = new Set(forAuthors.map(({ name }) => name))
  const ofServices = globSync('packages/plugin/src/{services,platform}/*.ts', { cwd: root })
  const types = [...forPlatform, ...ofServices.flatMap((file) => sources.exportsOf(file))].filter(isType)
  const hidden = new Set(types.map(({ name }) => name).filter((name) => !open.has(name)))
  assert.ok(hidden.size > 100)
  const found = forAuthors.flatMap((each) =>
    namesIn(each).flatMap((name) => (hidden.has(name) ? [`${each.name} names ${name}`] : [])),
  )
  assert.deepEqual(found, [])
})

test('the docstring of each service token says its audience', () => {
  const tokens = [
    ...forAuthors.map((each) => ({ ...each, audience: 'authors' })),
    ...forPlatform.map((each) => ({ ...each, audience: 'platform' })),
  ].filter(({ signature }) => /^const \w+ = serviceToken</.test(signature))
  assert.ok(tokens.length > 50)
  for (const { name, file, doc, audience } of tokens) {
    assert.match(doc?.text ?? '', new RegExp(`\\n\\nAudience: ${audience}\\.$`), `${name} of ${file}`)
    assert.match(file, audience === 'authors' ? /\/src\/services\// : /\/src\/platform\//)
  }
})

test('exports for in-tree plugins have pages of their own, after those for authors', () => {
  const shared = forPlatform.find(({ name }) => name === 'settingsMask')
  const { pages, problems } = contractReference([
    { name: '@host/plugin', exports: forAuthors },
    { name: '@host/plugin/platform', exports: forPlatform },
    { name: '@host/plugin/wire', exports: shared === undefined ? [] : [shared] },
  ])
  assert.deepEqual(problems, [])
  for (const [path, text] of pages) {
    if (path.endsWith('/README.md')) continue
    assert.equal(text.includes('`@host/plugin/platform`'), path.includes('/platform-'), path)
  }
  assert.match(pages.get('docs/contract/plugin.md') ?? '', /^## settingsMask$/m)
  const index = pages.get('docs/contract/README.md') ?? ''
  assert.ok(index.indexOf('services.md') < index.indexOf('## For in-tree plugins'))
  assert.ok(index.indexOf('## For in-tree plugins') < index.indexOf('platform-identity.md'))
})
