import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { json, redirect } from '@host/plugin'
import fc from 'fast-check'
import { Cors, parseOrigins } from './cors.ts'

const listed = ['https://app.example', 'http://localhost:5173', 'https://[2001:db8::1]:8443']
const cors = new Cors(listed)
const allow = { kind: 'method_not_allowed', allow: 'GET, HEAD' } as const
const from = (origin: string, method = 'GET', headers: Readonly<Record<string, string>> = {}): Request =>
  new Request('http://host.test/api/x', { method, headers: { ...(origin === '' ? {} : { origin }), ...headers } })

suite('the list of origins', () => {
  test('takes origins as browsers write them', () => {
    assert.deepEqual(parseOrigins(` ${listed.join(' , ')} ,`), listed)
    assert.deepEqual(parseOrigins(''), [])
  })

  test('refuses everything else with a sentence that quotes it', () => {
    for (const text of [
      '*',
      'null',
      'app.example',
      'https://app.example/',
      'https://APP.example',
      'https://*.example',
      'ftp://a',
      'https://a:443',
      'https://u@a',
      'https://a b',
      'https://a:99999',
    ]) {
      assert.throws(
        () => parseOrigins(`https://ok.example,${text}`),
        (error: Error) => error.message.includes(JSON.stringify(text)),
      )
    }
  })

  test('every accepted entry is an origin, character for character', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.domain().map((name) => `https://${name}`),
        ),
        (text) => {
          try {
            for (const origin of parseOrigins(text)) assert.equal(new URL(origin).origin, origin)
          } catch (error) {
            assert.ok(error instanceof TypeError)
          }
        },
      ),
    )
  })
})

suite('answers to other origins', () => {
  test('only an origin that is listed letter for letter is named, and it alone', () => {
    const near = fc.constantFrom(...listed).chain((origin) =>
      fc.oneof(
        fc.constant(origin),
        fc
          .tuple(fc.nat(origin.length), fc.stringMatching(/^[!-~]{0,3}$/))
          .map(([at, text]) => origin.slice(0, at) + text + origin.slice(at)),
        fc.nat(origin.length).map((at) => origin.slice(0, at)),
        fc.constant(origin.toUpperCase()),
      ),
    )
    fc.assert(
      fc.property(near, (origin) => {
        const answer = cors.answer(from(origin), json(1))
        const named = answer.headers.get('access-control-allow-origin')
        assert.equal(named, listed.includes(origin) ? origin : null)
        assert.equal(answer.headers.get('vary'), 'Origin')
        assert.equal(answer.headers.get('access-control-allow-credentials'), null)
        assert.equal(
          cors.preflight(from(origin, 'OPTIONS', { 'access-control-request-method': 'GET' }), allow) !== undefined,
          listed.includes(origin),
        )
      }),
      { numRuns: 500 },
    )
  })

  test('Vary keeps its values, and is added once', () => {
    const varied = (vary: string): string | null =>
      cors.answer(from(listed[0] ?? ''), json(1, { headers: { vary } })).headers.get('vary')
    assert.equal(varied('Accept-Encoding'), 'Accept-Encoding, Origin')
    assert.equal(varied('accept, ORIGIN'), 'accept, ORIGIN')
    assert.equal(varied('*'), '*')
  })

  test('headers set by a plugin stay, and an answer of the platform is named too', () => {
    const own = json(1, { headers: { 'access-control-allow-origin': '*' } })
    assert.equal(cors.answer(from(listed[0] ?? ''), own).headers.get('access-control-allow-origin'), '*')
    for (const foreign of [Response.redirect('http://elsewhere.test/'), redirect('/a'), new Response('a')]) {
      assert.equal(cors.answer(from(listed[0] ?? ''), foreign).headers.get('access-control-allow-origin'), listed[0])
    }
  })

  test('only a question beforehand is answered here', () => {
    const origin = listed[0] ?? ''
    assert.equal(cors.preflight(from(origin, 'OPTIONS'), allow), undefined, 'an OPTIONS of its own')
    assert.equal(cors.preflight(from(origin, 'GET', { 'access-control-request-method': 'GET' }), allow), undefined)
    assert.equal(cors.preflight(from('', 'OPTIONS', { 'access-control-request-method': 'GET' }), allow), undefined)
    assert.equal(
      cors.preflight(from(origin, 'OPTIONS', { 'access-control-request-method': 'GET' }), { kind: 'not_found' }),
      undefined,
    )
  })
})
