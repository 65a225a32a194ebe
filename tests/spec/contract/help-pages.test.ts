import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { helpCategories } from '@host/plugin/platform'
import { json, plant, sound } from '../../../packages/cli/src/compose/fixtures/plant.ts'
import { inspectPlugins } from '../../../packages/cli/src/compose/inspect-plugins.ts'

const ours = { versions: { '@host/plugin': '1.0.0', '@host/plugin-sdk': '1.0.0', react: '19.3.1' }, inTree: [] }

/** The composer's findings about a plugin whose help folder has these files. */
async function composed(t: TestContext, docs: Readonly<Record<string, string>>) {
  const withoutPages = Object.fromEntries(Object.entries(sound).filter(([path]) => !path.startsWith('docs/')))
  const home = plant(t, {
    ...withoutPages,
    ...Object.fromEntries(Object.entries(docs).map(([name, text]) => [`docs/${name}`, text])),
  })
  const { plugins, problems } = await inspectPlugins(json([{ server: home }]), {
    cwd: home,
    work: join(plant(t, {})),
    ours,
  })
  return { problems, pages: [...(plugins[0]?.server.help?.files.keys() ?? [])].toSorted() }
}

const page = (...lines: readonly string[]): string => `---\n${lines.join('\n')}\n---\nText.\n`
const fine = page('title: Garden', 'category: start', 'order: 2')

test('§2.36 folders are searched and leave no trace, and a translation belongs to its page', async (t) => {
  const { problems, pages } = await composed(t, {
    'garden.mdx': fine,
    'garden.zh.mdx': fine,
    'deep/down/shed.mdx': fine,
  })
  assert.deepEqual(problems, [])
  assert.deepEqual(pages, ['garden.mdx', 'garden.zh.mdx', 'shed.mdx'])
})

test('§2.37 a page may begin with a byte order mark, and name a feature', async (t) => {
  const text = `\uFEFF${page('title: Garden', 'category: start', 'feature: pond')}`
  assert.deepEqual((await composed(t, { 'garden.mdx': text })).problems, [])
})

const astray: readonly (readonly [what: string, docs: Readonly<Record<string, string>>, said: RegExp])[] = [
  ['two pages of one slug in two folders', { 'garden.mdx': fine, 'more/garden.mdx': fine }, /more\/garden\.mdx/],
  ['a translation without its page', { 'garden.zh.mdx': fine }, /garden\.zh\.mdx.*add garden\.mdx/],
  ['a slug that fits no address', { 'The Garden.mdx': fine }, /The Garden\.mdx/],
]
for (const [what, docs, said] of astray) {
  test(`§2.36 ${what} stops the composition with the name of the file`, async (t) => {
    const { problems } = await composed(t, docs)
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0] ?? '', said)
  })
}

const broken: readonly (readonly [what: string, text: string, said: RegExp])[] = [
  ['without front matter', 'Text.\n', /no frontmatter/],
  ['without a title', page('category: start'), /no title/],
  ['without a category', page('title: Garden'), /no category/],
  ['with an order that is not a number', page('title: Garden', 'category: start', 'order: first'), /"first"/],
  ['with a title that is too long', page(`title: ${'x'.repeat(201)}`, 'category: start'), /200 characters/],
  ['with a feature that is the name of none', page('title: Garden', 'category: start', 'feature: ../x'), /"..\/x"/],
  ['with an unknown key', page('title: Garden', 'category: start', 'author: Ada'), /"author"/],
]
for (const [what, text, said] of broken) {
  test(`§2.37 a page ${what} stops the composition with the name of the file`, async (t) => {
    const { problems } = await composed(t, { 'garden.mdx': text })
    assert.equal(problems.length, 1, problems.join('\n'))
    assert.match(problems[0] ?? '', /docs\/garden\.mdx/)
    assert.match(problems[0] ?? '', said)
  })
}

test('§2.38 the category is one of six, and any other stops the composition with all of them', async (t) => {
  assert.equal(helpCategories().length, 6)
  for (const category of helpCategories()) {
    assert.deepEqual((await composed(t, { 'garden.mdx': page('title: Garden', `category: ${category}`) })).problems, [])
  }
  const { problems } = await composed(t, { 'garden.mdx': page('title: Garden', 'category: Start') })
  assert.equal(problems.length, 1)
  for (const category of helpCategories()) assert.ok(problems[0]?.includes(category))
})
