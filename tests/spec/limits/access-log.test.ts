/** One line for each answer, with nothing in it that its reader could use. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wire } from '../fixtures/wire.ts'
import { rawExchange } from '../lab/raw-wire.ts'
import { serveExecutable } from '../lab/executable.ts'
import { startSpecHost, type LogLine, type SpecHost } from '../lab/spec-host.ts'
import { until } from '@host/host/testing/until'

const { plugin } = wire()
const secret = 'Zm9yLW5vYm9keS1lbHNl-0123456789'

const open = (mode: string): Promise<SpecHost> =>
  startSpecHost({ plugins: [plugin], environment: { HOST_ACCESS_LOG: mode, HOST_RATE_REDIRECT: '0' } })
const portOf = ({ host }: SpecHost): number => Number(new URL(host.url ?? '').port)
const answered = ({ log }: SpecHost): readonly LogLine[] => log.filter(({ msg }) => msg === 'Answered')
/** The line of an answer, once it is there: of a stream it comes with its end. */
async function lineOf(host: SpecHost, requestId: string | null | undefined): Promise<LogLine> {
  const find = (): LogLine | undefined => answered(host).find((each) => each['requestId'] === requestId)
  await until(() => find() !== undefined)
  return find() ?? assert.fail()
}

suite('the log of answers', () => {
  test('§8.13 a line has the route, the caller and the outcome', async () => {
    await using host = await open('all')
    const { ada } = await host.people()
    const me = await ada.get<{ user: { id: string }; workspace: { id: string } }>('/api/auth/me')
    const mine = await ada.get('/api/x/wire/mine')
    const line = await lineOf(host, mine.headers.get('x-request-id'))
    const { time, milliseconds, ...rest } = line
    assert.ok(Date.parse(String(time)) > 0)
    assert.ok(typeof milliseconds === 'number' && milliseconds >= 0)
    assert.deepEqual(rest, {
      level: 'info',
      msg: 'Answered',
      method: 'GET',
      route: 'GET /api/x/wire/mine',
      status: 200,
      bytes: JSON.stringify(mine.body).length,
      requestId: mine.headers.get('x-request-id'),
      plugin: 'wire',
      workspace: me.body.workspace.id,
      user: me.body.user.id,
      network: '127.0.0.0/24',
    })
    const streamed = await ada.get('/api/x/wire/stream')
    assert.equal((await lineOf(host, streamed.headers.get('x-request-id')))['bytes'], 'one two'.length)
    const fault = await ada.get('/api/x/wire/boom')
    assert.equal((await lineOf(host, fault.headers.get('x-request-id')))['status'], 500)
  })

  test('§8.13 a request refused while parsing has a line too, as far as it could be read', async () => {
    await using host = await open('errors')
    const refused: readonly (readonly [bytes: string, status: number, method: string | undefined])[] = [
      ['GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400, 'GET'],
      ['GARBAGE\r\n\r\n', 400, undefined],
      ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'CONNECT'],
    ]
    for (const [bytes, status, method] of refused) {
      const { answers } = await rawExchange(portOf(host), bytes)
      const line = await lineOf(host, answers[0]?.headers.get('x-request-id'))
      assert.deepEqual([line['status'], line['method'], line['plugin']], [status, method, 'host'])
    }
  })

  test('§8.13 off writes nothing, errors writes refused and failed requests, all writes everything', async () => {
    for (const [mode, expected] of [
      ['off', []],
      ['errors', [404, 500]],
      ['all', [200, 404, 500]],
    ] as const) {
      await using host = await open(mode)
      const visitor = host.visitor()
      for (const path of ['/api/x/wire/seen', '/api/x/nobody', '/api/x/wire/boom']) await visitor.get(path)
      assert.deepEqual(
        answered(host).map(({ status }) => status),
        expected,
      )
    }
  })

  test('§8.13 no secret gets in: neither query, cookie, header nor body, nor a token in a path', async () => {
    await using host = await open('all')
    const { ada } = await host.people()
    const marked = {
      authorization: `Bearer ${secret}`,
      'x-note': secret,
      'user-agent': secret,
      referer: `http://a/${secret}`,
    }
    await ada.get(`/api/x/wire/seen?token=${secret}`, marked)
    await ada.get(`/go/${secret}`)
    await ada.get(`/nowhere/${secret}/here?token=${secret}`)
    await ada.get(`/api/x/wire/see/${secret}`)
    await ada.post('/api/x/wire/order', { title: secret })
    await rawExchange(portOf(host), `GET /${secret} HTTP/1.1\r\nHost: ${secret}.example, b\r\n\r\n`)
    await rawExchange(
      portOf(host),
      `GET /api/x/wire/seen HTTP/1.1\r\nHost: a\r\nCookie: host_session=${secret}\r\nConnection: close\r\n\r\n`,
    )
    const text = JSON.stringify(host.log)
    assert.ok(answered(host).length >= 7)
    assert.ok(!text.includes(secret), 'in clear')
    for (const value of Object.values(ada.standing)) {
      if (!value.startsWith('http')) assert.ok(!text.includes(value.replace(/^host_session=/, '')), 'session or token')
    }
    assert.ok(answered(host).some(({ path }) => path === '/nowhere/…/here'))
  })

  test('§8.13 no request writes a line of its own into the log', async () => {
    const served = await serveExecutable({ env: { HOST_ACCESS_LOG: 'all', HOST_LOG_FORMAT: 'text' } })
    const port = Number(new URL(served.url).port)
    const evil = ['%0aERROR', '\x1b[31m', '\xe2\x80\xa8', '"', '\\', '\x9b31m', '\x00']
    for (const text of evil) {
      await rawExchange(
        port,
        `GET /x${text}forged HTTP/1.1\r\nHost: a\r\nUser-Agent: a${text}b\r\nConnection: close\r\n\r\n`,
      )
    }
    await served[Symbol.asyncDispose]()
    const lines = served.stdout().split('\n').filter(Boolean)
    assert.ok(lines.filter((line) => line.includes('Answered')).length >= evil.length)
    for (const line of lines) assert.match(line, /^(?:\d{4}-\d\d-\d\dT\S+Z [A-Z]+ |\[plugin\] registered |  \S)/, line)
    assert.doesNotMatch(lines.join(''), /[\x00-\x1f\x7f-\x9f\u2028]/)
  })
})
