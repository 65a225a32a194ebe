import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkStories } from './check-stories.ts'
import { problemsOf } from './report.ts'

const sdk = 'packages/plugin-sdk/src'
const door = `export { Badge } from './components/Badge.tsx'
export type { BadgeProps } from './components/Badge.tsx'
export { LoadingRegion, Skeleton } from './components/Skeleton.tsx'
export { useToast } from './components/Toast.tsx'
export { formErrors } from './components/form-errors.ts'
`

function finding(...beside: readonly string[]) {
  const files = beside.map((path) => ({ path: `${sdk}/components/${path}`, text: '' }))
  return checkStories([{ path: `${sdk}/index.ts`, text: door }, ...files])
}

const complete = ['Badge.story.tsx', 'Badge.test.tsx', 'Skeleton.story.tsx', 'Skeleton.test.tsx']

test('components with a story and a test beside them are fine; hooks, types and functions need none', () => {
  const { seen, problems } = finding(...complete)
  assert.equal(seen, 2)
  assert.deepEqual(problems, [])
})

for (const missing of complete) {
  test(`a component without ${missing} is reported`, () => {
    const { problems } = finding(...complete.filter((path) => path !== missing))
    assert.deepEqual(problems.length, 1)
    assert.match(problems[0] ?? '', new RegExp(`write ${sdk}/components/${missing}$`))
  })
}

test('a door of which nothing is understood fails', () => {
  assert.equal(problemsOf(checkStories([{ path: `${sdk}/index.ts`, text: "export * from './all.ts'" }])).length, 1)
})
