import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { EndpointInput } from '@host/plugin'
import type { TestClient, TestHost } from '@host/testing'
import {
  addHost,
  createImport,
  createFolder,
  createLink,
  linkLimits,
  listFolders,
  listLinks,
  listTags,
  readImport,
  runImport,
  type LinkImport,
} from '../../shared.ts'
import { openLinksLab, sharedHost } from '../testing/links-lab.ts'
import { refused } from '../testing/refused.ts'

const url = 'https://www.example.com/'
type Run = Omit<EndpointInput<typeof runImport>, 'id' | 'mapping'>

const file = (text: string) => ({ name: 'links.csv', text })

/** Uploads a file and runs it with the suggested mapping, or another one. */
async function run(host: TestHost, text: string, options: Run & { mapping?: LinkImport['mapping'] }) {
  const { mapping, ...input } = options
  const member = host.as('member')
  const uploaded = await member.call(createImport, file(text))
  return await runAgain(host, member, { ...input, id: uploaded.id, mapping: [...(mapping ?? uploaded.mapping)] })
}

async function runAgain(host: TestHost, member: TestClient, input: EndpointInput<typeof runImport>) {
  await member.call(runImport, input)
  await host.settleJobs()
  const { report, format } = await member.call(readImport, { id: input.id })
  assert.ok(report)
  return { ...report, format, id: input.id }
}

suite('an import', () => {
  test('reports what each line becomes before anything is created', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    await member.call(createLink, { url, slug: 'same' })
    await member.call(createLink, { url, slug: 'taken' })
    await host.as('otherOwner').call(createLink, { url, slug: 'theirs' })
    const lines = [
      'slug,url,tags',
      `new,${url}new,a|b`,
      `same,${url},`,
      `TAKEN,${url}other,`,
      `theirs,${url},`,
      `bad,javascript:alert(1),`,
      `a b,${url},`,
      `new,${url}twice,`,
      `loop,http://${sharedHost}/x,`,
      `,${url},`,
      `many,${url},${Array.from({ length: 21 }, (_, at) => at).join('|')}`,
    ]
    const { counts, lines: report, format } = await run(host, lines.join('\n'), { dryRun: true })
    assert.equal(format, 'other')
    assert.deepEqual(counts, { new: 2, renamed: 0, exists: 1, collision: 3, invalid: 4 })
    const found = report.map(({ line, outcome, field }) => `${line} ${outcome}${field === null ? '' : ` ${field}`}`)
    assert.deepEqual(found, [
      '3 exists',
      '4 collision',
      '5 collision',
      '6 invalid url',
      '7 invalid slug',
      '8 collision',
      '9 invalid url',
      '11 invalid tags',
    ])
    assert.equal((await member.call(listLinks, {})).items.length, 2)
    assert.deepEqual((await member.call(listTags)).items, [])
  })

  test('creates the new links with all their values, and again creates none', async (context) => {
    const { host, visit } = await openLinksLab(context)
    const member = host.as('member')
    const text = [
      'slug,url,title,note,tags,folder,externalId,redirect,query,isEnabled,isArchived,expiresAt,clickLimit,clicksBefore',
      `sale,${url}sale,Sale,"a, b","a,b",Autumn,x-1,307,pass,yes,false,2040-01-01,5,"1,234"`,
      `,${url}random,,,,autumn,,,,,,,,`,
    ].join('\r\n')
    const first = await run(host, text, { dryRun: false })
    assert.deepEqual(first.counts, { new: 2, renamed: 0, exists: 0, collision: 0, invalid: 0 })
    const { items } = await member.call(listLinks, {})
    const sale = items.find(({ slug }) => slug === 'sale')
    assert.ok(sale)
    const [folder, ...others] = (await member.call(listFolders)).items
    assert.deepEqual([folder?.name, others], ['Autumn', []])
    assert.deepEqual(
      [sale.title, sale.note, sale.tags, sale.folderId, sale.externalId, sale.redirect, sale.query],
      ['Sale', 'a, b', ['a', 'b'], folder?.id, 'x-1', 307, 'pass'],
    )
    assert.deepEqual(
      [sale.isEnabled, sale.isArchived, sale.expiresAt, sale.clickLimit, sale.clicksBefore],
      [true, false, '2040-01-01T00:00:00.000Z', 5, 1_234],
    )
    assert.equal((await visit(items.find(({ slug }) => slug !== 'sale')?.shortUrl ?? '')).location, `${url}random`)
    const second = await run(host, text, { dryRun: false })
    assert.deepEqual(second.counts, { new: 0, renamed: 0, exists: 2, collision: 0, invalid: 0 })
    assert.equal((await member.call(listLinks, {})).items.length, 2)
  })

  test('renames collisions by choice, and the same ones again', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    await member.call(createLink, { url, slug: 'sale' })
    const text = `slug,url\nsale,${url}1\nsale,${url}2\n`
    const first = await run(host, text, { dryRun: false, collisions: 'rename' })
    assert.equal(first.counts.renamed, 2)
    assert.deepEqual(
      first.lines.map(({ slug }) => slug),
      ['sale-2', 'sale-3'],
    )
    const second = await run(host, text, { dryRun: false, collisions: 'rename' })
    assert.deepEqual([second.counts.exists, second.counts.renamed], [2, 0])
    assert.equal((await member.call(listLinks, {})).items.length, 3)
  })

  test('shortens a long slug between characters to give it a number', async (context) => {
    const { host } = await openLinksLab(context)
    const slug = `${'x'.repeat(186)}𝒳`
    const { lines } = await run(host, `slug,url\n${slug},${url}1\n${slug},${url}2\n`, {
      dryRun: false,
      collisions: 'rename',
    })
    assert.deepEqual(
      lines.map((line) => [line.outcome, line.slug]),
      [['renamed', `${'x'.repeat(186)}-2`]],
    )
  })

  test('puts links on the host they have, where it is one of the workspace, and else on the chosen one', async (context) => {
    const { host } = await openLinksLab(context)
    await host.proveHost('example.com')
    await host.as('admin').call(addHost, { host: 'go.example.com', isCaseSensitive: false })
    const text = `shortUrl,url\nhttps://go.example.com/a,${url}\nhttps://old.example.net/b%C3%A9,${url}\n`
    const { id } = await run(host, text, { dryRun: false, host: sharedHost, collisions: 'rename' })
    const known = await host.as('member').call(readImport, { id })
    assert.deepEqual([known.host, known.collisions], [sharedHost, 'rename'], 'a page that comes later knows them')
    const { items } = await host.as('member').call(listLinks, { sort: 'slug' })
    assert.deepEqual(
      items.map((link) => `${link.host}/${link.slug}`),
      [`${sharedHost}/bé`, 'go.example.com/a'],
    )
  })

  test('keeps to the limits of tags and folders, and refuses their lines', async (context) => {
    const { host } = await openLinksLab(context)
    const lines = Array.from({ length: linkLimits.labels + 5 }, (_, at) => `f${at},${url}${at},folder ${at}`)
    const { counts } = await run(host, ['slug,url,folder', ...lines].join('\n'), { dryRun: false })
    assert.deepEqual([counts.new, counts.invalid], [linkLimits.labels, 5])
    assert.equal((await host.as('member').call(listFolders)).items.length, linkLimits.labels)
  })
})

suite('formats of other systems', () => {
  test('CSV of Dub', async (context) => {
    const { host } = await openLinksLab(context)
    const text = `Short link,Destination URL,Clicks,Created at,Tags,Archived\ndub.sh/try,${url},42,2024-01-31 08:15:00,"a,b",true\n`
    const { format } = await run(host, text, { dryRun: false })
    const [link] = (await host.as('member').call(listLinks, { isArchived: true })).items
    assert.equal(format, 'dub')
    assert.deepEqual([link?.slug, link?.url, link?.clicksBefore, link?.tags], ['try', url, 42, ['a', 'b']])
  })

  test('JSON of Dub', async (context) => {
    const { host } = await openLinksLab(context)
    const links = [
      {
        id: 'x',
        domain: 'dub.sh',
        key: 'try',
        url,
        clicks: 7,
        tags: [{ id: 't', name: 'a' }],
        comments: 'Note',
        archived: false,
      },
      {
        id: 'y',
        domain: 'dub.sh',
        key: 'two',
        url: `${url}2`,
        clicks: 0,
        tags: null,
        expiresAt: '2040-01-01T00:00:00.000Z',
      },
    ]
    const { format } = await run(host, JSON.stringify(links), { dryRun: false })
    const { items } = await host.as('member').call(listLinks, { sort: 'slug' })
    assert.equal(format, 'dub')
    assert.deepEqual(
      items.map(({ slug, clicksBefore, tags, note, expiresAt }) => [slug, clicksBefore, tags, note, expiresAt]),
      [
        ['try', 7, ['a'], 'Note', null],
        ['two', 0, [], '', '2040-01-01T00:00:00.000Z'],
      ],
    )
  })

  test('CSV of Shlink', async (context) => {
    const { host } = await openLinksLab(context)
    const text = `createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits\n2024-01-31T08:15:00+01:00,s.test,abc,https://s.test/abc,${url},Title,a|b,9\n`
    const { format } = await run(host, text, { dryRun: false })
    const [link] = (await host.as('member').call(listLinks, {})).items
    assert.equal(format, 'shlink')
    assert.deepEqual([link?.slug, link?.title, link?.clicksBefore, link?.tags], ['abc', 'Title', 9, ['a', 'b']])
  })

  test('any other CSV, by a mapping of its columns', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const uploaded = await member.call(createImport, file(`Ziel;Kurz\n${url};eins\n`))
    assert.deepEqual([uploaded.columns, uploaded.examples], [['Ziel', 'Kurz'], [[url, 'eins']]])
    const wrong = [['slug', 'slug'], ['url'], ['title', null]] as const
    for (const mapping of wrong) {
      const call = member.call(runImport, { id: uploaded.id, dryRun: true, mapping: [...mapping] })
      await assert.rejects(call, refused('invalid_input', 'mapping'), JSON.stringify(mapping))
    }
    await runAgain(host, member, { id: uploaded.id, dryRun: false, mapping: ['url', 'slug'] })
    assert.equal((await member.call(listLinks, {})).items[0]?.slug, 'eins')
  })

  test('a list in a member of an object, as some APIs answer it', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const uploaded = await member.call(createImport, file(`{"links":[{"url":"${url}"}]}`))
    assert.deepEqual([uploaded.columns, uploaded.rows], [['url'], 1])
  })
})

suite('a file', () => {
  test('has limits, and a form', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const rows = (count: number) => `url\n${`${url}\n`.repeat(count)}`
    const most = await member.call(createImport, file(rows(linkLimits.importRows)))
    assert.equal(most.rows, linkLimits.importRows)
    const wrong = [
      rows(linkLimits.importRows + 1),
      'url\n',
      '\n',
      `url\n"${url}\n`,
      `${Array.from({ length: 101 }, (_, at) => `c${at}`).join(',')}\n1\n`,
      '[1, 2]',
      '[]',
      '{"a": 1}',
      '[{"url": ',
    ]
    for (const text of wrong) {
      const call = member.call(createImport, file(text))
      await assert.rejects(call, refused('invalid_input', 'text'), text.slice(0, 30))
    }
  })

  test('of another workspace is not there, and only the latest 20 are kept', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const first = await member.call(createImport, file(`url\n${url}\n`))
    const other = host.as('otherOwner')
    await assert.rejects(other.call(readImport, { id: first.id }), refused('not_found'))
    const foreign = other.call(runImport, { id: first.id, dryRun: true, mapping: ['url'] })
    await assert.rejects(foreign, refused('not_found'))
    for (let at = 0; at < 20; at += 1) await member.call(createImport, file(`url\n${url}${at}\n`))
    await assert.rejects(member.call(readImport, { id: first.id }), refused('not_found'))
  })

  test('is deleted after two days', async (context) => {
    const { host } = await openLinksLab(context)
    const { id } = await host.as('member').call(createImport, file(`url\n${url}\n`))
    host.clock.advance({ hours: 50 })
    await host.settleJobs()
    await host.as('member').signIn()
    await assert.rejects(host.as('member').call(readImport, { id }), refused('not_found'))
  })
})

suite('an export', () => {
  test('has the links that the list finds, and comes back as it was', async (context) => {
    const { host } = await openLinksLab(context)
    const member = host.as('member')
    const folder = await member.call(createFolder, { name: '+Folder' })
    const formula = { title: '=HYPERLINK("https://evil.example")', note: '@SUM(1)\n-2', tags: ['=1+1', 'plain'] }
    const preview = { previewTitle: '=1+2', previewDescription: 'Tea, "hot"' }
    await member.call(createLink, {
      url: `${url}?a=,"`,
      slug: '-danger',
      externalId: '+49',
      folderId: folder.id,
      ...formula,
      ...preview,
    })
    await member.call(createLink, { url, slug: 'archived', isArchived: true })
    await member.call(createLink, { url, slug: 'other' })
    const all = Buffer.from(await (await member.get('/api/x/links/links/export')).arrayBuffer()).toString('utf8')
    assert.equal(all.trim().split('\r\n').length, 3)
    assert.match(all, /^\uFEFFshortUrl,url,title,/)
    const cells = all.split(/[\r\n,]+/)
    assert.deepEqual(
      cells.filter((cell) => /^"?[=+@-]/.test(cell)),
      ['-2"'],
      'a line within a cell begins no formula',
    )
    const some = await (await member.get(`/api/x/links/links/export?tag=${encodeURIComponent('=1+1')}`)).text()
    assert.ok(some.includes('danger') && !some.includes('other'))
    await host.as('otherOwner').get('/api/x/links/links/export')
    const again = await run(host, all, { dryRun: true })
    assert.deepEqual([again.format, again.counts.exists], ['own', 2])
    const copy = await run(host, all.replaceAll(`${sharedHost}/`, `${sharedHost}/copy`).replaceAll("'+49", "'+50"), {
      dryRun: false,
    })
    assert.equal(copy.counts.new, 2, JSON.stringify(copy.lines))
    const { items } = await member.call(listLinks, { tag: '=1+1' })
    const own = { id: '', shortUrl: '', slug: '', externalId: '', createdAt: '', updatedAt: '' }
    const [one, two] = items.map((link) => ({ ...link, ...own }))
    assert.deepEqual(one, two)
    assert.deepEqual([two?.previewTitle, two?.previewDescription], ['=1+2', 'Tea, "hot"'])
  })
})
