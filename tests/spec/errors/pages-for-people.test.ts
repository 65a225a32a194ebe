import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { definePlugin, Problem } from '@host/plugin'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

/** Fails in every way outside the API, as the pages of a plugin may. */
const pages = definePlugin({
  name: 'pages',
  info: infoOf('Pages'),
  models: [],
  mount(mux) {
    mux.handle('GET /pages/broken', () => {
      throw new Error('select secret from pages')
    })
    mux.handle('GET /pages/busy', () => {
      throw new Problem('overloaded', { headers: { 'retry-after': '7' } })
    })
    mux.handle('GET /pages/limited', () => {
      throw new Problem('too_many_requests', { headers: { 'retry-after': '180' } })
    })
    mux.handle('GET /pages/hostile', () => {
      throw new Problem('not_found', { detail: '<script>alert("x")</script>' })
    })
    mux.handle('GET /api/x/pages/broken', () => {
      throw new Error('select secret from pages')
    })
  },
})

suite('an error outside the API', () => {
  let host: SpecHost

  before(async () => {
    host = await startSpecHost({ plugins: [pages] })
  })

  after(() => host[Symbol.asyncDispose]())

  const ask = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => {
    const answer = await fetch(new URL(path, host.visitor().base), { method, headers, redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  test('§7.17 is a page for a browser: cause, next step, request ID and a way back', async () => {
    const answers = [
      ['/nowhere', 404, 'Not found'],
      ['/favicon.gif', 404, 'Not found'],
      ['/pages/broken', 500, 'Something went wrong'],
      ['/pages/busy', 503, 'Try again in 7 seconds.'],
      ['/pages/limited', 429, 'Try again in 3 minutes.'],
    ] as const
    for (const [path, status, said] of answers) {
      const { text, headers, ...answer } = await ask(path, { accept: browser })
      assert.equal(answer.status, status, path)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.ok(text.includes(said), path)
      assert.ok(text.includes(`<code>${headers.get('x-request-id')}</code>`), path)
      assert.match(text, /<a class="back" href="\/admin">Open the app<\/a>/)
      assert.doesNotMatch(text, /secret|urn:problem|<script|undefined/)
    }
    assert.equal((await ask('/pages/busy', { accept: browser })).headers.get('retry-after'), '7')
  })

  test('§7.17 runs no script and applies only its own style, for any problem', async () => {
    const { text, headers } = await ask('/pages/hostile', { accept: browser })
    assert.ok(text.includes('&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;'))
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; style-src 'sha256-/)
    assert.ok(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`))
    assert.doesNotMatch(policy, /script-src|unsafe/)
  })

  test('§7.17 is the problem body for every program, and in the API for everyone', async () => {
    const programs = [
      '',
      '*/*',
      'application/json',
      'text/html;q=0',
      'text/html;q=0.5, application/json',
      'application/problem+json, text/html',
      'text/*',
      'text/html;q=nan',
    ]
    for (const accept of programs) {
      const { headers } = await ask('/nowhere', accept === '' ? {} : { accept })
      assert.equal(headers.get('content-type'), 'application/problem+json', accept)
    }
    const inApi = ['/api/nowhere', '/api/v1/nowhere', '/%61pi/nowhere', '/api/x/pages/broken', '/api/auth/me', '/api']
    for (const path of inApi) {
      const { headers } = await ask(path, { accept: browser })
      assert.equal(headers.get('content-type'), 'application/problem+json', path)
    }
    for (const accept of [
      'text/html',
      'TEXT/HTML;Q=1',
      'text/html, application/json',
      'application/json;q=0.9, text/html',
    ]) {
      const { headers } = await ask('/nowhere', { accept })
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8', accept)
    }
  })

  test('§7.17 says which headers decided, in both forms, and has no body for HEAD', async () => {
    for (const accept of [browser, '*/*']) {
      const { headers } = await ask('/nowhere', { accept })
      assert.equal(headers.get('vary'), 'accept, accept-language, cookie')
    }
    const { status, headers, text } = await ask('/nowhere', { accept: browser }, 'HEAD')
    assert.deepEqual([status, headers.get('content-type'), text], [404, 'text/html; charset=utf-8', ''])
  })

  test('§7.17 comes in the language and the theme that the reader chose, else in those of the browser', async () => {
    const chinese = { accept: browser, 'accept-language': 'zh-CN,zh;q=0.9' }
    const page = async (headers: Readonly<Record<string, string>>) => (await ask('/nowhere', headers)).text
    assert.match(await page(chinese), /<html lang="zh-CN">[^]*这里没有内容[^]*打开应用/)
    assert.match(
      await page({ ...chinese, cookie: 'host_language=en; host_theme=dark' }),
      /<html lang="en" data-theme="dark">/,
    )
    assert.match(await page({ accept: browser, cookie: 'host_theme="><script>; host_language=fr' }), /<html lang="en">/)
    const { headers } = await ask('/nowhere', chinese)
    assert.equal(headers.get('content-language'), 'zh')
  })

  test('§7.17 is a page too where the request is refused before it is routed', async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x-many-${index}`, '1']))
    const { status, headers, text } = await ask('/nowhere', { accept: browser, ...many })
    assert.deepEqual([status, headers.get('content-type')], [431, 'text/html; charset=utf-8'])
    assert.ok(text.includes('cookies and try again'))
  })
})

test('§7.18 every 401 names its scheme, and never so that a browser asks for a password', async () => {
  await using host = await startSpecHost()
  const visitor = host.visitor()
  const challengeOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { status, headers: answered } = await visitor.get(path, headers)
    assert.equal(status, 401, path)
    return answered.get('www-authenticate') ?? ''
  }
  assert.equal(await challengeOf('/api/menus'), 'Session realm="host", Bearer realm="host"')
  assert.equal(await challengeOf('/api/menus/personal'), 'Session realm="host"')
  assert.match(
    await challengeOf('/api/menus', { authorization: 'Bearer host_nothing' }),
    /^Bearer realm="host", error="invalid_token", error_description="The API token is invalid/,
  )
  const mcp = await visitor.post('/api/mcp')
  assert.equal(mcp.status, 401)
  assert.match(
    mcp.headers.get('www-authenticate') ?? '',
    /^Bearer realm="host", hint="Create an API token under Agents/,
  )
  const wrong = await visitor.post('/api/auth/login', { email: 'ada@example.com', password: 'not the right one' })
  assert.deepEqual([wrong.status, wrong.headers.get('www-authenticate')], [401, 'Session realm="host"'])
})
