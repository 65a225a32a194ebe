import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, Features, InstanceGuard, json, Problem, stream, UserGuard, type ProblemBody } from '@host/plugin'
import { labHost } from '../testing/lab-host.ts'

const info = { title: 'Notes', description: 'Keeps notes', icon: 'note', category: 'Work', api: '^1' } as const

/** Counts how often each handler ran. */
function notes(ran: string[] = []) {
  return definePlugin({
    name: 'notes',
    info,
    models: [],
    permissions: [{ name: 'notes.erase', title: 'Erase notes', role: 'owner' }],
    mount(mux, ctx) {
      mux.handle('GET /api/x/notes/public', () => {
        ran.push('public')
        return json({ ok: true })
      })
      mux.handle(
        'GET /api/x/notes/mine',
        ctx.guard(({ userId, orgId, role }) => {
          ran.push('mine')
          return json({ userId, orgId, role })
        }),
      )
      mux.handle(
        'POST /api/x/notes/mine',
        ctx.guard(() => {
          ran.push('write')
          return json({})
        }),
      )
      mux.handle(
        'GET /api/x/notes/admins',
        ctx.guard(() => json({}), { role: 'admin' }),
      )
      mux.handle(
        'GET /api/x/notes/erasers',
        ctx.guard(() => json({}), { permission: 'notes.erase' }),
      )
      mux.handle(
        'GET /api/x/notes/plus',
        ctx.guard(() => json({}), { tier: 'plus' }),
      )
      mux.handle('GET /api/x/notes/who', ({ request }) =>
        json({
          userId: ctx.userId(request) ?? null,
          orgId: ctx.orgId(request) ?? null,
          ofCopy: ctx.userId(request.clone()) ?? null,
        }),
      )
      mux.handle(
        'GET /api/x/notes/me',
        ctx.lookup(UserGuard)!(({ userId }) => json({ userId })),
      )
      mux.handle(
        'GET /api/x/notes/console',
        ctx.lookup(InstanceGuard)!(() => json({})),
      )
      mux.handle('GET /api/x/notes/boom', () => {
        throw new Error('the password is swordfish')
      })
      mux.handle('GET /api/x/notes/problem', () => {
        throw new Problem('conflict', { detail: 'Two at once.', headers: { 'retry-after': '3' } })
      })
      mux.handle('GET /api/x/notes/text', () => 'text' as unknown as Response)
      mux.handle('GET /api/x/notes/foreign', () => Response.redirect('http://elsewhere.test/'))
      mux.handle(
        'GET /api/x/notes/kept',
        ctx.guard(() => json({}, { headers: { 'cache-control': 'max-age=60' } })),
      )
      mux.handle('GET /api/x/notes/stream', () =>
        stream(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('a'))
              controller.close()
            },
          }),
        ),
      )
    },
  })
}

async function bodyOf(answer: Response): Promise<ProblemBody> {
  assert.equal(answer.headers.get('content-type'), 'application/problem+json')
  return (await answer.json()) as ProblemBody
}

suite('guard', () => {
  test("§5.2 a guarded route without a session is 401, with one it is the handler's answer", async (context) => {
    const ran: string[] = []
    const { get, person } = await labHost(context, [notes(ran)])
    assert.equal((await bodyOf(await get('/api/x/notes/mine'))).code, 'unauthenticated')
    assert.deepEqual(ran, [])
    const member = await person('member')
    const answer = await member.call('GET', '/api/x/notes/mine')
    assert.equal(answer.status, 200)
    assert.deepEqual(await answer.json(), { userId: member.userId, orgId: member.orgId, role: 'member' })
  })

  test('§5.2 a session token that is made up is nobody', async (context) => {
    const { get } = await labHost(context, [notes()])
    assert.equal((await get('/api/x/notes/mine', { cookie: `host_session=${'a'.repeat(43)}` })).status, 401)
  })

  test("§5.3 a role below the route's is 403, its own and a higher one pass", async (context) => {
    const { person } = await labHost(context, [notes()])
    assert.equal((await (await person('member')).call('GET', '/api/x/notes/admins')).status, 403)
    assert.equal((await (await person('admin')).call('GET', '/api/x/notes/admins')).status, 200)
    assert.equal((await (await person('owner')).call('GET', '/api/x/notes/admins')).status, 200)
  })

  test('§5.5 a permission is held from its role upward', async (context) => {
    const { person } = await labHost(context, [notes()])
    assert.equal((await (await person('admin')).call('GET', '/api/x/notes/erasers')).status, 403)
    assert.equal((await (await person('owner')).call('GET', '/api/x/notes/erasers')).status, 200)
  })

  test('§7 a tier that nobody in this build can vouch for is 402', async (context) => {
    const { person } = await labHost(context, [notes()])
    const answer = await (await person('owner')).call('GET', '/api/x/notes/plus')
    assert.equal(answer.status, 402)
    assert.equal((await bodyOf(answer)).code, 'tier_required')
  })

  test('§5.4 the console is 401 for strangers, 403 for the owner of a workspace and open to instance admins', async (context) => {
    const { get, person, admin } = await labHost(context, [notes()])
    assert.equal((await get('/api/x/notes/console')).status, 401)
    assert.equal((await (await person('owner')).call('GET', '/api/x/notes/console')).status, 403)
    assert.equal((await (await admin()).call('GET', '/api/x/notes/console')).status, 200)
  })

  test('§2 userId and orgId of a request are those of its session, and undefined without one or for a copy', async (context) => {
    const { get, person } = await labHost(context, [notes()])
    assert.deepEqual(await (await get('/api/x/notes/who')).json(), { userId: null, orgId: null, ofCopy: null })
    const { userId, orgId, call } = await person('member')
    assert.deepEqual(await (await call('GET', '/api/x/notes/who')).json(), { userId, orgId, ofCopy: null })
  })
})

suite('gate', () => {
  test('§4.2 a disabled feature answers 404 before the handler runs, in that workspace only', async (context) => {
    const ran: string[] = []
    const { host, person, get } = await labHost(context, [notes(ran)])
    const off = await person('owner', 'Off')
    const on = await person('owner', 'On')
    await host.lookup(Features)!.set(off.orgId, 'notes', false)
    const refused = await off.call('GET', '/api/x/notes/mine')
    assert.equal(refused.status, 404)
    assert.equal((await bodyOf(refused)).code, 'feature_disabled')
    assert.equal((await off.call('GET', '/api/x/notes/public')).status, 404)
    assert.deepEqual(ran, [])
    assert.equal((await on.call('GET', '/api/x/notes/mine')).status, 200)
    assert.equal((await get('/api/x/notes/public')).status, 200, 'a stranger has no workspace')
    await host.lookup(Features)!.set(off.orgId, 'notes', true)
    assert.equal((await off.call('GET', '/api/x/notes/mine')).status, 200)
  })

  test("§1 a workspace's switch never touches the console and what is a person's own", async (context) => {
    const { host, admin } = await labHost(context, [notes()])
    const root = await admin()
    await host.lookup(Features)!.set(root.orgId, 'notes', false)
    assert.equal((await root.call('GET', '/api/x/notes/console')).status, 200)
    assert.equal((await root.call('GET', '/api/x/notes/me')).status, 200)
  })
})

suite('problems', () => {
  test('§7 an unexpected error is 500 without its internals, and the log has them under the same request id', async (context) => {
    const { get, log, host } = await labHost(context, [notes()])
    const answer = await get('/api/x/notes/boom')
    const text = await answer.text()
    assert.equal(answer.status, 500)
    assert.ok(!text.includes('swordfish'))
    const { requestId } = JSON.parse(text) as ProblemBody
    assert.equal(answer.headers.get('x-request-id'), requestId)
    const line = log.find((entry) => entry['requestId'] === requestId)
    assert.equal(line?.['plugin'], 'notes')
    assert.match(String(line?.['err']), /swordfish/)
    assert.equal(host.faultCount('notes'), 1)
  })

  test('§7 a thrown problem keeps its status, code, detail and headers, and is no fault', async (context) => {
    const { get, host } = await labHost(context, [notes()])
    const answer = await get('/api/x/notes/problem')
    assert.equal(answer.headers.get('retry-after'), '3')
    const { status, code, detail } = await bodyOf(answer)
    assert.deepEqual({ status, code, detail }, { status: 409, code: 'conflict', detail: 'Two at once.' })
    assert.equal(host.faultCount('notes'), 0)
  })

  test('§7 a problem is told in the language that the client likes best', async (context) => {
    const { get } = await labHost(context, [notes()])
    const likes = async (language: string): Promise<string> =>
      (await bodyOf(await get('/nowhere', { 'accept-language': language }))).title
    assert.equal(await likes('zh-CN,zh;q=0.9,en;q=0.8'), '这里没有内容')
    assert.equal(await likes('en;q=0.4, zh;q=0.2'), 'There is nothing here')
    assert.equal(await likes('fr, zh;q=0.1'), '这里没有内容')
    assert.equal(await likes('fr'), 'There is nothing here')
    assert.equal(await likes('zh;q=0, en;q=0'), 'There is nothing here')
  })

  test('§4 an unknown address is 404 and a known one with another method 405 with Allow, in the same body', async (context) => {
    const { get, person } = await labHost(context, [notes()])
    assert.equal((await bodyOf(await get('/api/x/notes/nothing'))).code, 'not_found')
    const answer = await (await person('member')).call('DELETE', '/api/x/notes/mine')
    assert.equal((await bodyOf(answer)).code, 'method_not_allowed')
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST')
  })

  test("§7 a handler that returns no answer is its plugin's fault", async (context) => {
    const { get, log } = await labHost(context, [notes()])
    assert.equal((await get('/api/x/notes/text')).status, 500)
    assert.ok(log.some((line) => line['plugin'] === 'notes' && line.level === 'error'))
  })
})

suite('answers', () => {
  test("every answer has a request id: the client's when it is well-formed, else a new one", async (context) => {
    const { get } = await labHost(context, [notes()])
    const idOf = async (given: string): Promise<string | null> =>
      (await get('/api/x/notes/public', { 'x-request-id': given })).headers.get('x-request-id')
    assert.equal(await idOf('trace-12345678'), 'trace-12345678')
    assert.match((await idOf('short')) ?? '', /^[0-9a-f]{16}$/)
    assert.match((await idOf('x'.repeat(65))) ?? '', /^[0-9a-f]{16}$/)
    assert.notEqual(await idOf('a b c d e f g'), await idOf('a b c d e f g'))
  })

  test('§4 signed-in answers are not kept by caches unless the handler says so', async (context) => {
    const { get, person } = await labHost(context, [notes()])
    const { call } = await person('member')
    assert.equal((await call('GET', '/api/x/notes/mine')).headers.get('cache-control'), 'no-store')
    assert.equal((await call('GET', '/api/x/notes/kept')).headers.get('cache-control'), 'max-age=60')
    assert.equal((await get('/api/x/notes/public')).headers.get('cache-control'), null)
  })

  test('an answer whose headers can not be changed is sent all the same', async (context) => {
    const { get } = await labHost(context, [notes()])
    const answer = await get('/api/x/notes/foreign')
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.get('location'), 'http://elsewhere.test/')
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f]{16}$/)
  })

  test('a streamed answer arrives whole', async (context) => {
    const { get } = await labHost(context, [notes()])
    assert.equal(await (await get('/api/x/notes/stream')).text(), 'a')
  })
})

suite('csrf', () => {
  const own = 'http://lab.test'
  const codeOf = async (answer: Response): Promise<string> => (answer.ok ? 'ok' : (await bodyOf(answer)).code)

  test('§5.1 what changes something with a session needs an allowed origin', async (context) => {
    const ran: string[] = []
    const { call } = await (await labHost(context, [notes(ran)])).person('member')
    const from = (headers: Record<string, string>): Promise<string> =>
      call('POST', '/api/x/notes/mine', { headers }).then(codeOf)
    assert.equal(await from({ origin: 'http://evil.test' }), 'csrf_origin')
    assert.equal(await from({ origin: 'null' }), 'csrf_origin')
    assert.equal(await from({ origin: 'http://lab.test.evil.test' }), 'csrf_origin')
    assert.equal(await from({ origin: 'http://lab.test:81' }), 'csrf_origin')
    assert.deepEqual(ran, [])
    assert.equal(await from({ origin: own }), 'ok')
  })

  test("§5.1 without an Origin the browser's own word on the site counts", async (context) => {
    const { host, person } = await labHost(context, [notes()])
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

  test('§5.1 it needs the token of this very session too', async (context) => {
    const { person } = await labHost(context, [notes()])
    const [one, other] = [await person('member'), await person('member')]
    const send = (token: string): Promise<string> =>
      one.call('POST', '/api/x/notes/mine', { headers: { 'x-csrf-token': token } }).then(codeOf)
    assert.equal(await send(''), 'csrf_token')
    assert.equal(await send(other.csrfToken), 'csrf_token')
    assert.equal(await send(`${one.csrfToken} `.slice(1)), 'csrf_token')
    assert.equal(await send(one.csrfToken), 'ok')
  })

  test('§5.1 with a public address only that origin is allowed', async (context) => {
    const { call } = await (
      await labHost(context, [notes()], { environment: { HOST_PUBLIC_URL: 'http://public.test' } })
    ).person('member')
    const from = (origin: string): Promise<string> =>
      call('POST', '/api/x/notes/mine', { headers: { origin } }).then(codeOf)
    assert.equal(await from(own), 'csrf_origin')
    assert.equal(await from('https://public.test'), 'csrf_origin')
    assert.equal(await from('http://public.test'), 'ok')
  })

  test('§5.1 a call under /api/auth needs the origin without a session too', async (context) => {
    const auth = definePlugin({
      name: 'auth',
      info: { ...info, core: true },
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
