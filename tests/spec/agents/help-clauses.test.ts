/** The rules for help pages, clause by clause, tested over a socket as readers and programs use them. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { definePlugin, type AnyPlugin, type HelpDoc } from '@host/plugin'
import { readHelpPages } from '@host/inspect/help-pages'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'

interface Brought {
  readonly docs?: () => readonly HelpDoc[]
  /** By path below the folder of pages. */
  readonly files?: Readonly<Record<string, string>> | (() => never)
}

/** A plugin that every workspace has, with pages. */
const bringing = (name: string, { docs, files = {} }: Brought) => ({
  plugin: definePlugin({
    name,
    info: { ...infoOf(name), core: true },
    models: [],
    mount: () => undefined,
    ...(docs && { helpDocs: docs }),
  }) as AnyPlugin,
  helpFiles: typeof files === 'function' ? files : () => embedded(files),
})

/** The embedded files of a folder. */
function embedded(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'help-'))
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    return new Map([...readHelpPages(folder, folder).files].map(([name, content]) => [name, content.toString('utf8')]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const file = (title: string, front: string, body = 'Text.') => `---\ntitle: ${title}\n${front}\n---\n\n${body}\n`
const made = (slug: string, title: string): HelpDoc => ({ slug, title, category: 'commerce', body: 'Made.' })

interface Item {
  readonly slug: string
  readonly title: string
  readonly plugin: string
}

async function listed({ visitor }: SpecHost, plugins: readonly string[]): Promise<readonly Item[]> {
  const { body } = await visitor().get<{ items: readonly Item[] }>('/api/help/docs')
  return body.items.filter(({ plugin }) => plugins.includes(plugin))
}

async function read({ visitor }: SpecHost, path: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await visitor().get<string>(path, headers)
  return { ...answer, type: answer.headers.get('content-type')?.split(';')[0] }
}

test('§A93 category, order and title say where a page stands, and folders say nothing', async () => {
  const files = {
    'deep/er/last.mdx': file('Zebra', 'category: licensing'),
    'deep/second.mdx': file('Beta', 'category: start\norder: 2'),
    'third.mdx': file('"Gamma"', 'category: start\norder: 10'),
    'first.mdx': file('Alpha', "category: 'start'\norder: 2"),
    'deep/er/below.mdx': file('Below zero', 'category: start\norder: -1.5'),
    'deep/er/below.zh.mdx': file('零下', 'category: start\norder: -1.5'),
  }
  await using host = await startSpecHost({ inTree: [bringing('garden', { files })] })
  assert.deepEqual(
    (await listed(host, ['garden'])).map(({ slug, title }) => [slug, title]),
    [
      ['below', 'Below zero'],
      ['first', 'Alpha'],
      ['second', 'Beta'],
      ['third', 'Gamma'],
      ['last', 'Zebra'],
    ],
  )
  assert.match((await read(host, '/help/below?lang=zh')).body, /<h1>零下<\/h1>/)
  assert.equal((await read(host, '/help/deep/second')).status, 404)
})

test('§A51 nothing that is wrong with a page, a folder or a plugin takes another page along', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  const files = {
    'sound.mdx': file('Sound', 'category: start', 'Needles.'),
    'tags.mdx': file('Tags', 'category: start', '<Steps>\n\n</Cards> needles {'),
    'bomb.mdx': file('Bomb', 'category: start', `${'> '.repeat(5000)}needles`),
    'front.mdx': 'title: No front\n\nText.',
    'category.mdx': file('Category', 'category: elsewhere'),
    'order.mdx': file('Order', 'category: start\norder: soon'),
    'title.mdx': file(' ', 'category: start'),
    'lost.zh.mdx': file('迷路', 'category: start'),
  }
  const failing = (error: string) => (): never => {
    throw new Error(error)
  }
  await using host = await startSpecHost({
    inTree: [
      bringing('garden', { files }),
      bringing('shut', { files: failing('no such folder'), docs: () => [made('open', 'Open')] }),
      bringing('later', { docs: (() => Promise.reject(new Error('too late'))) as never }),
      bringing('angry', { docs: failing('no luck'), files: { 'calm.mdx': file('Calm', 'category: start') } }),
    ],
  })
  const slugs = (await listed(host, ['garden', 'shut', 'later', 'angry'])).map(({ slug }) => slug)
  assert.deepEqual(slugs, ['bomb', 'calm', 'sound', 'tags', 'open'])
  for (const slug of slugs) assert.equal((await read(host, `/help/${slug}`)).status, 200, slug)
  const found = (await read(host, '/help?q=needles', { accept: 'text/markdown' })).body
  assert.deepEqual(new Set(found.match(/\/help\/\w+/g)), new Set(['/help/sound', '/help/tags', '/help/bomb']))
  const said = JSON.stringify(host.log)
  for (const page of ['front', 'category', 'order', 'title', 'lost', 'helpDocsFS', 'helpDocs']) {
    assert.match(said, new RegExp(String.raw`The help page \\+"${page}`), page)
  }
  await new Promise((resolve) => void setImmediate(resolve))
  process.off('unhandledRejection', note)
  assert.deepEqual(unhandled, [])
})

test('§A93 of two pages with one slug the second gets a slug that no page has by itself', async () => {
  const page = (title: string) => file(title, 'category: start')
  await using host = await startSpecHost({
    inTree: [
      bringing('garden', { files: { 'beds.mdx': page('Garden beds') } }),
      bringing('hotel', { files: { 'beds.mdx': page('Hotel beds'), 'hotel-beds.mdx': page('By itself') } }),
      bringing('shop', { docs: () => [made('beds', 'Shop beds')] }),
    ],
  })
  const places = (await listed(host, ['garden', 'hotel', 'shop'])).map(({ slug, title }) => [title, slug])
  assert.deepEqual(Object.fromEntries(places), {
    'Garden beds': 'beds',
    'Hotel beds': 'hotel-hotel-beds',
    'By itself': 'hotel-beds',
    'Shop beds': 'shop-beds',
  })
  for (const [title = '', slug = ''] of places) {
    assert.ok((await read(host, `/help/${slug}`)).body.includes(title), slug)
  }
})

test('§A51 pages of the folder and pages made at run time stand beside each other, and translate each other', async () => {
  const files = { 'beds.mdx': file('Beds', 'category: commerce'), 'water.zh.mdx': file('浇水', 'category: commerce') }
  const docs = (): readonly HelpDoc[] => [
    made('water', 'Water'),
    { ...made('beds', '苗床'), language: 'zh' },
    { ...made('beds', 'Beds once more') },
  ]
  await using host = await startSpecHost({ inTree: [bringing('garden', { files, docs })] })
  assert.deepEqual(
    (await listed(host, ['garden'])).map(({ title }) => title),
    ['Beds', 'Water'],
  )
  assert.match((await read(host, '/help/beds?lang=zh')).body, /<h1>苗床<\/h1>/)
  assert.match((await read(host, '/help/water?lang=zh')).body, /<h1>浇水<\/h1>/)
})

test('§A53 the language is that of the address, else the one that the header likes best', async () => {
  const files = { 'beds.mdx': file('Beds', 'category: start'), 'beds.zh.mdx': file('苗床', 'category: start') }
  await using host = await startSpecHost({ inTree: [bringing('garden', { files })] })
  const cases: readonly (readonly [query: string, header: string | undefined, language: 'en' | 'zh'])[] = [
    ['', undefined, 'en'],
    ['', 'zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['', 'en;q=0.8, zh-Hans;q=0.9', 'zh'],
    ['', 'zh;q=0.4, en-GB;q=0.5', 'en'],
    ['', 'zh;q=0, fr', 'en'],
    ['', 'de, fr;q=0.5', 'en'],
    ['?lang=en', 'zh', 'en'],
    ['?lang=zh', 'en', 'zh'],
    ['?lang=de', 'zh', 'zh'],
    ['?lang=', 'zh', 'zh'],
  ]
  for (const [query, header, language] of cases) {
    const headers = { 'accept-language': header ?? '' }
    const { body, headers: told } = await read(host, `/help/beds${query}`, headers)
    const name = `${query} ${header}`
    assert.equal(told.get('content-language'), language, name)
    assert.match(body, language === 'zh' ? /<html lang="zh-CN"[^]*<h1>苗床/ : /<html lang="en"[^]*<h1>Beds/, name)
  }
})

test('§A53 Markdown is given where it is named and HTML is not liked better', async () => {
  const files = { 'beds.mdx': file('Beds', 'category: start') }
  await using host = await startSpecHost({ inTree: [bringing('garden', { files })] })
  const cases: readonly (readonly [accept: string, type: 'markdown' | 'html'])[] = [
    ['text/markdown', 'markdown'],
    ['TEXT/Markdown; charset=utf-8', 'markdown'],
    ['text/markdown, text/html, */*', 'markdown'],
    ['text/markdown, */*', 'markdown'],
    ['*/*, text/markdown', 'markdown'],
    ['text/html;q=0.8, text/markdown;q=0.9', 'markdown'],
    ['text/html, text/markdown', 'html'],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'html'],
    ['text/markdown;q=0.5, */*', 'html'],
    ['text/markdown;q=0.5, text/*', 'html'],
    ['text/markdown;q=0', 'html'],
    ['text/markdown;q=much', 'html'],
    ['text/plain', 'html'],
    ['*/*', 'html'],
    ['', 'html'],
  ]
  for (const [accept, type] of cases) {
    assert.equal((await read(host, '/help/beds', { accept })).type, `text/${type}`, accept)
  }
  for (const path of ['/help', '/help?q=beds', '/help/nowhere']) {
    assert.equal((await read(host, path, { accept: 'text/markdown' })).type, 'text/markdown', path)
  }
})

test('§A47 a page over the wire has its components rendered, and code shown as text', async () => {
  const body = [
    'import fs from "node:fs"',
    '{process.exit(1)}',
    '<script>alert(1)</script>',
    '<b onclick="alert(1)">bold</b>',
    '[x](javascript:alert(1)) [y](data:text/html,x) [z](//elsewhere.example) [ok](https://example.com/)',
    '<Tabs>\n<Tab label="One">\nFirst\n</Tab>\n<Tab label="Two">\nSecond\n</Tab>\n</Tabs>',
    '<Steps>\n\n1. Step\n\n</Steps>',
    '<Aside type="caution">\nCare\n</Aside>',
    '<Cards>\n<Card title="Card" href="/help/beds">\nInner\n</Card>\n</Cards>',
    '<Code title="Shell">\n\n```sh\nls\n```\n\n</Code>',
    '<Video src="https://example.com/x.mp4">\nNo film\n</Video>',
  ].join('\n\n')
  await using host = await startSpecHost({
    inTree: [bringing('garden', { files: { 'beds.mdx': file('Beds', 'category: start', body) } })],
  })
  const page = (await read(host, '/help/beds')).body
  const article = page.slice(page.indexOf('class="article"'), page.indexOf('</main>'))
  for (const text of ['import fs from', '{process.exit(1)}', 'alert(1)', 'No film']) {
    assert.ok(article.includes(text), text)
  }
  assert.deepEqual(
    [...article.matchAll(/<a href="([^"#]+)/g)].map(([, href]) => href),
    ['https://elsewhere.example/', 'https://example.com/', '/help/beds?lang=en'],
  )
  for (const drawn of ['class="tabs"', 'class="steps"', 'class="aside caution"', 'class="card"', 'class="code"']) {
    assert.ok(article.includes(drawn), drawn)
  }
  assert.doesNotMatch(article, /<(?:script|b|video|img|iframe|style)\b|\son\w+=/i)
  const markdown = (await read(host, '/help/beds', { accept: 'text/markdown' })).body
  assert.equal(markdown, `# Beds\n\n${body}\n`)
})
