import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { test } from 'node:test'
import { definePlugin, json, Outbound } from '@host/plugin'
import { get, newClient } from '@host/plugin/safehttp'
import { createTestHost } from '../index.ts'
import { hostile, startHostileLab, startListener } from './index.ts'

const info = { title: 'Links', description: 'Shows links', icon: 'link', category: 'Work', api: '^1' } as const
const plugin = definePlugin({
  name: 'links',
  info,
  models: [],
  mount(mux, ctx) {
    const client = newClient(2_000, { outbound: ctx.lookup(Outbound) })
    mux.handle(
      'POST /api/x/links/preview',
      ctx.guard(async ({ request, signal }) => {
        const { url } = (await request.json()) as { readonly url: string }
        return json({ text: (await get(signal, client, url, 'links/1.0')).text() })
      }),
    )
  },
})

test('a plugin is tested against the laboratory as against the internet', async () => {
  await using lab = await startHostileLab()
  await using host = await createTestHost({ plugins: [plugin], outbound: lab.outbound })
  const preview = (url: string) => host.as('member').post('/api/x/links/preview', { url })
  lab.site.at('/', hostile.text('outside', { connection: 'close' }))
  lab.names.set('moving.example', [lab.site.address], [lab.listener.address])
  const url = lab.site.url('/', 'moving.example')
  assert.deepEqual(await (await preview(url)).json(), { text: 'outside' })
  assert.equal((await preview(url)).status, 400)
  assert.equal((await preview(lab.site.at('/start', hostile.redirect(url)))).status, 400)
  assert.equal(lab.listener.connections, 0)
})

test('a plugin of a test reaches public addresses only when it was given no laboratory', async () => {
  await using lab = await startHostileLab()
  await using host = await createTestHost({ plugins: [plugin] })
  const url = lab.site.at('/', hostile.text('inside'))
  assert.equal((await host.as('member').post('/api/x/links/preview', { url })).status, 400)
  assert.equal(lab.site.connections, 0)
})

test('a name gives its turns in order, one a look-up, and keeps the last', async () => {
  await using lab = await startHostileLab()
  const resolver = new Resolver({ timeout: 1_000, tries: 1 })
  resolver.setServers([lab.names.address])
  lab.names.set('a.example', ['192.0.2.1', '2001:db8::1'], 'failure', ['192.0.2.2'])
  assert.deepEqual(await resolver.resolve4('a.example'), ['192.0.2.1'])
  assert.deepEqual(await resolver.resolve6('a.example'), ['2001:db8::1'])
  await assert.rejects(resolver.resolve4('a.example'), { code: 'ESERVFAIL' })
  for (let turn = 0; turn < 2; turn += 1) assert.deepEqual(await resolver.resolve4('A.Example'), ['192.0.2.2'])
  lab.names.set('a.example', 'silence')
  await assert.rejects(resolver.resolve4('a.example'), { code: 'ETIMEOUT' })
  await assert.rejects(resolver.resolve4('b.example'), { code: 'ENOTFOUND' })
  assert.deepEqual([...new Set(lab.names.questions)], ['a.example', 'b.example'])
})

test('a listener counts who calls', async (t) => {
  const listener = await startListener('127.0.0.1')
  t.after(() => listener.close())
  assert.equal(listener.connections, 0)
  await assert.rejects(fetch(`http://127.0.0.1:${listener.port}/`))
  assert.equal(listener.connections, 1)
})

test('the site records its requests, and its listener uses the same port', async () => {
  await using lab = await startHostileLab()
  const answer = await fetch(lab.site.at('/hook?x=1', hostile.text('ok')), { method: 'POST', body: 'hello' })
  assert.equal(await answer.text(), 'ok')
  assert.deepEqual(
    lab.site.requests.map(({ method, path, body }) => [method, path, body]),
    [['POST', '/hook?x=1', 'hello']],
  )
  assert.equal(lab.listener.port, lab.site.port)
  assert.notEqual(lab.listener.address, lab.site.address)
  assert.equal((await fetch(lab.site.url('/nowhere'))).status, 404)
})
