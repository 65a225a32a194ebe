import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json } from '@host/plugin'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost } from '../lab/spec-host.ts'

async function factsOf(request: Request) {
  const { method, url, headers } = request
  const text = method === 'GET' ? '' : await request.text()
  return { method, path: new URL(url).pathname, language: headers.get('accept-language'), text }
}

const notes = definePlugin({
  name: 'notes',
  info: infoOf('Notes'),
  models: [],
  mount(mux, ctx) {
    for (const pattern of ['GET /api/x/notes/copies', 'POST /api/x/notes/copies'] as const) {
      mux.handle(
        pattern,
        ctx.guard(async ({ request }) => {
          const cloned = await factsOf(request.clone())
          const anew = new Request(request.url, request)
          return json([cloned, await factsOf(anew)])
        }),
      )
    }
  },
})

test('§A97 the request of a scope is cloned and made again with its method, address, headers and body', async () => {
  await using host = await startSpecHost({ plugins: [notes] })
  const { ada } = await host.people()
  const path = '/api/x/notes/copies'
  const read = { method: 'GET', path, language: 'zh', text: '' }
  assert.deepEqual((await ada.get(path, { 'accept-language': 'zh' })).body, [read, read])
  const sent = { ...read, method: 'POST', text: '{"title":"创建"}' }
  const answer = await ada.send('POST', path, { body: { title: '创建' }, headers: { 'accept-language': 'zh' } })
  assert.deepEqual(answer.body, [sent, sent])
})
