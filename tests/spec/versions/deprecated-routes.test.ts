import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  defineEndpoint,
  definePlugin,
  json,
  nothing,
  PluginCatalog,
  Problem,
  type RouteDeprecation,
} from '@host/plugin'
import { labHost } from '@host/host/testing/lab-host'
import { problemsOf, routesPlugin } from '@host/host/testing/plain-plugins'

const info = { title: 'Notes', description: 'Short texts', icon: 'notebook', category: 'Work', api: '^1' } as const
const deprecated = { since: '2026-03-01', sunset: '2026-09-01', use: 'GET /api/x/notes/records/{id}' }

const readNote = defineEndpoint({
  pattern: 'GET /api/x/notes/notes/{id}',
  input: nothing,
  output: nothing,
  summary: 'Read a note',
  deprecated,
})

const notes = definePlugin({
  name: 'notes',
  info,
  models: [],
  mount(mux) {
    mux.endpoint(readNote, ({ params }) => {
      if (params.id === 'gone') throw new Problem('not_found')
      return undefined
    })
    mux.handle('GET /api/x/notes/records/{id}', () => json({}))
    mux.handle('GET /api/x/notes/old', () => json({}, { headers: { link: '</help/notes>; rel="help"' } }), {
      deprecated: { since: '2026-03-01', use: 'GET /api/x/notes/new' },
    })
    mux.handle('GET /api/x/notes/files/{path...}', () => json({}), {
      deprecated: { since: '2026-03-01', use: 'GET /api/x/notes/file/{path}' },
    })
    mux.handle('GET /api/x/notes/elsewhere', () => Response.redirect('http://elsewhere.test/'), {
      deprecated: {
        since: '2026-03-01',
        use: '/api/x/notes/new',
      },
    })
  },
})

function told(answer: Response) {
  const { headers } = answer
  return { deprecation: headers.get('deprecation'), sunset: headers.get('sunset'), link: headers.get('link') }
}

const first = '@1772323200'
const whole = {
  deprecation: first,
  sunset: 'Tue, 01 Sep 2026 00:00:00 GMT',
  link: '</api/x/notes/records/nte_1>; rel="successor-version"',
}

suite('§9.5 a deprecated route', () => {
  test('§9.5 §A72 every answer has the deprecation, the sunset and the replacement, refusals too', async (context) => {
    const { get, person } = await labHost(context, [notes])
    const { call } = await person('member')
    const answer = await call('GET', '/api/x/notes/notes/nte_1')
    assert.equal(answer.status, 204)
    assert.deepEqual(told(answer), whole)
    const anonymous = await get('/api/v1/x/notes/notes/nte_1')
    assert.equal(anonymous.status, 401)
    assert.deepEqual(told(anonymous), whole)
    const missing = await call('GET', '/api/x/notes/notes/gone')
    assert.equal(missing.status, 404)
    assert.deepEqual(told(missing), { ...whole, link: '</api/x/notes/records/gone>; rel="successor-version"' })
  })

  test('§A72 the dates are those of RFC 9745 and RFC 8594', () => {
    assert.equal(Number(first.slice(1)) * 1000, Date.parse(deprecated.since))
    assert.equal(Date.parse(whole.sunset), Date.parse(deprecated.sunset))
    assert.match(whole.sunset, /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
  })

  test('§A72 without a sunset it says none, and the links of its handler stay', async (context) => {
    const { get } = await labHost(context, [notes])
    assert.deepEqual(told(await get('/api/x/notes/old')), {
      deprecation: first,
      sunset: null,
      link: '</help/notes>; rel="help", </api/x/notes/new>; rel="successor-version"',
    })
    const elsewhere = await get('/api/x/notes/elsewhere')
    assert.equal(elsewhere.status, 302)
    assert.equal(told(elsewhere).link, '</api/x/notes/new>; rel="successor-version"')
  })

  test('§A72 an address can not inject a header', async (context) => {
    const { person } = await labHost(context, [notes])
    const { call } = await person('member')
    for (const id of ['%3E%3B%20rel=x', '%0d%0aset-cookie:%20a', '%E2%80%AE', 'a%2Fb', '%2C%3Ca%3E', '%22']) {
      const answer = await call('GET', `/api/x/notes/notes/${id}`)
      const { link } = told(answer)
      assert.match(link ?? '', /^<\/api\/x\/notes\/records\/[\w%.~!*'()-]+>; rel="successor-version"$/, id)
      assert.equal(answer.headers.get('set-cookie'), null)
    }
    for (const id of ['%00', '%2E%2E']) {
      const answer = await call('GET', `/api/x/notes/notes/${id}`)
      assert.ok([400, 404].includes(answer.status), `${id}: ${answer.status}`)
    }
  })

  test("§A72 a replacement without a place for a wildcard's value leads to an answer without a link", async (context) => {
    const { get } = await labHost(context, [notes])
    assert.equal(told(await get('/api/x/notes/files/a/b')).link, '</api/x/notes/file/a%2Fb>; rel="successor-version"')
    const empty = await get('/api/x/notes/files/')
    assert.equal(empty.status, 200)
    assert.deepEqual(told(empty), { deprecation: first, sunset: null, link: null })
  })

  test('§A72 a page of another origin may read it', async (context) => {
    const origin = 'https://app.example.com'
    const { get } = await labHost(context, [notes], { environment: { HOST_CORS_ORIGINS: origin } })
    const answer = await get('/api/x/notes/old', { origin })
    const shown = (answer.headers.get('access-control-expose-headers') ?? '').split(', ')
    for (const name of ['deprecation', 'sunset', 'link']) assert.ok(shown.includes(name), name)
  })

  test('§A72 the catalog of plugins knows it, and no other route says anything', async (context) => {
    const { get, host } = await labHost(context, [notes])
    const routes =
      host
        .lookup(PluginCatalog)
        ?.list()
        .find(({ name }) => name === 'notes')?.routes ?? []
    assert.deepEqual(
      routes.flatMap((route) => route.deprecated?.use ?? []),
      [deprecated.use, 'GET /api/x/notes/new', 'GET /api/x/notes/file/{path}', '/api/x/notes/new'],
    )
    assert.deepEqual(told(await get('/api/x/notes/records/1')), { deprecation: null, sunset: null, link: null })
  })
})

const faults: readonly (readonly [what: string, deprecated: Partial<RouteDeprecation>, said: RegExp])[] = [
  ['no day', { since: 'spring', use: '/b' }, /deprecated\.since is "spring"; use a date such as "2026-03-01"/],
  ['a day that is not', { since: '2026-02-30', use: '/b' }, /deprecated\.since is "2026-02-30"/],
  ['no since', { use: '/b' }, /deprecated\.since is undefined/],
  ['a sunset before it', { since: '2026-03-01', sunset: '2026-02-01', use: '/b' }, /sunset is not after/],
  ['an address for a pattern', { since: '2026-03-01', use: 'https://a.test/' }, /"https:\/\/a\.test\/"/],
  ['no replacement', { since: '2026-03-01' }, /deprecated\.use is undefined/],
  [
    'a wildcard of its own',
    { since: '2026-03-01', use: '/b/{other}' },
    /the wildcard "other", which the route doesn't have/,
  ],
]

for (const [what, stated, said] of faults) {
  test(`§A73 a start is refused when a route is deprecated with ${what}`, async (context) => {
    const plugin = {
      ...routesPlugin('notes'),
      mount(mux: { handle(...values: unknown[]): void }) {
        mux.handle('GET /api/x/notes/a/{id}', () => json({}), { deprecated: stated })
      },
    }
    const [problem = '', ...others] = await problemsOf(context, [plugin])
    assert.match(problem, said)
    assert.match(problem, /^Plugin "notes" can't have the route "GET \/api\/x\/notes\/a\/\{id\}"/)
    assert.deepEqual(others, [])
  })
}
