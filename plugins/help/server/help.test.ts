import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, type HelpDoc } from '@host/plugin'
import { createTestHost } from '@host/testing'
import { listHelpPages } from '../shared.ts'
import { plugin as help } from './index.ts'

const file = (title: string, body: string, category = 'start') =>
  `---\ntitle: ${title}\ncategory: ${category}\norder: 1\n---\n\n# ${title}\n\n${body}\n`

function bringing(name: string, options: { core?: boolean; docs?: () => readonly HelpDoc[] } = {}) {
  return definePlugin({
    name,
    info: {
      title: name,
      description: 'Brings help',
      icon: 'book',
      category: 'Work',
      core: options.core ?? false,
      api: '^1',
    },
    models: [],
    ...(options.docs === undefined ? {} : { helpDocs: options.docs }),
    mount: () => undefined,
  })
}

const made = (slug: string, title: string): HelpDoc => ({
  slug,
  title,
  category: 'operations',
  body: 'Made at **run time**.',
})

function open() {
  return createTestHost({
    plugins: [
      help,
      bringing('garden', { docs: () => [made('watering', 'Watering')] }),
      bringing('tools', { core: true }),
      bringing('faulty', {
        docs: () => [
          { ...made('Bad Slug', 'Bad') },
          made('sound', 'Sound'),
          null as never,
          { ...made('long', 'Long'), body: 'x'.repeat(1_000_000) },
        ],
      }),
      bringing('throwing', {
        docs: () => {
          throw new Error('no luck')
        },
      }),
    ],
    helpPages: {
      help: { 'help-pages.mdx': file('Using the help', 'Read.') },
      garden: {
        'beds.mdx': file('Beds', 'Tomatoes like sun.\n\n## Soil\n\nDark [soil](/help/watering).\n\n## Sun'),
        'beds.zh.mdx': file('苗床', '番茄喜欢阳光。'),
      },
      tools: { 'beds.mdx': file('Beds of nails', 'Do not sleep here.', 'settings') },
      throwing: { 'standing.mdx': file('Standing', 'Still here.') },
    },
  })
}

test('§A53 a page is there for people in the language of the address, then in that of the browser', async () => {
  await using host = await open()
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const response = await host.as('member').get(path, { headers })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    return response.text()
  }
  const english = await read('/help/beds')
  assert.match(english, /<html lang="en"[^]*<h1>Beds<\/h1>[^]*Tomatoes like sun/)
  assert.match(english, /<h2 id="soil"><a href="#soil">Soil<\/a><\/h2>/)
  assert.match(english, /href="\/help\/beds\?lang=zh" hreflang="zh"/)
  assert.equal(english.match(/<h1>/g)?.length, 1)
  assert.match(await read('/help/beds', { 'accept-language': 'en;q=0.3, zh-CN;q=0.8' }), /<h1>苗床<\/h1>/)
  assert.match(await read('/help/beds?lang=en', { 'accept-language': 'zh' }), /<h1>Beds<\/h1>/)
  assert.match(await read('/help/watering?lang=zh'), /此页面只有英文版[^]*lang="en"><p>Made at <strong>run time/)
})

test('§A47 nothing runs in a page, and it can not be framed', async () => {
  await using host = await open()
  const response = await host.as('anonymous').get('/help')
  const policy = response.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /script-src|unsafe/)
  const text = await response.text()
  assert.doesNotMatch(text, /<script|<style|\sstyle=|\son\w+=/i)
  const [, sheet = ''] = /href="(\/help\/style\.css\?v=\w+)"/.exec(text) ?? []
  const styles = await host.as('anonymous').get(sheet)
  assert.equal(styles.headers.get('content-type'), 'text/css; charset=utf-8')
  assert.match(styles.headers.get('cache-control') ?? '', /immutable/)
})

test('§A53 anyone who likes Markdown better gets Markdown', async () => {
  await using host = await open()
  const read = async (path: string, accept: string) => {
    const response = await host.as('member').get(path, { headers: { accept } })
    return [response.headers.get('content-type')?.split(';')[0], await response.text()]
  }
  const [type, text] = await read('/help/watering', 'text/markdown')
  assert.equal(type, 'text/markdown')
  assert.equal(text, '# Watering\n\nMade at **run time**.\n')
  assert.match((await read('/help', 'text/markdown, text/html;q=0.5'))[1] ?? '', /- \[Beds\]\(\/help\/beds\?lang=en\)/)
  assert.equal((await read('/help/beds', 'text/html, text/markdown;q=0.5'))[0], 'text/html')
  assert.equal((await read('/help/beds', '*/*'))[0], 'text/html')
  assert.equal((await read('/help/beds', 'text/markdown;q=0'))[0], 'text/html')
})

test('§A51 one slug of two plugins leads to both pages, and faults hide nothing else', async () => {
  await using host = await open()
  const { items } = await host.as('member').call(listHelpPages)
  assert.deepEqual(
    items.map(({ slug, plugin }) => [slug, plugin]),
    [
      ['beds', 'garden'],
      ['standing', 'throwing'],
      ['help-pages', 'help'],
      ['sound', 'faulty'],
      ['watering', 'garden'],
      ['tools-beds', 'tools'],
    ],
  )
  const faults = JSON.stringify(host.logs, (_, value: unknown) => (value instanceof Error ? value.message : value))
  for (const said of ['helpDocs[0]', 'helpDocs[2]', 'helpDocs[3]', 'no luck']) assert.ok(faults.includes(said), said)
})

test('§4.46 a switch hides pages from its own workspace, and from no user without one', async () => {
  await using host = await open()
  await host.switchFeature('garden', false)
  assert.equal((await host.as('member').get('/help/beds')).status, 404)
  assert.equal((await host.as('otherOwner').get('/help/beds')).status, 200)
  assert.equal((await host.as('anonymous').get('/help/beds')).status, 200)
  assert.equal((await host.as('anonymous').get('/help/tools-beds')).status, 200)
  const slugs = async (person: 'member' | 'anonymous') =>
    (await host.as(person).call(listHelpPages)).items.map(({ slug }) => slug)
  assert.ok((await slugs('anonymous')).includes('beds'))
  assert.deepEqual(await slugs('member'), ['standing', 'help-pages', 'sound', 'tools-beds'])
  assert.deepEqual((await host.as('member').call(listHelpPages, { q: 'tomatoes' })).items, [])
})

test('§A50 a page about another feature is there while that one and its own are on', async () => {
  const about = (title: string, feature: string) =>
    `---\ntitle: ${title}\ncategory: start\nfeature: ${feature}\n---\n\nHow both work together.\n`
  await using host = await createTestHost({
    plugins: [
      help,
      bringing('garden'),
      bringing('pond', { docs: () => [{ ...made('fish', 'Fish'), feature: 'garden' }] }),
    ],
    helpPages: {
      garden: { 'frogs.mdx': about('Frogs', 'pond'), 'moon.mdx': about('Moon', 'telescope') },
      help: { 'tadpoles.mdx': about('Tadpoles', 'pond'), 'core.mdx': about('Core', 'help') },
    },
  })
  const slugs = async (person: 'member' | 'otherOwner' | 'anonymous') =>
    (await host.as(person).call(listHelpPages)).items.map(({ slug }) => slug).toSorted()
  assert.deepEqual(await slugs('member'), ['core', 'fish', 'frogs', 'tadpoles'])
  assert.deepEqual(await slugs('anonymous'), ['core', 'fish', 'frogs', 'tadpoles'])
  await host.switchFeature('pond', false)
  assert.deepEqual(await slugs('member'), ['core'])
  assert.equal((await host.as('member').get('/help/frogs')).status, 404)
  assert.deepEqual(await slugs('otherOwner'), ['core', 'fish', 'frogs', 'tadpoles'])
  await host.switchFeature('pond', true)
  await host.switchFeature('garden', false)
  assert.deepEqual(await slugs('member'), ['core', 'tadpoles'])
})

test('§A51 a page keeps its text without invisible characters, for any line endings', async () => {
  const front = 'title: Be\u202Eds\u0000\r\ncategory: start\r\n__proto__: x\r\nconstructor: &a [*a, *a]\r\n'
  await using host = await createTestHost({
    plugins: [help, bringing('garden')],
    helpPages: {
      garden: {
        'beds.mdx': `\uFEFF---\r\n${front}---\r\n\r\nSun\u202E and\u0007 \u2066rain\u2069 \uD800!\r\n`,
        'bomb.mdx': `---\n${'a: &a [*a, *a]\n'.repeat(1000)}---\n`,
        'empty.mdx': '',
        'feature.mdx': '---\ntitle: A\ncategory: start\nfeature: ../x\n---\nText',
        'long.mdx': file('Long', 'x'.repeat(1_000_000)),
      },
    },
  })
  const text = await (await host.as('member').get('/help/beds', { headers: { accept: 'text/markdown' } })).text()
  assert.equal(text, '# Beds\n\nSun and rain \uFFFD!\n')
  assert.deepEqual(
    (await host.as('member').call(listHelpPages)).items.map(({ slug }) => slug),
    ['beds'],
  )
  const faults = JSON.stringify(host.logs, (_, value: unknown) => (value instanceof Error ? value.message : value))
  for (const said of ['bomb', 'empty', 'feature', 'long']) assert.ok(faults.includes(`The help page \\"${said}`), said)
})

test('a missing page says so and lists the existing ones', async () => {
  await using host = await open()
  const response = await host.as('member').get('/help/nothing?lang=zh')
  assert.equal(response.status, 404)
  assert.match(await response.text(), /此页面不存在[^]*href="\/help\/beds\?lang=zh"/)
  assert.equal((await host.as('member').get('/help/%3Cscript%3E')).status, 404)
})

test('§A52 words are found in both languages, in titles first, without regard to case', async () => {
  await using host = await open()
  const find = async (q: string, lang: 'en' | 'zh' = 'en') =>
    (await host.as('member').call(listHelpPages, { q, lang })).items.map(({ title }) => title)
  assert.deepEqual(await find('TOMATOES sun'), ['Beds'])
  assert.deepEqual(await find('番茄'), ['Beds'])
  assert.deepEqual(await find('tomatoes', 'zh'), ['苗床'])
  assert.deepEqual(await find('still beds'), [])
  assert.deepEqual(await find('How do I do the beds?'), ['Beds', 'Beds of nails'])
  assert.equal((await host.as('member').get(`/api/help/docs?q=${'x'.repeat(201)}`)).status, 400)
})

test('§A52 a search shows the matching part, marked, and the query as text', async () => {
  await using host = await open()
  const { items } = await host.as('member').call(listHelpPages, { q: 'like tomatoes' })
  assert.deepEqual(
    items.map(({ excerpt }) => excerpt),
    ['Tomatoes like sun. Soil Dark soil. Sun'],
  )
  const read = async (query: string, accept = 'text/html') =>
    (await host.as('member').get(`/help?q=${encodeURIComponent(query)}`, { headers: { accept } })).text()
  const page = await read('tomatoes')
  assert.match(page, /<main[^]*?>Beds<\/a>[^]*<mark>Tomatoes<\/mark> like sun[^]*<\/main>/)
  assert.match(await read('<b>" x="y'), /&#60;b&#62;&#34; x=&#34;y[^]*No results/)
  assert.equal(
    await read('dark', 'text/markdown'),
    '# Help\n\n- [Beds](/help/beds?lang=en)\n  Tomatoes like sun. Soil Dark soil. Sun\n',
  )
})

test('§4.47 a page follows the language and the theme that its reader chose in the product', async () => {
  await using host = await open()
  const read = async (headers: Readonly<Record<string, string>>, path = '/help/beds') =>
    await (await host.as('anonymous').get(path, { headers })).text()
  const english = { 'accept-language': 'en-US' }
  assert.match(await read(english), /<html lang="en" data-theme="system">/)
  const chosen = { ...english, cookie: 'host_language=zh; host_theme=dark' }
  assert.match(await read(chosen), /<html lang="zh-CN" data-theme="dark">/)
  assert.match(await read(chosen, '/help/beds?lang=en'), /<html lang="en" data-theme="dark">/)
  assert.match(await read({ ...english, cookie: 'host_theme=blue" onload="' }), /<html lang="en" data-theme="system">/)
})

test('§A53 a page is read in the frame of the product as it is at its address, by those who may open it', async () => {
  await using host = await open()
  const member = host.as('member')
  const read = async (path: string) =>
    (await (await member.get(path)).json()) as { title: string; html: string; language: string; styleSheet: string }
  const page = await read('/api/help/docs/beds?lang=en')
  assert.deepEqual([page.title, page.language], ['Beds', 'en'])
  assert.ok((await (await member.get('/help/beds?lang=en')).text()).includes(page.html))
  assert.equal((await member.get(page.styleSheet)).headers.get('content-type'), 'text/css; charset=utf-8')
  assert.equal((await read('/api/help/docs/beds?lang=zh')).title, '苗床')
  assert.equal((await read('/api/help/docs/watering?lang=zh')).language, 'en')
  for (const slug of ['bad', '..', 'faulty', 'x'.repeat(101)]) {
    const { status } = await member.get(`/api/help/docs/${encodeURIComponent(slug)}`)
    assert.ok(status === 404 || status === 400, `${slug}: ${status}`)
  }
})
