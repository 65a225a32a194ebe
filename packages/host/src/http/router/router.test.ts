import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parsePattern } from '@host/plugin/platform'
import type { Lookup, Route } from './route.ts'
import { describeConflict } from './conflict.ts'
import { conflictCases, requestCases } from '../../../testing/http/router-cases.ts'
import { Router } from './router.ts'

function routeOf(text: string, owner = 'notes'): Route {
  return { pattern: parsePattern(text), owner, source: `${owner}/server/index.ts:1:1` }
}

function routerOf(patterns: readonly string[]): Router<Route> {
  const router = new Router<Route>()
  for (const pattern of patterns) router.add(routeOf(pattern))
  return router
}

function show(lookup: Lookup<Route>): string {
  if (lookup.kind === 'redirect') return `-> ${lookup.location}`
  if (lookup.kind === 'method_not_allowed') return `405 ${lookup.allow}`
  if (lookup.kind !== 'found') return lookup.kind === 'not_found' ? '404' : '400'
  return [lookup.route.pattern.text, ...Object.entries(lookup.params).map((pair) => pair.join('='))].join(' ')
}

for (const { rule, patterns, requests } of requestCases) {
  suite(rule, () => {
    for (const [method, path, expected] of requests) {
      test(`${method} ${path} gives ${expected}`, () => {
        assert.equal(show(routerOf(patterns).find(method, path)), expected)
        assert.equal(show(routerOf(patterns.toReversed()).find(method, path)), expected)
      })
    }
    test('the patterns do not conflict', () => assert.deepEqual(routerOf(patterns).conflicts, []))
  })
}

suite('two patterns may stand together when one is more specific or no request matches both', () => {
  for (const [one, other, verdict] of conflictCases) {
    test(`${one} and ${other}: ${verdict}`, () => {
      const count = verdict === 'conflict' ? 1 : 0
      assert.equal(routerOf([one, other]).conflicts.length, count)
      assert.equal(routerOf([other, one]).conflicts.length, count)
    })
  }
})

test('the tables hold at least 150 cases', () => {
  const requests = requestCases.reduce((sum, group) => sum + group.requests.length, 0)
  assert.ok(requests + conflictCases.length >= 150, `${requests} requests and ${conflictCases.length} pairs`)
})

test('a conflict names both plugins, both patterns, both places and a request that both answer', () => {
  const router = new Router<Route>()
  router.add(routeOf('GET /api/x/notes/{id}', 'notes'))
  router.add(routeOf('GET /api/{any}/notes/all', 'links'))
  assert.deepEqual(router.conflicts.map(describeConflict), [
    'Plugins "links" and "notes" declare conflicting routes: "GET /api/{any}/notes/all" (links, links/server/index.ts:1:1) ' +
      'and "GET /api/x/notes/{id}" (notes, notes/server/index.ts:1:1); both match /api/x/notes/all and neither is more ' +
      'specific. Change one of the two patterns.',
  ])
})

test('three equal patterns are three conflicts, also within one plugin', () => {
  const router = routerOf(['GET /a', 'GET /a', 'GET /a'])
  assert.equal(router.conflicts.length, 3)
  assert.match(
    describeConflict(router.conflicts[0]!),
    /^Plugin "notes" declares two conflicting routes: .*both match the same requests/,
  )
})
