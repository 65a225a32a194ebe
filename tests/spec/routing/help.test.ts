import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HelpDoc } from '@host/plugin'
import { plain } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'

const file = (title: string, text: string) => `---\ntitle: ${title}\ncategory: start\norder: 1\n---\n\n${text}\n`
const made: HelpDoc = { slug: 'tides', title: 'Tides', category: 'operations', body: 'Made at *run time*.' }

/** A plugin with a page in its folder, as the executable embeds it, and one that it makes. */
function harbour(docs: () => readonly unknown[] = () => [made]) {
  const files = { 'piers.mdx': file('Piers', 'Where ships **lie**.'), 'piers.zh.mdx': file('码头', '船停泊的地方。') }
  return {
    plugin: plain('harbour', { helpDocs: docs, helpDocsFS: './docs' }),
    helpFiles: () => new Map(Object.entries(files)),
  }
}

async function open(docs?: () => readonly unknown[]) {
  const host = await startSpecHost({ inTree: [harbour(docs)] })
  const { ada } = await host.people()
  return { host, ada, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() }
}

test('§2.8 §4.11 a page that a plugin makes at run time is served under its slug', async () => {
  await using at = await open()
  const { status, body } = await at.ada.get<string>('/help/tides')
  assert.equal(status, 200)
  assert.match(body, /<h1>Tides<\/h1>[^]*Made at <em>run time<\/em>/)
})

test('§2.9 §2.39 a page of the folder is served under its slug, in both languages', async () => {
  await using at = await open()
  assert.match((await at.ada.get<string>('/help/piers')).body, /<h1>Piers<\/h1>[^]*Where ships <strong>lie/)
  assert.match((await at.ada.get<string>('/help/piers?lang=zh')).body, /<h1>码头<\/h1>[^]*船停泊的地方/)
  assert.equal((await at.ada.get('/help/piers.zh')).status, 404)
})

test('§2.11 a plugin that gives pages in both ways has the pages of both', async () => {
  await using at = await open()
  const { body } = await at.ada.get<{ items: readonly { slug: string; plugin: string }[] }>('/api/help/docs')
  const own = body.items.filter(({ plugin }) => plugin === 'harbour').map(({ slug }) => slug)
  assert.deepEqual(own, ['piers', 'tides'])
})

for (const [what, docs] of [
  ['throws', () => assert.fail('no page today')],
  ['gives a page without a slug', () => [{ ...made, slug: undefined }]],
  ['gives no list', () => 'pages'],
] as const) {
  test(`§2.11 a plugin that ${what} keeps the pages of its folder`, async () => {
    await using at = await open(docs as () => readonly unknown[])
    assert.equal((await at.ada.get('/help/piers')).status, 200)
    assert.equal((await at.ada.get('/help/tides')).status, 404)
  })
}

test('§4.11 a help page that is not there is 404', async () => {
  await using at = await open()
  assert.equal((await at.ada.get('/help/nothing')).status, 404)
})
