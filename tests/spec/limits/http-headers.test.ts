/** Headers of every response, and the access that other sites get. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wire } from '../fixtures/wire.ts'
import { assertProblem } from '../lab/problem-body.ts'
import { rawExchange } from '../lab/raw-wire.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'

const { plugin, seen } = wire()

const open = (environment: Readonly<Record<string, string>> = {}): Promise<SpecHost> =>
  startSpecHost({ plugins: [plugin], environment })
const portOf = ({ host }: SpecHost): number => Number(new URL(host.url ?? '').port)

/** Requests answered in different parts of the host. */
const requests: Readonly<Record<string, string>> = {
  'an answer of the API': 'GET /api/x/wire/seen HTTP/1.1\r\nHost: a\r\n',
  'an answer without content': 'GET /api/x/wire/nothing HTTP/1.1\r\nHost: a\r\n',
  'a stream': 'GET /api/x/wire/stream HTTP/1.1\r\nHost: a\r\n',
  'server-sent events': 'GET /api/x/wire/events HTTP/1.1\r\nHost: a\r\n',
  'a problem': 'GET /api/x/wire/mine HTTP/1.1\r\nHost: a\r\n',
  'a fault': 'GET /api/x/wire/boom HTTP/1.1\r\nHost: a\r\n',
  'an address without a route': 'GET /nowhere HTTP/1.1\r\nHost: a\r\n',
  'a redirect': 'GET //api/x/wire/seen HTTP/1.1\r\nHost: a\r\n',
  health: 'GET /healthz HTTP/1.1\r\nHost: a\r\n',
  'a refusal before routing': 'GET / HTTP/1.1\r\nHost: a b\r\n',
  'a refusal of the parser': 'GARBAGE\r\n',
  'a tunnel': 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n',
  'an expectation': 'GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n',
}

const standing: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

suite('security headers', () => {
  test('§8.11 every answer has them, from any source, and a request ID', async () => {
    await using host = await open()
    for (const [what, head] of Object.entries(requests)) {
      const { answers } = await rawExchange(portOf(host), `${head}Connection: close\r\n\r\n`)
      const headers = answers[0]?.headers
      for (const [name, value] of Object.entries(standing)) assert.equal(headers?.get(name), value, `${what}: ${name}`)
      assert.equal(headers?.get('strict-transport-security'), undefined, what)
      assert.match(headers?.get('x-request-id') ?? '', /^[0-9a-f]{16}$/, what)
    }
  })

  test('§8.11 browsers get Strict-Transport-Security where the public address is https, and nowhere else', async () => {
    for (const [url, expected] of [
      ['https://work.example', 'max-age=31536000'],
      ['http://work.example', undefined],
    ] as const) {
      await using host = await open({ HOST_PUBLIC_URL: url })
      for (const [what, head] of Object.entries(requests)) {
        const { answers } = await rawExchange(
          portOf(host),
          `${head}X-Forwarded-Proto: https\r\nConnection: close\r\n\r\n`,
        )
        assert.equal(answers[0]?.headers.get('strict-transport-security'), expected, what)
      }
    }
  })

  test('§8.11 a plugin that states one of them has its own, once', async () => {
    await using host = await open()
    const { answers } = await rawExchange(
      portOf(host),
      'GET /api/x/wire/page HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    assert.equal(answers[0]?.headers.get('content-security-policy'), "default-src 'self'")
    assert.equal(answers[0]?.headers.get('x-content-type-options'), 'nosniff')
  })
})

const listed = 'https://app.example'
const shown = 'access-control-'

suite('other origins', () => {
  const preflight = { origin: listed, 'access-control-request-method': 'POST' }

  test('§8.11 without a list no answer says anything of other origins', async () => {
    await using host = await open()
    const visitor = host.visitor()
    for (const answer of [
      await visitor.get('/api/x/wire/seen', { origin: listed }),
      await visitor.send('OPTIONS', '/api/x/wire/order', { headers: preflight }),
    ]) {
      assert.deepEqual(
        [...answer.headers.keys()].filter((name) => name.startsWith(shown)),
        [],
      )
      assert.equal(answer.headers.get('vary'), null)
    }
  })

  test('§8.11 a listed origin may read the API and ask beforehand, letter for letter, and never with cookies', async () => {
    await using host = await open({ HOST_CORS_ORIGINS: `https://other.example:8443, ${listed}` })
    const visitor = host.visitor()
    const read = await visitor.get('/api/x/wire/seen', { origin: listed })
    assert.equal(read.headers.get('access-control-allow-origin'), listed)
    assert.equal(read.headers.get('access-control-allow-credentials'), null)
    assert.match(read.headers.get('access-control-expose-headers') ?? '', /x-request-id/)
    assert.equal(read.headers.get('vary'), 'Origin')
    const refused = await visitor.get('/api/x/wire/mine', { origin: listed })
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('access-control-allow-origin'), listed, 'its page may read why')
    const asked = await visitor.send('OPTIONS', '/api/x/wire/order', { headers: preflight })
    assert.equal(asked.status, 204)
    assert.equal(asked.headers.get('access-control-allow-methods'), 'POST')
    assert.match(asked.headers.get('access-control-allow-headers') ?? '', /authorization/)
    assert.equal(asked.headers.get('access-control-allow-credentials'), null)
    for (const origin of [
      'https://app.example.evil.test',
      'https://evil.test',
      'http://app.example',
      'https://app.example:444',
      'https://sub.app.example',
      'https://APP.example',
      'null',
      `${listed}, https://evil.test`,
      `${listed}/`,
      '',
    ]) {
      const answer = await visitor.get('/api/x/wire/seen', { origin })
      assert.equal(answer.headers.get('access-control-allow-origin'), null, origin)
      assert.equal(answer.headers.get('vary'), 'Origin', 'a cache keeps its answer apart all the same')
      const before = await visitor.send('OPTIONS', '/api/x/wire/order', { headers: { ...preflight, origin } })
      assert.equal(before.status, 405, origin)
      assert.equal(before.headers.get('access-control-allow-origin'), null, origin)
    }
  })

  test('§8.11 pages and sign-in are not readable by other origins, listed or not', async () => {
    await using host = await open({ HOST_CORS_ORIGINS: listed })
    const { ada } = await host.people()
    const page = await host.visitor().get('/healthz', { origin: listed })
    assert.equal(page.headers.get('access-control-allow-origin'), null)
    seen.length = 0
    const change = await ada.send('POST', '/api/x/wire/change', { headers: { origin: listed } })
    assert.equal(change.status, 403)
    assert.deepEqual(seen, [])
  })
})

suite('requests that another site made a browser send', () => {
  const forged: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://sub.127.0.0.1' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'http://127.0.0.1.evil.test' },
    { origin: 'file://' },
  ]

  test('§8.12 change nothing: neither a foreign origin nor a missing token gets through', async () => {
    await using host = await open()
    const { ada } = await host.people()
    const own = ada.standing
    seen.length = 0
    for (const headers of forged) {
      const { status } = await ada.send('POST', '/api/x/wire/change', { headers })
      assert.equal(status, 403, JSON.stringify(headers))
    }
    const without = (...names: readonly string[]) =>
      Object.entries(own)
        .filter(([name]) => !names.includes(name))
        .map(([name, value]) => `${name}: ${value}\r\n`)
    const cases: readonly (readonly [what: string, lines: readonly string[], code: 'csrf_origin' | 'csrf_token'])[] = [
      ['no origin at all', without('origin'), 'csrf_origin'],
      ['a neighbour', [...without('origin'), 'Sec-Fetch-Site: same-site\r\n'], 'csrf_origin'],
      ['a link', [...without('origin'), 'Sec-Fetch-Site: none\r\n'], 'csrf_origin'],
      ['no token', without('x-csrf-token'), 'csrf_token'],
      ['two tokens', [...without(), 'X-CSRF-Token: guess\r\n'], 'csrf_token'],
      ['an empty token', [...without('x-csrf-token'), 'X-CSRF-Token:\r\n'], 'csrf_token'],
    ]
    for (const [what, lines, code] of cases) {
      const head = `POST /api/x/wire/change HTTP/1.1\r\nHost: ${new URL(host.host.url ?? '').host}\r\nConnection: close\r\n`
      const { answers } = await rawExchange(portOf(host), `${head}${lines.join('')}\r\n`)
      const answer = answers[0] ?? assert.fail(what)
      assertProblem({ ...answer, header: (name) => answer.headers.get(name) }, code)
    }
    assert.deepEqual(seen, [])
    assert.equal((await ada.post('/api/x/wire/change', undefined)).status, 204)
    assert.equal(seen.length, 1)
  })

  test('§8.12 a form can not sign a user in, and no form can send the input of a typed endpoint', async () => {
    await using host = await open()
    const anonymous = host.visitor()
    const { status } = await anonymous.send('POST', '/api/auth/login', {
      body: { email: 'ada@example.test', password: 'guess' },
      headers: { origin: 'https://evil.test' },
    })
    assert.equal(status, 403)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
    ]) {
      const answer = await anonymous.send('POST', '/api/x/wire/order', {
        body: { title: 'abc', count: 1 },
        headers: { 'content-type': type },
      })
      assert.equal(answer.status, 415, type)
    }
  })
})

suite('request ids', () => {
  test('§8.13 an id counts from a proxy that is trusted and when it is well-formed; everyone else gets a new one', async () => {
    const given = 'trace-0123456789'
    const idOf = async (host: SpecHost, id: string): Promise<string | null> =>
      (await host.visitor().get('/api/x/wire/seen', { 'x-request-id': id })).headers.get('x-request-id')
    await using alone = await open()
    assert.notEqual(await idOf(alone, given), given)
    await using behind = await open({ HOST_TRUST_PROXY: '127.0.0.1' })
    assert.equal(await idOf(behind, given), given)
    for (const id of ['short', 'x'.repeat(65), 'a b c d e f g', 'line"break', '<script>alert(1)</script>']) {
      assert.match((await idOf(behind, id)) ?? '', /^[0-9a-f]{16}$/, id)
    }
    const { answers } = await rawExchange(
      portOf(behind),
      `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${given}\r\nX-Request-Id: other-0123456789\r\nConnection: close\r\n\r\n`,
    )
    assert.match(answers[0]?.headers.get('x-request-id') ?? '', /^[0-9a-f]{16}$/)
  })
})
