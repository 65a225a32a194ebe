import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkLines } from './check-lines.ts'
import { problemsOf } from './report.ts'

const asWritten = ({ text }: { readonly text: string }) => Promise.resolve(text)
const file = (path: string, lines: number) => ({ path: `examples/crm/${path}`, text: 'a()\n'.repeat(lines) })

test('code of 400 lines is fine, and one line more names every file with its lines', async () => {
  assert.deepEqual((await checkLines([file('a.ts', 300), file('web/b.tsx', 100)], asWritten)).problems, [])
  assert.deepEqual((await checkLines([file('a.ts', 300), file('web/b.tsx', 101)], asWritten)).problems, [
    'examples/crm: 401 lines of code, more than 400: examples/crm/a.ts 300, examples/crm/web/b.tsx 101',
  ])
})

test('lines are counted after formatting', async () => {
  const wide = () => Promise.resolve('a()\n'.repeat(401))
  assert.equal((await checkLines([file('a.ts', 1)], wide)).problems.length, 1)
})

test('texts are not counted, and hold no code', async () => {
  const { problems, texts } = await checkLines([file('a.ts', 1), file('texts.ts', 500)], asWritten)
  assert.deepEqual([problems, texts], [[], ['examples/crm/texts.ts']])
  const hidden = { path: 'examples/crm/texts.ts', text: 'export const mount = () => 1\n' }
  assert.deepEqual((await checkLines([file('a.ts', 1), hidden], asWritten)).problems, [`${hidden.path}: has code`])
})

test('a comment that keeps the formatter away is a finding, as is a folder without files', async () => {
  const ignored = { path: 'examples/crm/a.ts', text: '// oxfmt-ignore\na()\n' }
  assert.deepEqual((await checkLines([ignored], asWritten)).problems, [`${ignored.path}: is not formatted`])
  assert.match(problemsOf(await checkLines([], asWritten))[0] ?? '', /saw nothing/)
})
