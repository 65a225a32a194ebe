/** Every way in which a request can fail, at every layer: one error body for all of them, in two languages. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ErrorCode, Language } from '@host/plugin'
import { wire } from '../fixtures/wire.ts'
import { switchFeature } from '../lab/features.ts'
import type { People } from '../lab/people.ts'
import { assertProblem } from '../lab/problem-body.ts'
import { rawExchange, rawExchanges, type RawAnswer } from '../lab/raw-wire.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Answer, Sent, Visitor } from '../lab/visitor.ts'

const { plugin } = wire()
let host: SpecHost
let people: People
let port = 0

before(async () => {
  host = await startSpecHost({
    plugins: [plugin],
    environment: {
      HOST_RATE_REDIRECT: '2',
      HOST_ANSWER_TIMEOUT: '2',
      HOST_HEADERS_TIMEOUT: '0.3',
      HOST_REQUEST_TIMEOUT: '0.6',
    },
  })
  people = await host.people()
  port = Number(new URL(host.host.url ?? '').port)
})
after(() => host[Symbol.asyncDispose]())

interface Way {
  readonly code: ErrorCode
  readonly ask: (language: Language) => Promise<Answer | RawAnswer>
  /** Headers that the answer has to have. */
  readonly headers?: Readonly<Record<string, RegExp>>
}

const asVisitor =
  (who: () => Visitor, line: `${string} /${string}`, sent: Sent = {}): Way['ask'] =>
  (language) => {
    const [method = '', path = ''] = line.split(' ')
    return who().send(method, path, { ...sent, headers: { 'accept-language': language, ...sent.headers } })
  }

const asBytes =
  (...parts: readonly string[]): Way['ask'] =>
  async (language) => {
    const worded = parts.map((part) => part.replaceAll('LANGUAGE', `Accept-Language: ${language}`))
    const { answers } = await rawExchange(port, ...worded)
    return answers.at(-1) ?? assert.fail('there is no answer')
  }

const anonymous = (): Visitor => host.visitor()
const [ada, cleo, eve] = [() => people.ada, () => people.cleo, () => people.eve]
const head = 'HTTP/1.1\r\nHost: a\r\nLANGUAGE'

const ways: Readonly<Record<string, Way>> = {
  'a path that is malformed': { code: 'bad_request', ask: asBytes(`GET /api/%zz ${head}\r\n\r\n`) },
  'a body that is not JSON': {
    code: 'bad_request',
    ask: asBytes(`POST /api/x/wire/order ${head}\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{`),
  },
  'an input that is wrong': {
    code: 'invalid_input',
    ask: asVisitor(anonymous, 'POST /api/x/wire/order', { body: {} }),
  },
  'nobody where somebody is needed': { code: 'unauthenticated', ask: asVisitor(anonymous, 'GET /api/x/wire/mine') },
  'a wrong password': {
    code: 'invalid_credentials',
    ask: asVisitor(anonymous, 'POST /api/auth/login', { body: { email: 'x@example.test', password: 'guess-guess' } }),
  },
  'a session without a workspace': { code: 'no_workspace', ask: asVisitor(eve, 'GET /api/x/wire/mine') },
  'a role that is too low': { code: 'forbidden', ask: asVisitor(cleo, 'POST /api/invitations', { body: {} }) },
  'another site': {
    code: 'csrf_origin',
    ask: asVisitor(ada, 'POST /api/x/wire/change', { headers: { origin: 'https://evil.test' } }),
  },
  'a token of another page': {
    code: 'csrf_token',
    ask: asVisitor(ada, 'POST /api/x/wire/change', { headers: { 'x-csrf-token': 'stale' } }),
  },
  'an address without a route': { code: 'not_found', ask: asVisitor(ada, 'GET /api/x/nobody/here') },
  'a page that does not exist': { code: 'not_found', ask: asVisitor(anonymous, 'GET /nowhere') },
  'an address of the API itself': { code: 'not_found', ask: asVisitor(anonymous, 'GET /api/') },
  'a method that the address does not take': {
    code: 'method_not_allowed',
    ask: asVisitor(anonymous, 'DELETE /api/x/wire/order'),
    headers: { allow: /^POST$/ },
  },
  'a method of another protocol': {
    code: 'method_not_allowed',
    ask: asBytes(`PROPFIND /api/x/wire/boom ${head}\r\nConnection: close\r\n\r\n`),
    headers: { allow: /^GET, HEAD$/ },
  },
  'a tunnel': {
    code: 'method_not_allowed',
    ask: asBytes(`CONNECT example.com:443 ${head}\r\n\r\n`),
    headers: { allow: /GET/ },
  },
  'a WebSocket': {
    code: 'bad_request',
    ask: asBytes(`GET /api ${head}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
  },
  'a WebSocket with a body': {
    code: 'bad_request',
    ask: asBytes(`POST /api ${head}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 9\r\n\r\nab`),
  },
  'a body that does not come': {
    code: 'request_timeout',
    ask: asBytes(`POST /api/x/wire/order ${head}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`),
  },
  'a conflict that a plugin tells in both languages': {
    code: 'conflict',
    ask: asVisitor(ada, 'GET /api/x/wire/teapot'),
  },
  'a body that is declared too large': {
    code: 'body_too_large',
    ask: asBytes(`POST /api/x/wire/order ${head}\r\nContent-Length: 1048577\r\n\r\n`),
  },
  'a body that turns out too large': {
    code: 'body_too_large',
    ask: asBytes(
      `POST /api/x/wire/order ${head}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `100001\r\n${' '.repeat(0x100001)}\r\n0\r\n\r\n`,
    ),
  },
  'another type of content': {
    code: 'unsupported_media_type',
    ask: asVisitor(anonymous, 'POST /api/x/wire/order', { body: {}, headers: { 'content-type': 'text/plain' } }),
  },
  'an expectation': {
    code: 'expectation_failed',
    ask: asBytes(`GET /api/x/wire/seen ${head}\r\nExpect: 200-ok\r\n\r\n`),
  },
  'too many calls': {
    code: 'too_many_requests',
    ask: async (language) => {
      const headers = { 'accept-language': language }
      await anonymous().get('/go/a', headers)
      await anonymous().get('/go/a', headers)
      return await anonymous().get('/go/a', headers)
    },
    headers: {
      'retry-after': /^\d+$/,
      ratelimit: /^"redirect";r=0;t=\d+$/,
      'ratelimit-policy': /^"redirect";q=2;w=60$/,
    },
  },
  'too many headers': {
    code: 'headers_too_large',
    ask: asBytes(`GET / ${head}\r\n${'a: b\r\n'.repeat(101)}\r\n`),
  },
  'a handler that throws': { code: 'internal', ask: asVisitor(ada, 'GET /api/x/wire/boom') },
  'a host that is behind with its work': {
    code: 'overloaded',
    ask: async (language) => {
      await using busy = await startSpecHost({ plugins: [plugin], environment: { HOST_OVERLOAD_LIMIT: '100' } })
      const close = `HTTP/1.1\r\nHost: a\r\nAccept-Language: ${language}\r\nConnection: close\r\n\r\n`
      const waiting = Array.from({ length: 5 }, () => `GET /api/x/wire/seen ${close}`)
      const texts = [`GET /api/x/wire/block?ms=400 ${close}`, ...waiting]
      const exchanges = await rawExchanges(Number(new URL(busy.host.url ?? '').port), texts)
      return (
        exchanges.map(({ answers }) => answers[0]).find((answer) => answer?.status === 503) ?? assert.fail('all served')
      )
    },
    headers: { 'retry-after': /^\d+$/ },
  },
  'a handler that never answers': { code: 'timeout', ask: asVisitor(ada, 'GET /api/x/wire/late?ms=5000') },
}

suite('errors', () => {
  for (const [what, { code, ask, headers = {} }] of Object.entries(ways)) {
    test(`§7.13 §7.14 ${what} is answered with the standard error body, in the language of the request`, async () => {
      for (const language of ['en', 'zh'] as const) {
        const answer = comparable(await ask(language))
        assertProblem(answer, code, language)
        for (const [name, form] of Object.entries(headers)) assert.match(answer.header(name) ?? '', form, name)
      }
    })
  }

  test('§7.13 an unreadable request is answered in English', async () => {
    for (const [bytes, code] of [
      ['HELLO\r\n\r\n', 'bad_request'],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 'headers_too_large'],
      ['GET / HTTP/1.1\r\nHost: a\r\n', 'request_timeout'],
    ] as const) {
      const { answers, isClosed } = await rawExchange(port, bytes)
      assertProblem(comparable(answers[0] ?? assert.fail(bytes)), code)
      assert.ok(isClosed)
    }
  })

  test('§7.13 a feature that is switched off is answered with the one body too', async () => {
    await switchFeature(people.ada, 'wire', false)
    for (const language of ['en', 'zh'] as const) {
      assertProblem(comparable(await asVisitor(cleo, 'GET /api/x/wire/mine')(language)), 'feature_disabled', language)
    }
    await switchFeature(people.ada, 'wire', true)
  })

  test('§7.13 a wrong input names every field, in the words of the host and the language of the request', async () => {
    const body = { title: 'ab', count: 1.5, colour: 'red' }
    const fields = async (language: Language, input: object): Promise<readonly unknown[]> => {
      const answer = await asVisitor(anonymous, 'POST /api/x/wire/order', { body: input })(language)
      return assertProblem(comparable(answer), 'invalid_input', language).errors ?? []
    }
    assert.deepEqual(await fields('en', body), [
      { path: 'colour', message: 'Unknown property.' },
      { path: 'title', message: 'Enter at least 3 characters.' },
      { path: 'count', message: 'Must be a whole number.' },
    ])
    assert.deepEqual(await fields('zh', body), [
      { path: 'colour', message: '此处没有该属性。' },
      { path: 'title', message: '请至少输入 3 个字符。' },
      { path: 'count', message: '此项应为整数。' },
    ])
    assert.deepEqual(await fields('zh', {}), [
      { path: 'title', message: '此项缺失。' },
      { path: 'count', message: '此项缺失。' },
    ])
  })

  test('§7.15 an answer of 500 reveals no internals, and the log has them under the same request ID', async () => {
    const { body } = await people.ada.get<{ readonly requestId: string }>('/api/x/wire/boom')
    assert.doesNotMatch(JSON.stringify(body), /secret|wire|Error|\.ts/)
    const logged = host.log.filter((line) => line['requestId'] === body.requestId)
    assert.match(JSON.stringify(logged), /select secret from wire/)
  })

  test('§7.13 HEAD has the head of an error and no body', async () => {
    const { answers, rest } = await rawExchange(
      port,
      'HEAD /api/x/nobody HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    assert.equal(answers[0]?.status, 404)
    assert.equal(answers[0]?.headers.get('content-type'), 'application/problem+json')
    assert.equal((answers[0]?.body ?? '') + rest, '')
  })
})

function comparable(answer: Answer | RawAnswer): {
  status: number
  body: unknown
  header(name: string): string | null
} {
  const { status, headers, body } = answer
  return { status, body, header: (name) => headers.get(name) ?? null }
}
