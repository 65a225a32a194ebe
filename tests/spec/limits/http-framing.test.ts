/**
 * Requests that two parsers could read differently. Each is sent as bytes; no part of it may reach a handler, it must
 * be answered once, with the standard error body, and its connection must be closed, because the start of the next
 * request on it is unknown.
 */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ErrorCode } from '@host/plugin'
import { wire } from '../fixtures/wire.ts'
import { assertProblem } from '../lab/problem-body.ts'
import { rawExchange, type RawAnswer, type RawExchange } from '../lab/raw-wire.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'

const { plugin, seen } = wire()
const here = '/api/x/wire/see/first'
/** The request that an attacker hides in another one. */
const hidden = 'GET /api/x/wire/see/hidden HTTP/1.1\r\nHost: a\r\n\r\n'

/** A POST with these header lines; the host is there already. */
const post = (lines: readonly string[], body: string): string =>
  [`POST ${here} HTTP/1.1`, 'Host: a', ...lines, '', body].join('\r\n')
const get = (...lines: readonly string[]): string => [`GET ${here} HTTP/1.1`, ...lines, '', ''].join('\r\n')

type Case = readonly [what: string, bytes: string, code?: ErrorCode]

const lengths: readonly Case[] = [
  ['a length beside chunks', post(['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`)],
  ['chunks beside a length', post(['Transfer-Encoding: chunked', 'Content-Length: 4'], `5c\r\n${hidden}\r\n0\r\n\r\n`)],
  ['two lengths that differ', post(['Content-Length: 2', 'Content-Length: 3'], `ab${hidden}`)],
  ['the same length twice', post(['Content-Length: 2', 'Content-Length: 2'], `ab${hidden}`)],
  ['a list of lengths', post(['Content-Length: 2, 2'], `ab${hidden}`)],
  ['a length with a sign', post(['Content-Length: +2'], `ab${hidden}`)],
  ['a length below zero', post(['Content-Length: -2'], `ab${hidden}`)],
  ['a length in hexadecimal', post(['Content-Length: 0x2'], `ab${hidden}`)],
  ['a length beyond every number', post(['Content-Length: 99999999999999999999999'], hidden)],
  ['an empty length', post(['Content-Length:'], hidden)],
  ['a length with a space before its colon', post(['Content-Length : 2'], `ab${hidden}`)],
]

const codings: readonly Case[] = [
  ['a transfer coding that is not chunked', post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`)],
  ['chunked behind another coding', post(['Transfer-Encoding: gzip, chunked'], `0\r\n\r\n${hidden}`)],
  ['chunked before another coding', post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${hidden}`)],
  ['chunked twice', post(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`)],
  ['a coding with a space before its colon', post(['Transfer-Encoding : chunked'], `0\r\n\r\n${hidden}`)],
  ['a coding behind a vertical tab', post(['Transfer-Encoding: \x0bchunked'], `0\r\n\r\n${hidden}`)],
  ['a coding on a folded line', post(['Transfer-Encoding:\r\n chunked'], `0\r\n\r\n${hidden}`)],
  ['a coding in quotes', post(['Transfer-Encoding: "chunked"'], `0\r\n\r\n${hidden}`)],
  ['chunks in HTTP/1.0', post(['Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`).replace('HTTP/1.1', 'HTTP/1.0')],
]

const chunks: readonly Case[] = [
  ['a chunk size with a prefix', post(['Transfer-Encoding: chunked'], `0x2\r\nab\r\n0\r\n\r\n${hidden}`)],
  ['a chunk size beyond every number', post(['Transfer-Encoding: chunked'], `ffffffffffffffff1\r\nab\r\n${hidden}`)],
  ['a chunk size below zero', post(['Transfer-Encoding: chunked'], `-2\r\nab\r\n0\r\n\r\n${hidden}`)],
  ['a chunk that does not end', post(['Transfer-Encoding: chunked'], `2\r\nabXX0\r\n\r\n${hidden}`)],
  ['a chunk extension that ends in a bare line feed', post(['Transfer-Encoding: chunked'], `2;a\nab\r\n0\r\n\r\n`)],
  [
    'a chunk extension of many bytes',
    post(['Transfer-Encoding: chunked'], `2;${'a'.repeat(20_000)}\r\nab\r\n0\r\n\r\n`),
    'body_too_large',
  ],
  [
    'framing in a trailer',
    post(['Transfer-Encoding: chunked'], `2\r\nab\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n${hidden}`),
  ],
]

const lines: readonly Case[] = [
  ['lines that end in a bare line feed', `GET ${here} HTTP/1.1\nHost: a\n\n`],
  ['a bare line feed in a header', get('Host: a', 'X: a\nY: b')],
  ['a bare carriage return in a header', get('Host: a', 'X: a\rY: b')],
  ['a folded header', get('Host: a', 'X: a', ' b')],
  ['a NUL in a header', get('Host: a', 'X: a\0b')],
  ['a NUL in the target', `GET ${here}\0 HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['a space in the name of a header', get('Host: a', 'X Y: b')],
  ['a header without a name', get('Host: a', ': b')],
  ['a header that begins with a space', `GET ${here} HTTP/1.1\r\n Host: b\r\nHost: a\r\n\r\n`],
  ['a request without a version', `GET ${here}\r\n\r\n`],
  ['HTTP/2 without its frames', get('Host: a').replace('HTTP/1.1', 'HTTP/2.0')],
  ['a version that does not exist', get('Host: a').replace('HTTP/1.1', 'HTTP/1.2')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a method in small letters', get('Host: a').replace('GET', 'get')],
  ['a method that nobody knows', get('Host: a').replace('GET', 'STEAL')],
  ['bytes of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
]

const hosts: readonly Case[] = [
  ['no host', get()],
  ['two hosts', get('Host: a', 'Host: b')],
  ['the same host twice', get('Host: a', 'host: a')],
  [
    'a second host behind a thousand headers',
    get('Host: a', ...Array.from({ length: 1_200 }, () => 'a:b'), 'Host: b'),
    'headers_too_large',
  ],
  ['a list of hosts', get('Host: a, b')],
  ['a host with a user', get('Host: a@b')],
  ['a host with a path', get('Host: a/b')],
  ['a host with a port that is none', get('Host: a:http')],
  ['a host that is not an address', get('Host: 1.2.3.400')],
  ['an absolute target for another host', get('Host: a').replace(here, `http://b${here}`)],
  ['an absolute target with a user', get('Host: a').replace(here, `http://u@a${here}`)],
]

suite('§8.7 ambiguous requests', () => {
  let host: SpecHost
  let port = 0
  before(async () => {
    host = await startSpecHost({ plugins: [plugin] })
    port = Number(new URL(host.host.url ?? '').port)
  })
  after(() => host[Symbol.asyncDispose]())

  for (const [part, cases] of Object.entries({ lengths, codings, chunks, lines, hosts })) {
    for (const [what, bytes, code = 'bad_request'] of cases) {
      test(`${part}: ${what} is refused once, reaches no handler, and ends the connection`, async () => {
        seen.length = 0
        const exchange = await rawExchange(port, bytes)
        refusedOnce(exchange, code)
        assert.deepEqual(seen, [])
      })
    }
  }

  test('§8.7 an unusual but valid request is served, and the request after it is read at its start', async () => {
    const close = 'Connection: close'
    const served: readonly (readonly [string, string, string])[] = [
      ['chunks with extensions', post([close, 'Transfer-Encoding: chunked'], '2;a="b"\r\nab\r\n0\r\n\r\n'), 'ab'],
      ['chunks and a trailer', post([close, 'Transfer-Encoding: chunked'], '2\r\nab\r\n0\r\nX: y\r\n\r\n'), 'ab'],
      ['chunked in capitals', post([close, 'Transfer-Encoding: Chunked'], '2\r\nab\r\n0\r\n\r\n'), 'ab'],
      ['an absolute target', get('Host: a:80', close).replace(here, `http://A:80${here}`), ''],
      ['an address as host', get('Host: [::1]:8080', close), ''],
      ['HTTP/1.0 without a host', get().replace('HTTP/1.1', 'HTTP/1.0'), ''],
      ['a body that is read as a body', post([close, `Content-Length: ${hidden.length}`], hidden), hidden.trimEnd()],
      ['a body that nobody asked for', get('Host: a', close, `Content-Length: ${hidden.length}`) + hidden, ''],
    ]
    for (const [what, bytes, body] of served) {
      seen.length = 0
      const { answers, isClosed } = await rawExchange(port, bytes)
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200],
        what,
      )
      assert.ok(isClosed, what)
      assert.deepEqual(seen, [`${bytes.slice(0, bytes.indexOf(' '))} ${here} ${body}`.trimEnd()], what)
    }
  })

  test('§8.7 a refusal waits for the answers to earlier requests on the same connection', async () => {
    const late = 'GET /api/x/wire/late?ms=60 HTTP/1.1\r\nHost: a\r\n\r\n'
    const behind: readonly Case[] = [
      ['garbage', 'GARBAGE\r\n\r\n'],
      ['another coding', post(['Transfer-Encoding: x'], hidden)],
      ['a chunk that does not end', post(['Transfer-Encoding: chunked'], `2\r\nabXX${hidden}`)],
      ['headers that are too large', get('Host: a', `X: ${'a'.repeat(20_000)}`), 'headers_too_large'],
    ]
    for (const [what, bytes, code = 'bad_request'] of behind) {
      for (const first of [late, late + late]) {
        seen.length = 0
        for (const parts of [[first + bytes], [first, bytes]]) {
          const { answers, isClosed } = await rawExchange(port, ...parts)
          const earlier = answers.slice(0, -1)
          assert.deepEqual(
            earlier.map(({ status }) => status),
            first === late ? [200] : [200, 200],
            what,
          )
          assertProblem(problemOf(answers.at(-1)), code)
          assert.ok(isClosed, what)
        }
        assert.deepEqual(seen, [], what)
      }
    }
  })
})

function refusedOnce({ answers, rest, isClosed }: RawExchange, code: ErrorCode): void {
  assert.equal(answers.length, 1, JSON.stringify(answers))
  assert.equal(rest, '')
  assertProblem(problemOf(answers[0]), code)
  assert.equal(answers[0]?.headers.get('connection'), 'close')
  assert.ok(isClosed)
}

function problemOf(answer: RawAnswer | undefined) {
  assert.ok(answer !== undefined)
  return { status: answer.status, body: answer.body, header: (name: string) => answer.headers.get(name) }
}
