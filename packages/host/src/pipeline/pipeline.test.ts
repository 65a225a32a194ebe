import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, json, Problem, stream, type ProblemBody } from '@host/plugin'
import { labHost } from '../../testing/lab-host.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'

const bytes = new TextEncoder().encode('a')

/** A plugin with answers of every kind. */
const odd = definePlugin({
  name: 'odd',
  info: notesInfo,
  models: [],
  mount(mux, ctx) {
    mux.handle('GET /api/x/odd/public', () => json({}))
    mux.handle('GET /api/x/odd/mine', ctx.guard(answerEmpty))
    mux.handle('POST /api/x/odd/mine', ctx.guard(answerEmpty))
    mux.handle('GET /api/x/odd/kept', ctx.guard(answerKept))
    mux.handle('GET /api/x/odd/boom', () => {
      throw new Error('the password is swordfish')
    })
    mux.handle('GET /api/x/odd/internal', () => {
      throw new Problem('internal', { detail: 'the password is swordfish' })
    })
    mux.handle('GET /api/x/odd/problem', () => {
      throw new Problem('conflict', { detail: 'Two at once.', headers: { 'retry-after': '3' } })
    })
    mux.handle('GET /api/x/odd/text', () => 'text' as unknown as Response)
    mux.handle('GET /api/x/odd/foreign', () => Response.redirect('http://elsewhere.test/'))
    mux.handle('GET /api/x/odd/stream', () => stream(new Blob([bytes]).stream()))
  },
})

function answerEmpty(): Response {
  return json({})
}

function answerKept(): Response {
  return json({}, { headers: { 'cache-control': 'max-age=60' } })
}

async function bodyOf(answer: Response): Promise<ProblemBody> {
  assert.equal(answer.headers.get('content-type'), 'application/problem+json')
  return (await answer.json()) as ProblemBody
}

suite('problems', () => {
  test('an unexpected error is 500 without its internals, and the log has them under the same request id', async (context) => {
    const { get, log, host } = await labHost(context, [odd])
    const answer = await get('/api/x/odd/boom')
    const text = await answer.text()
    assert.equal(answer.status, 500)
    assert.ok(!text.includes('swordfish'))
    assert.ok(!(await (await get('/api/x/odd/internal')).text()).includes('swordfish'))
    const { requestId } = JSON.parse(text) as ProblemBody
    assert.equal(answer.headers.get('x-request-id'), requestId)
    const line = log.find((entry) => entry['requestId'] === requestId)
    assert.equal(line?.['plugin'], 'odd')
    assert.match(String(line?.['err']), /swordfish/)
    assert.equal(host.faultCount('odd'), 2)
  })

  test('a thrown problem keeps its status, code, detail and headers, and is not a fault', async (context) => {
    const { get, host } = await labHost(context, [odd])
    const answer = await get('/api/x/odd/problem')
    assert.equal(answer.headers.get('retry-after'), '3')
    const { status, code, detail } = await bodyOf(answer)
    assert.deepEqual({ status, code, detail }, { status: 409, code: 'conflict', detail: 'Two at once.' })
    assert.equal(host.faultCount('odd'), 0)
  })

  test("a problem is reported in the client's preferred language", async (context) => {
    const { get } = await labHost(context, [odd])
    const likes = async (language: string): Promise<string> =>
      (await bodyOf(await get('/nowhere', { 'accept-language': language }))).title
    assert.equal(await likes('zh-CN,zh;q=0.9,en;q=0.8'), '这里没有内容')
    assert.equal(await likes('en;q=0.4, zh;q=0.2'), 'Not found')
    assert.equal(await likes('fr, zh;q=0.1'), '这里没有内容')
    assert.equal(await likes('fr'), 'Not found')
    assert.equal(await likes('zh;q=0, en;q=0'), 'Not found')
  })

  test('an unknown address is 404 and a known one with another method 405 with Allow, in the same body', async (context) => {
    const { get, person } = await labHost(context, [odd])
    assert.equal((await bodyOf(await get('/api/x/odd/nothing'))).code, 'not_found')
    const answer = await (await person('member')).call('DELETE', '/api/x/odd/mine')
    assert.equal((await bodyOf(answer)).code, 'method_not_allowed')
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST')
  })

  test("a handler that returns no answer is its plugin's fault", async (context) => {
    const { get, log } = await labHost(context, [odd])
    assert.equal((await get('/api/x/odd/text')).status, 500)
    assert.ok(log.some((line) => line['plugin'] === 'odd' && line.level === 'error'))
  })
})

suite('answers', () => {
  test('every answer has a request id: the one that a proxy gave when it is well-formed, else a new one', async (context) => {
    const { get } = await labHost(context, [odd])
    const idOf = async (given: string): Promise<string | null> =>
      (await get('/api/x/odd/public', { 'x-request-id': given })).headers.get('x-request-id')
    assert.equal(await idOf('trace-12345678'), 'trace-12345678')
    assert.match((await idOf('short')) ?? '', /^[0-9a-f]{16}$/)
    assert.match((await idOf('x'.repeat(65))) ?? '', /^[0-9a-f]{16}$/)
    assert.notEqual(await idOf('a b c d e f g'), await idOf('a b c d e f g'))
  })

  test('signed-in answers are not kept by caches unless the handler says so', async (context) => {
    const { get, person } = await labHost(context, [odd])
    const { call } = await person('member')
    assert.equal((await call('GET', '/api/x/odd/mine')).headers.get('cache-control'), 'no-store')
    assert.equal((await call('GET', '/api/x/odd/kept')).headers.get('cache-control'), 'max-age=60')
    assert.equal((await get('/api/x/odd/public')).headers.get('cache-control'), null)
  })

  test('an answer whose headers can not be changed is sent all the same', async (context) => {
    const { get } = await labHost(context, [odd])
    const answer = await get('/api/x/odd/foreign')
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.get('location'), 'http://elsewhere.test/')
    assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f]{16}$/)
  })

  test('§9.5 /api/v1/ is another name of /api/', async (context) => {
    const { get, person } = await labHost(context, [odd])
    assert.equal((await get('/api/v1/x/odd/public')).status, 200)
    assert.equal((await get('/api/v1/x/odd/mine')).status, 401)
    assert.equal((await (await person('member')).call('GET', '/api/v1/x/odd/mine')).status, 200)
    assert.equal((await get('/api/v2/x/odd/public')).status, 404)
    assert.equal((await get('/v1/x/odd/public')).status, 404)
  })

  test('a streamed answer arrives whole', async (context) => {
    const { get } = await labHost(context, [odd])
    assert.equal(await (await get('/api/x/odd/stream')).text(), 'a')
  })
})
