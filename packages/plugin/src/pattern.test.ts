import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { PatternOrder } from './pattern.ts'
import { comparePatterns, fillPath, parsePattern, PatternError } from './pattern.ts'

suite('a pattern is read into a method and segments', () => {
  const cases: readonly (readonly [string, string | undefined, readonly string[]])[] = [
    ['/', undefined, ['rest']],
    ['/{$}', undefined, ['end']],
    ['GET /a', 'GET', ['literal a']],
    ['GET  \t/a', 'GET', ['literal a']],
    ['GET\t/a', 'GET', ['literal a']],
    ['M-SEARCH /a', 'M-SEARCH', ['literal a']],
    ['GET /a/', 'GET', ['literal a', 'rest']],
    ['GET /a/{id}/{rest...}', 'GET', ['literal a', 'param id', 'rest rest']],
    ['POST /a/{id}/{$}', 'POST', ['literal a', 'param id', 'end']],
    ['/a%2Fb/%61', undefined, ['literal a/b', 'literal a']],
    ['GET /a b', 'GET', ['literal a b']],
    ['GET /é/{名前}', 'GET', ['literal é', 'param 名前']],
    ['GET /.well-known/...', 'GET', ['literal .well-known', 'literal ...']],
    ['GET /a}b/$', 'GET', ['literal a}b', 'literal $']],
  ]
  for (const [text, method, segments] of cases) {
    test(JSON.stringify(text), () => {
      const pattern = parsePattern(text)
      assert.equal(pattern.text, text)
      assert.equal(pattern.method, method)
      assert.deepEqual(
        pattern.segments.map((segment) => Object.values(segment).filter(Boolean).join(' ')),
        segments,
      )
    })
  }
})

suite('a pattern that could never work is refused with the reason', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /empty/],
    ['GET', /path is missing|must begin with \//],
    ['GET ', /path is missing/],
    ['a', /must begin with \//],
    ['GET a', /must begin with \//],
    ['example.com/a', /host name is not part/],
    ['GET example.com/a', /host name is not part/],
    ['example.com/a b', /host name is not part/],
    ['get /a', /capitals, "GET"/],
    ['G:T /a', /"G:T" is not an HTTP method/],
    ['CONNECT /a', /CONNECT never reaches/],
    ['/a b', /no raw space/],
    ['GET //', /cleaned first/],
    ['GET /a//b', /cleaned first/],
    ['/a/./b', /cleaned first/],
    ['GET /a/..', /cleaned first/],
    ['GET /a?x=1', /no query/],
    ['GET /a#b', /no fragment/],
    ['GET /a\\b', /backslash or control/],
    ['GET /a\nb', /backslash or control/],
    ['GET /%zz', /"%zz" can never match/],
    ['GET /%2e%2E', /can never match/],
    ['GET /a%00', /can never match/],
    ['GET /b_{bucket}', /whole segment, "b_\{bucket\}"/],
    ['GET /{x}y', /whole segment/],
    ['GET /{', /whole segment/],
    ['GET /a{', /whole segment/],
    ['GET /{}', /needs a name/],
    ['GET /{...}', /needs a name/],
    ['GET /{1a}', /"1a" is not a wildcard name/],
    ['GET /{a-b}', /"a-b" is not a wildcard name/],
    ['GET /{a.b}', /not a wildcard name/],
    ['GET /{__proto__}', /"__proto__" can not be/],
    ['GET /{x...}/b', /only allowed at the end/],
    ['GET /{x...}/', /only allowed at the end/],
    ['GET /{$}/b', /\{\$\} is only allowed at the end/],
    ['GET /{$}/', /\{\$\} is only allowed at the end/],
    ['GET /{x}/{x}', /"x" is used twice/],
    ['GET /{x}/{x...}', /"x" is used twice/],
  ]
  for (const [text, message] of cases) {
    test(JSON.stringify(text), () => {
      assert.throws(
        () => parsePattern(text),
        (error) => {
          assert.ok(error instanceof PatternError)
          assert.match(error.message, message)
          assert.ok(error.message.startsWith(`Pattern ${JSON.stringify(text)}: `) && error.message.endsWith('.'))
          return true
        },
      )
    })
  }
})

test('a parsed pattern is frozen throughout', () => {
  const pattern = parsePattern('GET /a/{id}')
  assert.ok([pattern, pattern.segments, ...pattern.segments].every(Object.isFrozen))
})

suite('two patterns are ordered by the requests they answer', () => {
  const cases: readonly (readonly [string, string, PatternOrder])[] = [
    ['GET /a', 'GET /a', 'equal'],
    ['GET /a/{x}', 'GET /a/{y}', 'equal'],
    ['/a/', '/a/{x...}', 'equal'],
    ['GET /a', 'POST /a', 'disjoint'],
    ['GET /a', '/a', 'moreSpecific'],
    ['HEAD /a', 'GET /a', 'moreSpecific'],
    ['HEAD /a', 'GET /{x}', 'moreSpecific'],
    ['GET /a', 'HEAD /{x}', 'overlap'],
    ['GET /', '/index.html', 'overlap'],
    ['GET /{x}', 'GET /a', 'moreGeneral'],
    ['/{x}', '/{$}', 'disjoint'],
    ['/', '/{$}', 'moreGeneral'],
    ['/', '/{x}', 'moreGeneral'],
    ['/a', '/a/', 'disjoint'],
    ['/a/b', '/a/', 'moreSpecific'],
    ['/a/b/', '/a/', 'moreSpecific'],
    ['/a/b/', '/{x}/', 'moreSpecific'],
    ['/a/{x...}', '/{y}/b', 'overlap'],
    ['/a/{x...}', '/{y}/b/{z...}', 'overlap'],
    ['/{x}/b', '/a/{y}', 'overlap'],
    ['/{x}/b/c', '/a/{y}/d', 'disjoint'],
    ['/a/{x}/b', '/a/c', 'disjoint'],
    ['/a/{x}/{$}', '/a/b/', 'overlap'],
    ['/a/b/{$}', '/a/{x}/', 'moreSpecific'],
  ]
  const inverse = {
    equal: 'equal',
    overlap: 'overlap',
    disjoint: 'disjoint',
    moreSpecific: 'moreGeneral',
    moreGeneral: 'moreSpecific',
  } as const
  for (const [one, other, order] of cases) {
    test(`${one} is ${order} to ${other}`, () => {
      assert.equal(comparePatterns(parsePattern(one), parsePattern(other)), order)
      assert.equal(comparePatterns(parsePattern(other), parsePattern(one)), inverse[order])
    })
  }
})

suite('a path is filled from params, escaped', () => {
  test('every kind of segment', () => {
    assert.equal(
      fillPath(parsePattern('GET /a b/{id}/{rest...}'), { id: 'x/y', rest: 'p q/ü' }),
      '/a%20b/x%2Fy/p%20q/%C3%BC',
    )
    assert.equal(fillPath(parsePattern('GET /a/'), {}), '/a/')
    assert.equal(fillPath(parsePattern('GET /{$}'), {}), '/')
    assert.equal(fillPath(parsePattern('GET /f/{rest...}'), { rest: '' }), '/f/')
    assert.equal(fillPath(parsePattern('GET /f/{rest...}'), { rest: 'a/' }), '/f/a/')
  })
  const refused: readonly (readonly [string, Record<string, string>, RegExp])[] = [
    ['GET /{id}', {}, /"id" is missing/],
    ['GET /{toString}', {}, /"toString" is missing/],
    ['GET /{id}', { id: '' }, /segment ""/],
    ['GET /{id}', { id: '..' }, /segment "\.\."/],
    ['GET /{id}', { id: '.' }, /segment "\."/],
    ['GET /{id}', { id: '\0' }, /NUL/],
    ['GET /{id}', { id: '\ud800' }, /surrogate/],
    ['GET /f/{rest...}', { rest: '/a' }, /segment ""/],
    ['GET /f/{rest...}', { rest: 'a//b' }, /segment ""/],
    ['GET /f/{rest...}', { rest: '../b' }, /segment "\.\."/],
  ]
  for (const [text, params, message] of refused) {
    test(`${text} with ${JSON.stringify(params)} is refused`, () => {
      assert.throws(() => fillPath(parsePattern(text), params), { name: 'PatternError', message })
    })
  }
})
