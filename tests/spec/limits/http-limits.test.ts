/** Limits of size and rate for a client, and the behavior under overload. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { definePlugin, json, limits } from '@host/plugin'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { editionTemplate } from '../lab/edition-template.ts'
import { wire } from '../fixtures/wire.ts'
import { infoOf, unchecked } from '../lab/plugins.ts'
import { assertProblem } from '../lab/problem-body.ts'
import { emailOf, password } from '../lab/people.ts'
import { rawExchange, rawExchanges, sendBlindly } from '../lab/raw-wire.ts'
import { assertRefused } from '../lab/refusal.ts'
import { startSpecHost, type SpecHost, type SpecHostOptions } from '../lab/spec-host.ts'
import type { Answer, Visitor } from '../lab/visitor.ts'

const { plugin } = wire()

const open = (environment: Readonly<Record<string, string>>, more: SpecHostOptions = {}): Promise<SpecHost> =>
  startSpecHost({ plugins: [plugin], environment, ...more })
const portOf = ({ host }: SpecHost): number => Number(new URL(host.url ?? '').port)
const seen = '/api/x/wire/seen'

const guess = (visitor: Visitor, name: number, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  visitor.send('POST', '/api/auth/login', { body: { email: `${name}@example.test`, password: 'guess-guess' }, headers })

const statuses = async (answers: readonly Promise<Answer>[]): Promise<readonly number[]> =>
  (await Promise.all(answers)).map(({ status }) => status)

const count = (values: readonly number[], wanted: number): number => values.filter((value) => value === wanted).length

suite('calls per minute', () => {
  test('§8.9 a session has its own limit of API calls, whatever other sessions do', async () => {
    await using host = await open({ HOST_RATE_API: '20' })
    const { ada, cleo } = await host.people()
    const before = await ada.get('/api/x/wire/mine')
    const [, left = ''] = /^"api";r=(\d+);t=\d+$/.exec(before.headers.get('ratelimit') ?? '') ?? []
    assert.equal(before.headers.get('ratelimit-policy'), '"api";q=20;w=60')
    const answers = Array.from({ length: 30 }, () => ada.get('/api/x/wire/mine'))
    assert.equal(count(await statuses(answers), 200), Number(left))
    const refused = await ada.get('/api/x/wire/mine')
    const { nextStep } = assertProblem({ ...refused, header: (name) => refused.headers.get(name) }, 'too_many_requests')
    const wait = refused.headers.get('retry-after')
    assert.match(wait ?? '', /^[1-9]\d?$/)
    assert.equal(nextStep, `Try again in ${wait} ${wait === '1' ? 'second' : 'seconds'}.`)
    assert.equal(refused.headers.get('ratelimit'), `"api";r=0;t=${wait}`)
    assert.equal((await cleo.get('/api/x/wire/mine')).status, 200)
  })

  test('§I52 a person has one budget of API calls over all sessions and tokens, apart from any other person', async () => {
    await using host = await open({ HOST_RATE_API: '200', HOST_RATE_PERSON: '100' })
    const { ada, cleo } = await host.people()
    const second = await host.visitor().signIn(emailOf('ada'), password)
    const { body } = await ada.post<{ readonly token: string }>('/api/tokens', {
      name: 'Robot',
    })
    const bearer = { authorization: `Bearer ${body.token}` }
    const mine = '/api/x/wire/mine'
    const before = await second.get(mine)
    assert.equal(before.headers.get('ratelimit-policy'), '"person";q=100;w=60')
    const [, left = ''] = /^"person";r=(\d+);t=\d+$/.exec(before.headers.get('ratelimit') ?? '') ?? []
    const ways = [() => ada.get(mine), () => second.get(mine), () => host.visitor().get(mine, bearer)]
    const answers = ways.flatMap((ask) => Array.from({ length: 40 }, ask))
    assert.equal(count(await statuses(answers), 200), Number(left))
    assert.deepEqual(await statuses(ways.map((ask) => ask())), [429, 429, 429])
    const refused = await second.get(mine)
    assert.equal(refused.headers.get('ratelimit'), `"person";r=0;t=${refused.headers.get('retry-after')}`)
    assert.equal((await cleo.get(mine)).status, 200)
  })

  test('§8.9 callers without a session are counted by their address, which only a trusted proxy may set', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    await using alone = await open({ HOST_RATE_API: '5' })
    const claimed = Array.from({ length: 10 }, (_, place) => alone.visitor().get(seen, from(`192.0.2.${place}`)))
    assert.equal(count(await statuses(claimed), 200), 5)
    await using behind = await open({ HOST_RATE_API: '5', HOST_TRUST_PROXY: '127.0.0.1' })
    const told = Array.from({ length: 10 }, (_, place) => behind.visitor().get(seen, from(`192.0.2.${place}`)))
    assert.equal(count(await statuses(told), 200), 10)
    const sameNetwork = Array.from({ length: 10 }, (_, place) =>
      behind.visitor().get(seen, from(`2001:db8:1:2:${place}::1`)),
    )
    assert.equal(count(await statuses(sameNetwork), 200), 5, 'a /64 is one party')
    assert.equal((await behind.visitor().get(seen, from('2001:db8:1:3::1'))).status, 200)
  })

  test('§8.9 every answer of a limited route says where its caller stands, and no other does', async () => {
    await using host = await open({ HOST_RATE_API: '100', HOST_RATE_SIGN_IN: '100' })
    const visitor = host.visitor()
    const policyOf = async (answer: Promise<Answer>): Promise<string | null> =>
      (await answer).headers.get('ratelimit-policy')
    assert.equal(await policyOf(visitor.get(seen)), '"api";q=100;w=60')
    assert.equal(await policyOf(visitor.get('/api/x/wire/mine')), '"api";q=100;w=60', '401')
    assert.equal(await policyOf(visitor.get('/api/x/wire/boom')), '"api";q=100;w=60', '500')
    assert.equal(await policyOf(visitor.get('/api/auth/methods')), '"api";q=100;w=60')
    assert.equal(await policyOf(guess(visitor, 1)), '"sign-in";q=100;w=60')
    assert.equal(await policyOf(visitor.get('/go/a')), '"redirect";q=6000;w=60')
    for (const path of ['/healthz', '/nowhere', '/api/x/nobody']) assert.equal(await policyOf(visitor.get(path)), null)
    assert.equal(await policyOf(visitor.post('/api/x/wire/hook')), null)
    await using unlimited = await open({ HOST_RATE_API: '0' })
    assert.equal(await policyOf(unlimited.visitor().get(seen)), null)
  })

  test('§8.9 plugins count on the same engine, each by keys of its own', async () => {
    await using host = await open({})
    const take = async (key: string): Promise<unknown> => (await host.visitor().get(`/api/x/wire/take/${key}`)).body
    assert.deepEqual(await take('a'), { allowed: true, remaining: 1, resetAfter: 60 })
    await take('a')
    assert.equal(((await take('a')) as { readonly allowed: boolean }).allowed, false)
    assert.equal(((await take('b')) as { readonly allowed: boolean }).allowed, true)
  })

  for (const product of testDatabases) {
    test(`§8.9 on ${product.dialect} attempts to sign in are exact, on however many processes`, async () => {
      await using database = await product.create(editionTemplate())
      const environment = { HOST_RATE_SIGN_IN: '10' }
      await using one = await open(environment, { at: database })
      // A SQLite file has one host.
      const isShared = product.dialect === 'postgres'
      await using other = isShared ? await open(environment, { at: database }) : undefined
      const visitors = [one, other ?? one].map((host) => host.visitor())
      const attempts = Array.from({ length: 40 }, (_, place) => guess(visitors[place % 2] as Visitor, place))
      const outcome = await statuses(attempts)
      assert.deepEqual([count(outcome, 401), count(outcome, 429)], [10, 30])
    })
  }

  test('§8.9 several processes keep one limit of the API between them, a second apart', async () => {
    const product = testDatabases.find(({ dialect }) => dialect === 'postgres') ?? assert.fail()
    await using database = await product.create(editionTemplate())
    const environment = { HOST_RATE_API: '10' }
    await using one = await open(environment, { at: database })
    await using other = await open(environment, { at: database })
    const ask = (host: SpecHost): Promise<number> =>
      host
        .visitor()
        .get(seen)
        .then(({ status }) => status)
    for (let call = 0; call < 10; call += 1) assert.equal(await ask(one), 200)
    assert.equal(await ask(one), 429)
    let allowed = 0
    while ((await ask(other)) === 200) {
      allowed += 1
      assert.ok(allowed <= 10, 'at most what it could not know of')
      // A real wait: the processes tell each other their counts a second apart.
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    assert.ok(allowed < 10)
  })
})

suite('bodies', () => {
  const jsonOf = (bytes: number): string => `{"text":"${'x'.repeat(bytes - '{"text":""}'.length)}"}`
  const sending =
    (host: SpecHost, isChunked: boolean) =>
    async (path: string, text: string): Promise<number> => {
      const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${text.length}`
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`
      const body = isChunked ? `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text
      const { answers } = await rawExchange(portOf(host), head + body)
      return answers.at(-1)?.status ?? 0
    }

  test('§8.8 a route takes 1 MiB unless it states more or less, to the byte, declared or not', async () => {
    await using host = await open({})
    const { requestBody } = limits
    for (const isChunked of [false, true]) {
      const send = sending(host, isChunked)
      assert.equal(await send('/api/x/wire/order', jsonOf(requestBody)), 400, 'read, and not what is asked for')
      assert.equal(await send('/api/x/wire/order', jsonOf(requestBody + 1)), 413)
      assert.equal(await send('/api/x/wire/large', jsonOf(3 * requestBody)), 200)
      assert.equal(await send('/api/v1/x/wire/large', jsonOf(3 * requestBody)), 200, 'by its other name')
      assert.equal(await send('/api/x/wire/large', jsonOf(3 * requestBody + 1)), 413)
      assert.equal(await send('/api/x/wire/small', 'x'.repeat(10)), 200)
      assert.equal(await send('/api/x/wire/small', 'x'.repeat(11)), 413)
    }
  })

  test('§8.8 a client that asks before it sends is refused by the limit of the route', async () => {
    await using host = await open({})
    const ask = (path: string, length: number): string =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`
    for (const [path, length, status] of [
      ['/api/x/wire/small', 11, 413],
      ['/api/x/wire/order', limits.requestBody + 1, 413],
      ['/api/x/wire/large', limits.requestBody + 1, 100],
    ] as const) {
      const { answers } = await rawExchange(portOf(host), ask(path, length))
      assert.equal(answers[0]?.status, status, path)
    }
  })

  test('§8.8 a client that sends far too much before it reads anything learns why', async () => {
    await using host = await open({})
    const megabyte = 'x'.repeat(limits.requestBody)
    const head = 'POST /api/x/wire/order HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const pieces = (piece: string): readonly string[] => Array.from({ length: 20 }, () => piece)
    for (const parts of [
      [`${head}Content-Length: ${20 * megabyte.length}\r\n\r\n`, ...pieces(megabyte)],
      [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...pieces(`100000\r\n${megabyte}\r\n`), '0\r\n\r\n'],
    ]) {
      const { answers, isClosed } = await sendBlindly(portOf(host), parts)
      assert.deepEqual([answers[0]?.status, isClosed], [413, true])
    }
  })

  test('§8.8 a route with an invalid option is refused at boot', async () => {
    const stating = (options: object) =>
      unchecked(
        definePlugin({
          name: 'greedy',
          info: infoOf('Greedy'),
          models: [],
          mount: (mux) => mux.handle('POST /api/x/greedy/all', () => json(1), options),
        }),
      )
    const most = String(limits.largestRequestBody)
    await assertRefused(
      { plugins: [stating({ bodyLimit: limits.largestRequestBody + 1 })] },
      /greedy/,
      new RegExp(most),
    )
    await assertRefused({ plugins: [stating({ bodyLimit: -1 })] }, /bodyLimit is -1/)
    await assertRefused({ plugins: [stating({ bodyLimit: '1 MB' })] }, /bodyLimit is 1 MB/)
    await assertRefused({ plugins: [stating({ rateLimit: 'often' })] }, /"often".*"sign-in" or "api"/)
    await assertRefused({ plugins: [stating({ bodylimit: 1 })] }, /unknown option "bodylimit"/)
  })
})

suite('more than can be done', () => {
  const head = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

  test('§8.10 a request at an overloaded host is refused before any work begins, and health still answers', async () => {
    await using host = await open({ HOST_OVERLOAD_LIMIT: '100' })
    const burst = [
      `GET /api/x/wire/block?ms=400 ${head}`,
      ...Array.from({ length: 5 }, () => `GET /api/x/wire/see/late ${head}`),
      `GET /healthz ${head}`,
      `GET /readyz ${head}`,
    ]
    const exchanges = await rawExchanges(portOf(host), burst)
    const answers = exchanges.map(({ answers: [answer] }) => answer)
    assert.equal(answers[0]?.status, 200)
    const refused = answers.slice(1, 6).filter((answer) => answer?.status === 503)
    assert.ok(refused.length > 0)
    for (const answer of refused) {
      assert.match(answer?.headers.get('retry-after') ?? '', /^\d+$/)
      assert.match(answer?.body ?? '', /"code":"overloaded"/)
    }
    assert.deepEqual(
      answers.slice(6).map((answer) => answer?.status),
      [200, 200],
    )
    assert.equal((await host.visitor().get(seen)).status, 200, 'it recovers by itself')
  })

  test('§8.10 a limit of 0 refuses no request', async () => {
    await using host = await open({ HOST_OVERLOAD_LIMIT: '0' })
    const burst = [`GET /api/x/wire/block?ms=700 ${head}`, `GET ${seen} ${head}`, `GET ${seen} ${head}`]
    const exchanges = await rawExchanges(portOf(host), burst)
    assert.deepEqual(
      exchanges.map(({ answers: [answer] }) => answer?.status),
      [200, 200, 200],
    )
  })
})
