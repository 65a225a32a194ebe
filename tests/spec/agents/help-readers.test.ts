/** The help available to a reader by each way of access, and the single search over it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, type HelpDoc } from '@host/plugin'
import { agentOf, mintToken } from '../lab/agents.ts'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'

const made = (slug: string, title: string, body: string): HelpDoc => ({ slug, title, category: 'start', body })

/** Pages of a feature that can be switched off. */
const garden = definePlugin({
  name: 'garden',
  info: infoOf('Garden'),
  models: [],
  mount: () => undefined,
  helpDocs: () => [
    made('beds', 'Beds', '# Beds\n\n<Aside>Tomatoes like **sun** and dark soil.</Aside>\n\n## Soil\n\nDark.'),
    { ...made('beds', '苗床', '番茄喜欢阳光，也喜欢深色的土壤。'), language: 'zh' },
    made('water', 'Watering tomatoes', 'In the evening, with the soil of the beds dry.'),
    made('sun', 'Sun', '# The sun itself\n\nIt shines on tomatoes and soil.'),
  ],
})

const page = '/help/beds'

interface Listed {
  readonly items: readonly { readonly slug: string; readonly title: string; readonly excerpt?: string }[]
}

/** A program with a token and nothing else. */
function program({ visitor }: SpecHost, authorization: string) {
  return (path: string, headers: Readonly<Record<string, string>> = {}) =>
    visitor().get<Listed & { readonly code?: string }>(path, { authorization, ...headers })
}

/** A page as it is sent. */
async function textOf({ visitor }: SpecHost, path: string, token: string): Promise<string> {
  return (await visitor().get<string>(path, { authorization: `Bearer ${token}` })).body
}

test("§A90 a token of any scope reads the help of its workspace's features, as a session does", async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { ada, cleo, dora } = await host.people()
  const token = await mintToken(cleo, ['features.read'])
  const read = program(host, `Bearer ${token}`)
  const elsewhere = program(host, `Bearer ${await mintToken(dora, ['features.read'])}`)
  const slugs = async (get: typeof read) => (await get('/api/help/docs')).body.items.map(({ slug }) => slug)
  const own = (await cleo.get<Listed>('/api/help/docs')).body.items.map(({ slug }) => slug)
  assert.ok(own.includes('beds'))
  assert.deepEqual(await slugs(read), own)
  assert.equal((await read(page)).status, 200)
  assert.match(await textOf(host, '/help?q=tomatoes', token), /<mark>Tomatoes<\/mark>/)
  assert.equal((await host.visitor().get(page)).status, 200)

  assert.equal((await ada.send('PUT', '/api/features/garden', { body: { enabled: false } })).status, 200)
  for (const path of [page, '/help/water']) assert.equal((await read(path)).status, 404)
  assert.deepEqual((await read('/api/help/docs?q=tomatoes')).body.items, [])
  assert.equal((await elsewhere(page)).status, 200)
  assert.equal((await host.visitor().get(page)).status, 200, 'who has no workspace has no switch')
})

test('§A90 proof of a workspace for the help grants no other access', async () => {
  const asked: unknown[] = []
  const desk = definePlugin({
    name: 'desk',
    info: infoOf('Desk'),
    models: [],
    mount: (mux, ctx) => {
      mux.handle('GET /api/x/desk/open', ({ request }) => {
        asked.push([ctx.userId(request), ctx.orgId(request)])
        return new Response(null, { status: 204 })
      })
    },
  })
  await using host = await startSpecHost({ plugins: [garden, desk] })
  const { cleo, eve } = await host.people()
  const read = program(host, `Bearer ${await mintToken(cleo, ['features.read'])}`)
  assert.equal((await read('/api/x/desk/open')).status, 204)
  assert.deepEqual(asked, [[undefined, undefined]])
  // An account without a workspace has no disabled features either.
  assert.equal((await eve.get(page)).status, 200)
})

test('§A91 an invalid token is refused, and never gets the pages of anonymous clients', async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { cleo } = await host.people()
  const { body } = await cleo.post<{ id: string; token: string }>('/api/tokens', { name: 'Agent' })
  const { token } = body
  assert.equal((await program(host, `Bearer ${token}`)(page)).status, 200)
  const broken = [token.slice(0, -1), `${token}x`, token.toUpperCase(), 'host_', '', 'of another program', 'eyJhbGciOi']
  const everywhere = ['/help', page, '/help/nowhere', '/api/help/docs', '/api/help/docs?q=tomatoes']
  for (const one of broken) {
    for (const path of everywhere) {
      const answer = await program(host, `Bearer ${one}`)(path, { ...cleo.standing })
      assert.deepEqual([answer.status, answer.body.code], [401, 'unauthenticated'], `${one} at ${path}`)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm="host", error="invalid_token"/)
    }
  }
  assert.equal((await cleo.send('DELETE', `/api/tokens/${body.id}`)).status, 204)
  for (const path of everywhere) assert.equal((await program(host, `Bearer ${token}`)(path)).status, 401)
  assert.equal((await program(host, 'Basic cm9ib3Q6eA==')('/help')).status, 200)
})

test('§A91 no answer of the help is kept for another user', async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { cleo } = await host.people()
  for (const path of ['/help', page, '/help/nowhere', '/help?q=tomatoes']) {
    const { headers } = await cleo.get(path)
    assert.equal(headers.get('cache-control'), 'no-store', path)
    assert.equal(headers.get('etag'), null)
    const varied = (headers.get('vary') ?? '').toLowerCase().split(/,\s*/)
    for (const name of ['accept', 'accept-language', 'authorization', 'cookie']) assert.ok(varied.includes(name), name)
  }
  assert.match((await cleo.get('/api/help/docs')).headers.get('cache-control') ?? '', /no-store/)
})

test('§A92 page, API, palette and agents find the same pages in the same order, at the same places', async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { cleo } = await host.people()
  for (const language of ['en', 'zh'] as const) {
    await using agent = await agentOf(host, cleo, { language })
    const queries = ['tomatoes soil', 'TOMATOES', '番茄土壤', '土壤', 'Where are the beds?', '苗床', 'beds ']
    for (const query of queries) {
      const q = encodeURIComponent(query)
      const { items } = (await cleo.get<Listed>(`/api/help/docs?q=${q}&lang=${language}`)).body
      assert.ok(items.length > 0, query)
      const answer = await agent.callTool({ name: 'search_help', arguments: { query } })
      const named = answer.structuredContent as { items: readonly { uri: string; title: string; excerpt: string }[] }
      assert.deepEqual(
        named.items,
        items.slice(0, 20).map(({ slug, title, excerpt }) => ({ uri: `help://${slug}`, title, excerpt })),
      )
      const { body: html } = await cleo.get<string>(`/help?q=${q}&lang=${language}`)
      const shown = [...html.matchAll(/<li>\s*<a href="\/help\/([\w-]+)\?/g)].map(([, slug]) => slug)
      assert.deepEqual(
        shown,
        items.map(({ slug }) => slug),
      )
    }
  }
})

test('§A92 a page is the same Markdown as a resource and at its address, under its own title', async () => {
  await using host = await startSpecHost({ plugins: [garden] })
  const { cleo } = await host.people()
  await using agent = await agentOf(host, cleo)
  const expected: Readonly<Record<string, RegExp>> = {
    beds: /^# Beds\n\n<Aside>/,
    water: /^# Watering tomatoes\n\nIn the evening/,
    sun: /^# Sun\n\n# The sun itself\n/,
  }
  for (const [slug, text] of Object.entries(expected)) {
    const { body } = await cleo.get<string>(`/help/${slug}`, { accept: 'text/markdown' })
    const { contents } = await agent.readResource({ uri: `help://${slug}` })
    assert.match(body, text)
    assert.deepEqual(
      contents.map((one) => ('text' in one ? one.text : '')),
      [body],
    )
  }
})
