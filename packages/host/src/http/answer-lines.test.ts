import assert from 'node:assert/strict'
import { ServerResponse, type IncomingMessage } from 'node:http'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { json } from '@host/plugin'
import { AnswerLines } from './answer-lines.ts'
import { StandingHeaders } from './standing-headers.ts'
import { labServer } from '../../testing/http/lab-server.ts'
import { exchange, get } from '../../testing/http/raw-client.ts'

type Headers = Readonly<Record<string, string>>

const names = fc.oneof(
  fc.constantFrom('content-type', 'etag', 'x-request-id', 'cache-control', 'x-é', 'x y', '', 'a:b', 'a\r\nb'),
  fc.constantFrom('connection', 'set-cookie', 'content-length', 'transfer-encoding', 'trailer', 'date', 'keep-alive'),
)
const values = fc.oneof(
  fc.constantFrom('', 'no-store', 'text/plain; charset=utf-8', 'a\tb', 'é', 'a\r\nx-own: 1', 'a\u0000', '汉', '\u007f'),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const answers = fc.array(fc.dictionary(names, values, { maxKeys: 5 }), { minLength: 1, maxLength: 8 })

/** The lines that Node makes of headers; undefined where it refuses one. */
function linesOfNode(headers: Headers): string | undefined {
  const response = new ServerResponse({ method: 'GET' } as IncomingMessage)
  response.sendDate = false
  try {
    response.writeHead(200, headers)
  } catch {
    return undefined
  }
  return (response as unknown as { readonly _header: string })._header
}

suite('lines of an answer', () => {
  test('they are those that Node would make, and a header that Node refuses or reads is left to it', () => {
    fc.assert(
      fc.property(answers, (sent) => {
        const lines = new AnswerLines(new StandingHeaders({}))
        for (const headers of sent) {
          const own = lines.of(headers)
          const ofNode = linesOfNode(headers)
          if (ofNode === undefined) assert.equal(own, undefined)
          else if (own !== undefined) assert.ok(ofNode.startsWith(`HTTP/1.1 200 OK\r\n${own}`))
        }
      }),
      { numRuns: 500 },
    )
  })

  test('usual headers are not left to Node, and a standing one is there once', () => {
    const lines = new AnswerLines(new StandingHeaders({ 'x-standing-header': 'ours', 'x-standing-other': 'ours' }))
    for (const value of ['a', 'a', 'b', 'x'.repeat(1_000), 'a']) {
      assert.equal(
        lines.of({ etag: value, 'x-standing-header': 'own' }),
        `x-standing-other: ours\r\netag: ${value}\r\nx-standing-header: own\r\n`,
      )
    }
    for (const headers of [{ connection: 'close' }, { 'set-cookie': 'a=1' }, { etag: 'a\r\nb: c' }, { 'x y': 'a' }]) {
      assert.equal(lines.of(headers), undefined)
    }
  })

  test('an answer whose header is refused leaves nothing to the answer in its place', async (context) => {
    let asked = 0
    const { port } = await labServer(context, {
      handler: () => {
        asked += 1
        return asked === 1 ? json('first', { headers: { 'x-own': 'a' } }) : json('second', { status: 99 })
      },
      replace: () => new Response('replaced', { status: 500 }),
    })
    assert.match(await exchange(port, get('/')), /^x-own: a$/m)
    const answer = await exchange(port, get('/'))
    assert.match(answer, /^HTTP\/1\.1 500 [^]*replaced/)
    assert.doesNotMatch(answer, /x-own|application\/json/)
  })
})
