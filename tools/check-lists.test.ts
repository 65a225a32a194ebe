import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLists } from './check-lists.ts'

const problemsIn = (path: string, text: string): readonly string[] => checkLists([{ path, text }]).problems

const byHand = `
  const rows = await db.selectFrom('links_links').selectAll().orderBy('id').limit(limit + 1).execute()
  return { items, nextCursor: rows.length > limit ? items.at(-1).id : null }
`

test('a page that a plugin reads by hand is refused, at each of its lines', () => {
  for (const path of ['plugins/links/server/list-links.ts', 'examples/links/plugin.ts']) {
    assert.deepEqual(problemsIn(path, byHand), [
      `${path}:2: a page is read by hand; use listOf`,
      `${path}:3: a page is read by hand; use listOf`,
    ])
  }
})

test('lists of services, tests and other code are fine', () => {
  assert.deepEqual(problemsIn('plugins/links/server/list-links.test.ts', byHand), [])
  assert.deepEqual(problemsIn('packages/host/src/jobs/list.ts', byHand), [])
  const passedOn = `const { items, nextCursor } = await service.list(input); db.selectFrom('a').limit(limits.most + 1)`
  assert.equal(problemsIn('plugins/links/server/a.ts', `${passedOn}; return { nextCursor: null }`).length, 1)
  assert.deepEqual(problemsIn('plugins/links/server/a.ts', 'return { items, nextCursor }'), [])
})
