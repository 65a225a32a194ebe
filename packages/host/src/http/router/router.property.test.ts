import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fillPath } from '@host/plugin'
import { parsePattern, unescapeSegment } from '@host/plugin/platform'
import type { Lookup, Route } from './route.ts'
import { findConflict } from './conflict.ts'
import { expectedAnswer, isConflict, requests } from './reference-matcher.ts'
import { Router } from './router.ts'

const segment = fc.constantFrom('a', 'b', '{}')
const last = fc.constantFrom('a', 'b', '{}', '', '{$}', '{rest...}')
const patternText = fc
  .tuple(fc.constantFrom('', 'GET ', 'HEAD ', 'POST '), fc.array(segment, { maxLength: 2 }), last)
  .map(
    ([method, parts, end]) =>
      `${method}/${[...parts, end].map((part, at) => (part === '{}' ? `{p${at}}` : part)).join('/')}`,
  )
const patternTexts = fc.array(patternText, { minLength: 1, maxLength: 7 })

function routesOf(texts: readonly string[]): readonly Route[] {
  return texts.map((text, index) => ({ pattern: parsePattern(text), owner: 'notes', source: `index.ts:${index}:1` }))
}

/** The routes without those that conflict with an earlier one. */
function withoutConflicts(routes: readonly Route[]): readonly Route[] {
  return routes.filter((route, index) =>
    routes.slice(0, index).every((earlier) => !isConflict(route.pattern, earlier.pattern)),
  )
}

function routerOf(routes: readonly Route[]): Router<Route> {
  const router = new Router<Route>()
  for (const route of routes) router.add(route)
  return router
}

function show(lookup: Lookup<Route>): string {
  if (lookup.kind === 'found') return lookup.route.pattern.text
  if (lookup.kind === 'redirect') return `-> ${lookup.location}`
  return lookup.kind === 'method_not_allowed' ? `405 ${lookup.allow}` : '404'
}

test('the router answers every request as the definition of specificity says', () => {
  fc.assert(
    fc.property(patternTexts, (texts) => {
      const routes = withoutConflicts(routesOf(texts))
      const router = routerOf(routes)
      assert.equal(router.conflicts.length, 0)
      const patterns = routes.map((route) => route.pattern)
      for (const request of requests) {
        assert.equal(
          show(router.find(request.method, request.path)),
          expectedAnswer(patterns, request),
          JSON.stringify(request),
        )
      }
    }),
    { numRuns: 60 },
  )
})

test('a conflict is found from either side, exactly when the definition says so', () => {
  fc.assert(
    fc.property(patternText, patternText, (one, other) => {
      const [first, second] = routesOf([one, other]) as [Route, Route]
      const expected = isConflict(first.pattern, second.pattern)
      assert.equal(findConflict(first, second) !== undefined, expected, `${one} and ${other}`)
      assert.deepEqual(findConflict(first, second), findConflict(second, first))
      assert.equal(routerOf([first, second]).conflicts.length, expected ? 1 : 0)
      assert.equal(routerOf([second, first]).conflicts.length, expected ? 1 : 0)
    }),
    { numRuns: 300 },
  )
})

test('the order of registration changes neither answers nor conflicts', () => {
  fc.assert(
    fc.property(patternTexts, fc.infiniteStream(fc.nat()), (texts, order) => {
      const routes = routesOf(texts)
      const shuffled = routes
        .map((route) => ({ route, rank: order.next().value as number }))
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ route }) => route)
      const keys = (router: Router<Route>) =>
        router.conflicts.map(({ routes: pair }) => pair.map((route) => route.source).join()).toSorted()
      assert.deepEqual(keys(routerOf(shuffled)), keys(routerOf(routes)))
      const calm = withoutConflicts(routes)
      const one = routerOf(calm)
      const other = routerOf(shuffled.filter((route) => calm.includes(route)))
      for (const { method, path } of requests) assert.deepEqual(other.find(method, path), one.find(method, path))
    }),
    { numRuns: 60 },
  )
})

const routed = routerOf(
  routesOf(['GET /a/{x}', 'GET /a/{x}/b/{y}', 'POST /f/{path...}', '/s/', 'GET /{$}', 'GET /%C3%A9/{x}']),
)
const strange = fc
  .array(
    fc.constantFrom(
      '/',
      '.',
      '%',
      '2',
      'e',
      'f',
      'F',
      '5',
      'c',
      '0',
      'a',
      's',
      '\\',
      '?',
      '#',
      ' ',
      'é',
      '\ud800',
      '\0',
    ),
  )
  .map((parts) => parts.join(''))

test('no path makes a look-up throw, and a redirect is a path of this host', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('GET', 'POST', ''),
      fc.oneof(
        fc.string(),
        strange,
        strange.map((text) => `/${text}`),
      ),
      (method, path) => {
        const lookup = routed.find(method, path)
        if (lookup.kind === 'redirect') assert.match(lookup.location, /^\/(?![/\\])[!-~]*$/)
      },
    ),
    { numRuns: 3000 },
  )
})

test('a look-up reads the same values from a path as a URL parser', () => {
  fc.assert(
    fc.property(strange, (text) => {
      const path = `/a/${text}`
      const lookup = routed.find('GET', path)
      if (lookup.kind !== 'found') return
      const segments = new URL(`http://host${path}`).pathname.slice(1).split('/').map(unescapeSegment)
      assert.deepEqual(
        segments.filter((_, at) => at % 2 === 1),
        Object.values(lookup.params),
      )
    }),
    { numRuns: 3000 },
  )
})

test('params survive the way through a filled path and a look-up', () => {
  const value = fc
    .string({ unit: 'binary', minLength: 1 })
    .filter((text) => unescapeSegment(encodeURIComponent(text)) === text)
  fc.assert(
    fc.property(value, value, (x, y) => {
      const path = fillPath(parsePattern('GET /a/{x}/b/{y}'), { x, y })
      const lookup = routed.find('GET', path)
      assert.equal(lookup.kind, 'found')
      assert.deepEqual('params' in lookup && lookup.params, { x, y })
      const rest = fillPath(parsePattern('POST /f/{path...}'), { path: `${x.replaceAll('/', '')}x/y` })
      assert.deepEqual(routed.find('POST', rest), {
        ...routed.find('POST', rest),
        params: { path: `${x.replaceAll('/', '')}x/y` },
      })
    }),
    { numRuns: 500 },
  )
})
