import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCookbook, renewed } from './check-cookbook.ts'

const page = (info: string, content: string) => `# Board\n\n\`\`\`${info}\n${content}\`\`\`\n`
const good: Readonly<Record<string, string>> = {
  'docs/cookbook/README.md': '[Show a board](board.md)',
  'docs/cookbook/board.md': page('ts file=board.ts', 'const a = 1\n'),
  'examples/cookbook/board.ts': 'const a = 1\n',
  'examples/cookbook/board.test.ts': 'test()\n',
}

const problemsOf = (changes: Readonly<Record<string, string | undefined>> = {}): readonly string[] => {
  const files = Object.entries({ ...good, ...changes })
  return checkCookbook(files.flatMap(([path, text]) => (text === undefined ? [] : [{ path, text }]))).problems
}

test('a page that quotes its tested file is fine', () => {
  assert.deepEqual(problemsOf(), [])
})

test('a page is refused when it differs from its file, quotes none, or has code that is not quoted', () => {
  const path = 'docs/cookbook/board.md'
  assert.match(problemsOf({ 'examples/cookbook/board.ts': 'const a = 2\n' }).join(), /differs from .*board\.ts; run/)
  assert.match(problemsOf({ [path]: '# Board\n' }).join(), /has no code/)
  const unquoted = (good[path] ?? '') + page('ts', 'const b = 1\n')
  assert.match(problemsOf({ [path]: unquoted }).join(), /has code that is not quoted/)
  assert.match(problemsOf({ [path]: page('ts file=other.ts', '') }).join(), /other\.ts, which is not there/)
})

test('a recipe without a test or a link, and code without a page, are refused', () => {
  assert.match(problemsOf({ 'examples/cookbook/board.test.ts': undefined }).join(), /board\.md: has no test/)
  assert.match(problemsOf({ 'docs/cookbook/README.md': '' }).join(), /has no link to board\.md/)
  assert.deepEqual(problemsOf({ 'examples/cookbook/more.ts': '' }), ['examples/cookbook/more.ts: no page quotes it'])
})

test('quotes are renewed from their files, whatever characters they have', () => {
  const source = 'const cost = `$&$1 ${a}`\n'
  const text = renewed(good['docs/cookbook/board.md'] ?? '', new Map([['examples/cookbook/board.ts', source]]))
  assert.equal(text, page('ts file=board.ts', source))
})
