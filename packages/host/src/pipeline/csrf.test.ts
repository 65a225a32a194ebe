import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, json, type ProblemBody } from '@host/plugin'
import { labHost } from '../../testing/lab-host.ts'
import { notesInfo, notesPlugin } from '../../testing/notes-plugin.ts'

suite('csrf', () => {
  const own = 'http://lab.test'
  const codeOf = async (answer: Response): Promise<string> =>
    answer.ok ? 'ok' : ((await answer.json()) as ProblemBody).code

  test('§5.1 §I10 a change with a session needs an allowed origin', async (context) => {
    const ran: string[] = []
    const { call } = await (await labHost(context, [notesPlugin(ran)])).person('member')
    const from = (headers: Record<string, string>): Promise<string> =>
      call('POST', '/api/x/notes/mine', { headers }).then(codeOf)
    assert.equal(await from({ origin: 'http://evil.test' }), 'csrf_origin')
    assert.equal(await from({ origin: 'null' }), 'csrf_origin')
    assert.equal(await from({ origin: 'http://lab.test.evil.test' }), 'csrf_origin')
    assert.equal(await from({ origin: 'http://lab.test:81' }), 'csrf_origin')
    assert.deepEqual(ran, [])
    assert.equal(await from({ origin: own }), 'ok')
  })

  test("§5.1 §I10 without an Origin the browser's own word on the site counts", async (context) => {
    const { host, person } = await labHost(context, [notesPlugin()])
    const { cookie, csrfToken } = await person('member')
    const send = async (headers: Record<string, string>): Promise<string> =>
      codeOf(
        await host.fetch(
          new Request(`${own}/api/x/notes/mine`, {
            method: 'POST',
            headers: { cookie, 'x-csrf-token': csrfToken, ...headers },
          }),
        ),
      )
    assert.equal(await send({}), 'csrf_origin')
    assert.equal(await send({ 'sec-fetch-site': 'cross-site' }), 'csrf_origin')
    assert.equal(await send({ 'sec-fetch-site': 'same-site' }), 'csrf_origin')
    assert.equal(await send({ 'sec-fetch-site': 'same-origin' }), 'ok')
  })

  test('§5.1 §I10 it needs the token of this very session too', async (context) => {
    const { person } = await labHost(context, [notesPlugin()])
    const [one, other] = [await person('member'), await person('member')]
    const send = (token: string): Promise<string> =>
      one.call('POST', '/api/x/notes/mine', { headers: { 'x-csrf-token': token } }).then(codeOf)
    assert.equal(await send(''), 'csrf_token')
    assert.equal(await send(other.csrfToken), 'csrf_token')
    assert.equal(await send(`${one.csrfToken} `.slice(1)), 'csrf_token')
    assert.equal(await send(one.csrfToken), 'ok')
  })

  test('§5.1 §I10 with a public address only that origin is allowed', async (context) => {
    const { call } = await (
      await labHost(context, [notesPlugin()], { environment: { HOST_PUBLIC_URL: 'http://public.test' } })
    ).person('member')
    const from = (origin: string): Promise<string> =>
      call('POST', '/api/x/notes/mine', { headers: { origin } }).then(codeOf)
    assert.equal(await from(own), 'csrf_origin')
    assert.equal(await from('https://public.test'), 'csrf_origin')
    assert.equal(await from('http://public.test'), 'ok')
  })

  test('§5.1 §I10 a call under /api/auth needs the origin without a session too', async (context) => {
    const auth = definePlugin({
      name: 'auth',
      info: { ...notesInfo, core: true },
      models: [],
      topLevelApi: ['auth'],
      mount: (mux) => mux.handle('POST /api/auth/login', () => json({})),
    })
    const { host } = await labHost(context, [auth], { isInTree: true })
    const send = async (headers: Record<string, string>): Promise<string> =>
      codeOf(await host.fetch(new Request(`${own}/api/auth/login`, { method: 'POST', headers })))
    assert.equal(await send({}), 'csrf_origin')
    assert.equal(await send({ origin: 'http://evil.test' }), 'csrf_origin')
    assert.equal(await send({ origin: own }), 'ok')
  })
})
