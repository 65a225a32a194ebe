import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { definePlugin, definePublicPage, Features, type ProblemBody } from '@host/plugin'
import { Workspaces } from '@host/plugin/platform'
import * as z from 'zod'
import { testDatabases, type TestDatabaseProduct } from '../../../testing/database/test-databases.ts'
import type { AssetSource } from '../../http/web-assets.ts'
import { labHost, type LabOptions } from '../../../testing/lab-host.ts'
import { sharedNotes } from '../../../testing/pipeline/public-pages/shared-notes.ts'

const origin = 'http://lab.test'

interface Sent {
  readonly text?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function notesLab(
  context: TestContext,
  { environment, ...options }: LabOptions = {},
  product: TestDatabaseProduct = testDatabases[0] as TestDatabaseProduct,
) {
  const fresh = await product.create()
  const given = { runs: 0 }
  const lab = await labHost(context, [sharedNotes(given)], {
    environment: { HOST_DATABASE_URL: fresh.url, ...environment },
    ...options,
  })
  context.after(async () => await fresh[Symbol.asyncDispose]())
  const owner = await lab.admin()
  const share = async (slug: string, title = 'Milk & more', by = owner): Promise<void> => {
    const answer = await by.call('POST', '/api/x/notes/notes', { body: { slug, title } })
    assert.equal(answer.status, 204)
  }
  const send = async (slug: string, { text = 'Hello', key = crypto.randomUUID(), headers }: Sent = {}) =>
    await lab.host.fetch(
      new Request(`${origin}/p/notes/${slug}/replies`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, 'idempotency-key': key, ...headers },
        body: JSON.stringify({ text }),
      }),
    )
  const page = async (slug: string, headers?: Readonly<Record<string, string>>) =>
    await lab.get(`/p/notes/${slug}`, headers)
  return { lab, given, owner, share, send, page }
}

const dataOf = (html: string) => {
  const [, json = ''] = /<script type="application\/json" id="public-page">([^<]*)<\/script>/.exec(html) ?? []
  return JSON.parse(json) as { readonly data: unknown; readonly title: string; readonly workspace: unknown }
}

for (const product of testDatabases) {
  test(`${product.name}: a public page has its data, its head and headers, and reads no session`, async (context) => {
    const { share, page, owner } = await notesLab(context, {}, product)
    await share('a')
    const answer = await page('a', { cookie: owner.cookie })
    assert.equal(answer.status, 200)
    const { headers } = answer
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^default-src 'self'; script-src 'self'[^;]*; style-src 'self'/,
    )
    const others = ['cache-control', 'vary', 'referrer-policy', 'x-robots-tag', 'set-cookie', 'ratelimit']
    assert.deepEqual(
      others.map((name) => headers.get(name)),
      ['no-cache', 'accept-language', 'no-referrer', 'noindex', null, null],
    )
    const html = await answer.text()
    assert.match(html, /<title>Milk &#38; more · [^<]+<\/title>/)
    assert.match(html, /<meta property="og:title" content="Milk &#38; more" \/>/)
    assert.match(html, /<meta name="description" content="Shared" \/>/)
    assert.deepEqual(dataOf(html).data, { title: 'Milk & more', replies: [] })
    assert.doesNotMatch(html, /not for visitors/)
    const again = await page('a', { 'if-none-match': headers.get('etag') ?? '' })
    assert.deepEqual([again.status, await again.text()], [304, ''])
  })

  test(`${product.name}: a form sent twice runs once, and its repeat gets the same answer`, async (context) => {
    const { share, send, page, given } = await notesLab(context, {}, product)
    await share('a')
    const key = crypto.randomUUID()
    const first = await send('a', { key })
    const second = await send('a', { key })
    assert.deepEqual([first.status, second.status, given.runs], [200, 200, 1])
    assert.deepEqual(await first.json(), await second.json())
    assert.equal((await send('a', { key, text: 'Another' })).status, 422)
    assert.deepEqual(dataOf(await (await page('a')).text()).data, { title: 'Milk & more', replies: ['Hello'] })
  })
}

test('a page is in the language that the browser prefers, whatever its cookies are', async (context) => {
  const { share, page } = await notesLab(context)
  await share('a')
  const answer = await page('a', { 'accept-language': 'zh-CN,zh;q=0.9', cookie: 'host_language=en' })
  assert.equal(answer.headers.get('content-language'), 'zh')
  assert.match(await answer.text(), /<html lang="zh-CN">[^]*content="分享"/)
})

test('hostile text of a tenant stays text in the title, the tags and the data', async (context) => {
  const { share, page } = await notesLab(context)
  const title = `</title></script><script>alert(1)</script>"'\u2028\u202e$& <!--`
  await share('a', title)
  const html = await (await page('a')).text()
  assert.doesNotMatch(html, /<script>alert|\u2028|<!--/)
  assert.doesNotMatch(html.split('<body>')[0] ?? '', /\u202e/)
  assert.equal(html.match(/<\/script>/g)?.length, 2)
  assert.deepEqual(dataOf(html).data, { title, replies: [] })
})

test('an unknown address, a feature that is off and a workspace being erased answer the same 404', async (context) => {
  const { lab, share, page, send, owner } = await notesLab(context)
  await share('a')
  const problemOf = async (answer: Response) => {
    const { requestId: _, ...problem } = (await answer.json()) as ProblemBody
    return problem
  }
  const unknown = await problemOf(await page('b'))
  assert.equal(unknown.status, 404)
  const features = lab.host.lookup(Features)
  await features?.set(owner.orgId, 'notes', false)
  assert.deepEqual(await problemOf(await page('a')), unknown)
  assert.equal((await send('a')).status, 404)
  assert.equal((await lab.get('/p/notes/a/picture')).status, 404)
  await features?.set(owner.orgId, 'notes', true)
  assert.equal((await page('a')).status, 200)
  const other = await lab.person('owner', 'Doomed')
  await share('doomed', 'Doomed', other)
  assert.equal((await page('doomed')).status, 200)
  await lab.host.lookup(Workspaces)?.erase({ orgId: other.orgId, actorId: other.userId }, 'doomed')
  assert.deepEqual(await problemOf(await page('doomed')), unknown)
})

test('the rows of another workspace are out of reach of a page', async (context) => {
  const { lab, share, send, page } = await notesLab(context)
  await share('a')
  await share('other', 'Other', await lab.person('admin', 'Other'))
  assert.equal((await send('other', { text: 'For the other workspace' })).status, 200)
  assert.deepEqual(dataOf(await (await page('a')).text()).data, { title: 'Milk & more', replies: [] })
})

test('a form of another site, without a key, or with too large or wrong input changes nothing', async (context) => {
  const { share, send, given } = await notesLab(context)
  await share('a')
  const statuses = [
    await send('a', { headers: { origin: 'https://evil.example' } }),
    await send('a', { headers: { origin: 'null' } }),
    await send('a', { key: '' }),
    await send('a', { text: 'x'.repeat(100_000) }),
    await send('a', { text: '' }),
    await send('a', { headers: { 'content-type': 'text/plain' } }),
  ].map(({ status }) => status)
  assert.deepEqual(statuses, [403, 403, 400, 413, 400, 415])
  assert.equal(given.runs, 0)
})

test('pages and forms have a limit per address each', async (context) => {
  const { share, send, page } = await notesLab(context, { environment: { HOST_RATE_PAGE: '2', HOST_RATE_FORM: '1' } })
  await share('a')
  const pages = [await page('a'), await page('b'), await page('a', { accept: 'text/html' })]
  assert.deepEqual(
    pages.map(({ status }) => status),
    [200, 404, 429],
  )
  assert.match(pages[2]?.headers.get('retry-after') ?? '', /^\d+$/)
  assert.deepEqual([(await send('a')).status, (await send('a')).status], [200, 429])
})

test('a public file may be cached and carries nothing of its reader', async (context) => {
  const { lab, share, owner } = await notesLab(context)
  await share('a')
  const answer = await lab.get('/p/notes/a/picture', { cookie: owner.cookie })
  assert.deepEqual([answer.status, await answer.text()], [200, 'picture'])
  const names = ['cache-control', 'content-type', 'set-cookie', 'ratelimit', 'x-content-type-options']
  assert.deepEqual(
    names.map((name) => answer.headers.get(name)),
    ['public, max-age=300', 'image/png', null, null, 'nosniff'],
  )
})

const page = definePublicPage({ path: '/p/other/{id}', data: z.object({}) })
const handler = { workspace: () => undefined, answer: () => undefined }

test('a public page outside of /p/ and the name of its plugin refuses the start', async (context) => {
  const thief = definePlugin({
    name: 'thief',
    info: { title: 'Thief', description: 'Takes paths', icon: 'file', category: 'Work', api: '^1' },
    models: [],
    mount(mux) {
      mux.publicPage(page as never, handler as never)
      mux.handle('GET /p/other/more' as never, () => new Response('mine'))
    },
  })
  await assert.rejects(labHost(context, [thief]), ({ message }: Error) => {
    assert.match(message, /"GET \/p\/other\/\{id\}" .*public pages of "thief" are below \/p\/thief\./)
    assert.match(message, /"GET \/p\/other\/more" .*register public pages under \/p\/thief\./)
    return true
  })
})

test('a public page with one half refuses the start and names the missing half', async (context) => {
  const bytes = new TextEncoder().encode(JSON.stringify({ notes: ['/p/notes/{slug}/old'] }))
  const form = { bytes, etag: '"1"' }
  const list = { type: 'application/json', plain: form, br: undefined, gzip: undefined }
  const webAssets: AssetSource = {
    paths: ['public-pages.json'],
    get: (path) => (path === 'public-pages.json' ? list : undefined),
  }
  await assert.rejects(labHost(context, [sharedNotes()], { webAssets }), ({ message }: Error) => {
    assert.match(message, /mounts the public page "\/p\/notes\/\{slug\}", which its web half does not draw; add/)
    assert.match(message, /draws the public page "\/p\/notes\/\{slug\}\/old", which its server half does not mount/)
    return true
  })
})
