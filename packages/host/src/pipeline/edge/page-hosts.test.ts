import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Features, type ProblemBody } from '@host/plugin'
import type { AssetSource } from '../../http/web-assets.ts'
import { labHost } from '../../../testing/lab-host.ts'
import { sharedNotes, type NotesParts } from '../../../testing/pipeline/public-pages/shared-notes.ts'
import { linkHosts, type LinkParts } from '../../../testing/pipeline/edge/link-hosts.ts'

const app = 'https://app.host.example'
const menu = 'https://menu.acme.com'

const bytes = (text: string) => ({ bytes: new TextEncoder().encode(text), etag: '"1"' })
const asset = (text: string) => ({ type: 'text/plain', plain: bytes(text), br: undefined, gzip: undefined })
const page = '<html lang="en"><title>Host</title><link rel="icon" href="/favicon.svg" /><div id="root"></div></html>'
const list = JSON.stringify({ notes: ['/p/notes/{slug}'] })
const files = new Map([
  ['index.html', asset('<html>dashboard</html>')],
  ['public.html', asset(page)],
  ['public-pages.json', asset(list)],
  ['favicon.svg', asset('icon')],
  ['manifest.webmanifest', asset('manifest')],
  ['assets/a.js', asset('code')],
])
const webAssets: AssetSource = { paths: [...files.keys()], get: (path) => files.get(path) }

async function pagesLab(context: TestContext) {
  const notes: NotesParts = { runs: 0 }
  const links: LinkParts = {}
  const lab = await labHost(context, [sharedNotes(notes), linkHosts(links)], {
    isInTree: true,
    environment: { HOST_PUBLIC_URL: app },
    webAssets,
  })
  const { hosts } = notes
  const { edge } = links
  assert.ok(hosts && edge)
  const owner = await lab.admin()
  const other = await lab.person('owner', 'Other')
  for (const [by, slug] of [
    [owner, 'menu'],
    [owner, 'wine'],
    [other, 'theirs'],
  ] as const) {
    const body = { slug, title: slug }
    assert.equal((await by.call('POST', '/api/x/notes/notes', { body, headers: { origin: app } })).status, 204)
  }
  const ask = async (url: string, init?: RequestInit) => await lab.host.fetch(new Request(url, init))
  const reply = async (origin: string, from = origin) =>
    await ask(`${origin}/p/notes/menu/replies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: from, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ text: 'Hello' }),
    })
  return { lab, notes, hosts, edge, owner, other, ask, reply }
}

const canonicalOf = (html: string) =>
  /<link rel="canonical" href="([^"]*)"/
    .exec(html)?.[1]
    ?.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
const titleOf = (html: string) => /<title>([^<]*)</.exec(html)?.[1]

test("a host's root is the assigned page, with its files, its form and the plugin's other pages", async (context) => {
  const { notes, hosts, edge, owner, ask, reply } = await pagesLab(context)
  await edge.prove(owner.orgId, 'acme.com')
  assert.deepEqual(await hosts.assign(owner.orgId, 'Menu.Acme.com.', '/p/notes/menu'), {
    host: 'menu.acme.com',
    page: '/p/notes/menu',
    isProved: true,
  })
  const root = await ask(`${menu}/`)
  assert.equal(root.status, 200)
  assert.match(root.headers.get('content-security-policy') ?? '', /^default-src 'self'; script-src 'self'/)
  const html = await root.text()
  assert.match(titleOf(html) ?? '', /^menu/)
  assert.equal(canonicalOf(html), `${menu}/`)
  const found = ['/p/notes/menu', '/p/notes/wine', '/p/notes/menu/picture', '/assets/a.js', '/favicon.svg']
  for (const path of found) assert.equal((await ask(menu + path)).status, 200, path)
  const missing = [
    '/p/notes/theirs',
    '/p/notes/theirs/picture',
    '/p/notes/none',
    '/admin',
    '/login',
    '/index.html',
    '/manifest.webmanifest',
    '/api/me',
    '/healthz',
    '/menu',
    '/assets/b.js',
    '/p/notes/menu/',
    '//',
    '/p/notes/..%2fwine/x',
    '/p/links/a',
  ]
  for (const path of missing) {
    const answer = await ask(menu + path, { headers: { accept: 'text/html' } })
    assert.equal(answer.status, 404, path)
    assert.doesNotMatch(await answer.text(), /dashboard|\/admin|overview/, path)
  }
  assert.equal((await reply(menu)).status, 200)
  assert.equal((await reply(menu, app)).status, 403)
  assert.equal((await reply(menu, 'https://evil.example')).status, 403)
  assert.equal((await reply(app, menu)).status, 403, "the domain's pages can't send forms to the instance")
  assert.equal(notes.runs, 1)
  const post = await ask(`${menu}/`, { method: 'POST', body: 'x' })
  assert.equal(post.status, 404)
})

test('the canonical link and the links of emails use the domain exactly while it answers', async (context) => {
  const { lab, hosts, edge, owner, other, ask } = await pagesLab(context)
  const canonical = async (path: string) => canonicalOf(await (await ask(app + path)).text())
  const both = async (path: string) => {
    const [link, url] = [await canonical(path), await hosts.urlOf(owner.orgId, path)]
    assert.equal(link, url)
    return url
  }
  assert.equal(await both('/p/notes/menu'), `${app}/p/notes/menu`)
  await hosts.assign(owner.orgId, 'menu.acme.com', '/p/notes/menu')
  assert.equal(await both('/p/notes/menu'), `${app}/p/notes/menu`, 'not proved')
  await edge.prove(owner.orgId, 'acme.com')
  assert.equal(await both('/p/notes/menu'), `${menu}/`)
  assert.equal(await both('/p/notes/wine'), `${menu}/p/notes/wine`)
  assert.equal(await hosts.urlOf(other.orgId, '/p/notes/theirs'), `${app}/p/notes/theirs`)
  await hosts.assign(owner.orgId, 'wine.acme.com', '/p/notes/wine')
  assert.equal(await both('/p/notes/wine'), 'https://wine.acme.com/')
  await edge.prove(other.orgId, 'menu.acme.com')
  assert.equal(await both('/p/notes/menu'), 'https://wine.acme.com/p/notes/menu')
  await edge.disprove(other.orgId, 'menu.acme.com')
  assert.equal(await both('/p/notes/menu'), `${menu}/`)
  await lab.host.lookup(Features)?.set(owner.orgId, 'notes', false)
  assert.equal(await hosts.urlOf(owner.orgId, '/p/notes/menu'), `${app}/p/notes/menu`)
  await lab.host.lookup(Features)?.set(owner.orgId, 'notes', true)
  for (const host of ['menu.acme.com', 'wine.acme.com']) await hosts.release(owner.orgId, host)
  assert.equal(await both('/p/notes/menu'), `${app}/p/notes/menu`)
})

test('only the path of a page of the plugin is assigned, and its page can be changed and listed', async (context) => {
  const { hosts, edge, owner, other, ask } = await pagesLab(context)
  const refused = [
    '',
    '/',
    'p/notes/menu',
    '/p/notes',
    '/p/notes/menu/picture',
    '/p/notes/menu/replies',
    '/p/notes/menu/picture/x',
    '/p/notes/menu?a=b',
    '/p/notes/a/../b',
    '/p/links/menu',
    '/admin',
    '/api/me',
    '//evil.example/p/notes/menu',
    'https://evil.example/p/notes/menu',
    `/p/notes/${'a'.repeat(600)}`,
  ]
  for (const path of refused) {
    const isInvalid = (error: unknown) => (error as ProblemBody).code === 'invalid_input'
    await assert.rejects(hosts.assign(owner.orgId, 'menu.acme.com', path), isInvalid, path)
  }
  await edge.prove(owner.orgId, 'acme.com')
  await hosts.assign(owner.orgId, 'menu.acme.com', '/p/notes/menu')
  await hosts.assign(owner.orgId, 'menu.acme.com', '/p/notes/wine')
  await hosts.assign(owner.orgId, '*.acme.com', '/p/notes/theirs')
  assert.match(titleOf(await (await ask(`${menu}/`)).text()) ?? '', /^wine/)
  assert.equal((await ask('https://a.acme.com/')).status, 404, 'a page of another workspace')
  assert.deepEqual(await hosts.list(owner.orgId), [
    { host: '*.acme.com', page: '/p/notes/theirs', isProved: true },
    { host: 'menu.acme.com', page: '/p/notes/wine', isProved: true },
  ])
  assert.deepEqual(await hosts.list(other.orgId), [])
  await assert.rejects(hosts.release(other.orgId, 'menu.acme.com'))
})
