/** Every page has a link to its help, and every help link has a target. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readHelpPages } from '@host/inspect/help-pages'
import { inTree } from '../../../apps/server/src/edition.ts'
import { pagesOf } from '../lab/page-modules.ts'

const root = join(import.meta.dirname, '../../..')
const link = /<HelpLink[^>]*?slug="([^"]+)"|\bhelp="([^"]+)"|\bhelp: '([^']+)'/g
const linksIn = (source: string) => Array.from(source.matchAll(link), ([, ...found]) => found.find(Boolean) ?? '')

const plugins = readdirSync(join(root, 'plugins'))
/** Help pages by file name, such as `usage.zh.mdx`, with their plugins. */
const pages = new Map(
  plugins.flatMap((plugin) => {
    const folder = join(root, 'plugins', plugin, 'docs')
    const { files } = readHelpPages(folder, root)
    return Array.from(files, ([name, content]) => [name, { plugin, text: content.toString('utf8') }] as const)
  }),
)
const slugs = [...pages.keys()].filter((name) => !name.endsWith('.zh.mdx')).map((name) => name.replace('.mdx', ''))

test('§A54 every plugin of the product that has pages brings help, each in both languages and under a slug of its own', () => {
  const names = plugins.flatMap((plugin) => [
    ...readHelpPages(join(root, 'plugins', plugin, 'docs'), root).files.keys(),
  ])
  assert.equal(new Set(names).size, names.length)
  for (const slug of slugs) assert.ok(pages.has(`${slug}.zh.mdx`), `${slug} has no Chinese page.`)
  const withPages = inTree.filter(
    ({ plugin }) => 'helpDocsFS' in plugin || existsSync(join(root, 'plugins', plugin.name, 'web')),
  )
  assert.ok(withPages.length > 20)
  for (const { plugin } of withPages) {
    assert.ok(
      [...pages.values()].some((page) => page.plugin === plugin.name),
      `${plugin.name} has no page.`,
    )
  }
})

test('§A54 every page that a menu opens leads to a help page of its plugin', () => {
  const opened = inTree.flatMap(({ plugin: { name, menus = [], instanceMenus = [] } }) => [
    ...menus.map(({ path }) => ({ name, shell: 'tenant', path })),
    ...instanceMenus.map(({ path }) => ({ name, shell: 'instance', path })),
  ])
  assert.ok(opened.length > 25)
  const lost = opened.filter(({ name, shell, path }) => {
    const page = pagesOf(join(root, 'plugins', name, 'web')).find((one) => one.shell === shell && one.path === path)
    const links = page?.sources.flatMap(linksIn) ?? []
    return !links.some((slug) => pages.get(`${slug}.mdx`)?.plugin === name)
  })
  assert.deepEqual(lost, [])
})

test('§A54 every link of a page of the product leads to a help page that is there', () => {
  const files = globSync(['plugins/*/web/**/*.{ts,tsx}', 'packages/shell/src/**/*.{ts,tsx}'], { cwd: root })
  const sources = files.filter((file) => !/\.test\.|\.story\./.test(file))
  const found = sources.flatMap((file) =>
    linksIn(readFileSync(join(root, file), 'utf8')).map((slug) => ({ file, slug })),
  )
  assert.ok(found.length > 30)
  assert.deepEqual(
    found.filter(({ slug }) => !slugs.includes(slug)),
    [],
  )
})

test('§A54 every link of a help page leads to a page that is there', () => {
  const dead = [...pages].flatMap(([name, { text }]) =>
    Array.from(text.matchAll(/(?:\]\(|href=")\/help\/([\w-]+)(#[^)"]*)?[)"]/g), ([whole, slug = '']) => ({
      name,
      whole,
      slug,
    })),
  )
  assert.ok(dead.length > 40)
  assert.deepEqual(
    dead.filter(({ slug }) => !slugs.includes(slug)),
    [],
  )
})

test('§A54 a help page and its translation have the same links, headings and components', () => {
  const shape = (text: string) => ({
    links: [...text.matchAll(/(?:\]\(|href=")(\/[^)"]+)/g)]
      .map(([, href = '']) => href)
      .toSorted((one, other) => one.localeCompare(other, 'en')),
    headings: text.match(/^#{1,3} /gm)?.length,
    code: text.match(/^\s*```/gm)?.length ?? 0,
    components: text.match(/<\/?[A-Z]\w*/g) ?? [],
    front: text.match(/^(?:category|order|feature): .*$/gm),
  })
  for (const slug of slugs) {
    const [en, zh] = [`${slug}.mdx`, `${slug}.zh.mdx`].map((name) => shape(pages.get(name)?.text ?? ''))
    assert.deepEqual(zh, en, slug)
  }
})
