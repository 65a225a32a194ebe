import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ContainedModules } from '../bill/contained-modules.ts'
import { bundleServer } from './bundle-server.ts'
import { openCheckout } from './checkout.ts'
import { editionsWithout, withoutPlugins } from './editions.ts'
import { inTreeNames } from './in-tree-plugins.ts'

const { root } = openCheckout()

test('a plugin is left out of the imports and the lists of an edition, and all others stay as they are', () => {
  const text = `import { plugin as links } from '@host/links/server'
import { plugin as notes } from '@host/notes/server'
export const inTree = [
  { plugin: links, granted: ['links'] },
  { plugin: notes },
]
export const plugins = [links, notes]
`
  assert.equal(
    withoutPlugins('edition.ts', text, ['links']).replaceAll(/^\s*\n/gm, ''),
    `import { plugin as notes } from '@host/notes/server'
export const inTree = [
  { plugin: notes },
]
export const plugins = [ notes]
`,
  )
})

test('a plugin that would stay, since no list names it in a form that is read, is an error', () => {
  const text = "import { plugin as links } from '@host/links/web'\nexport const plugins = [first(links)]\n"
  assert.throws(() => withoutPlugins('edition.ts', text, ['links']), /in none of its lists/)
})

test('every plugin of the product can be taken out of both editions', () => {
  for (const name of inTreeNames(root)) {
    const texts = [...editionsWithout(root, [name]).values()]
    assert.equal(texts.length, 2)
    for (const text of texts) assert.doesNotMatch(text, new RegExp(`@host/${name}/`))
  }
  assert.equal(editionsWithout(root, []).size, 0)
})

test('a server is in ASCII, and bundled without a plugin it has no module of it', async () => {
  const modules = new ContainedModules()
  const { modules: bundles } = await bundleServer({ root, outOfTree: [], without: ['products'], work: root }, modules)
  assert.ok(bundles.size > 1)
  for (const { code } of bundles.values()) assert.deepEqual(code.match(/[^\u0000-\u007f].{0,40}/g), null)
  const ids = [...modules.entries()].map(([id]) => id)
  assert.ok(ids.some((id) => id.includes('/plugins/links/server/')))
  assert.deepEqual(
    ids.filter((id) => id.includes('/plugins/products/')),
    [],
  )
})
