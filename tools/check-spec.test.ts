import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSpec, type SpecFacts } from './check-spec.ts'
import { parsePending, type Pending } from './pending-rules.ts'
import { problemsOf } from './report.ts'

const specification = '## 4 Routes\n\n- **§4.1** One.\n- **§4.2** Two, see §4.1.\n'
const proof = `test('§4.1 one and §4.2 two', () => {})`
const nothingPending: Pending = { ceiling: 0, rules: {} }

function problemsIn(text: string, facts: Partial<SpecFacts> & { readonly path?: string } = {}): readonly string[] {
  const files = [{ path: facts.path ?? 'tests/spec/a.test.ts', text }]
  return checkSpec({ specification, files, pending: nothingPending, earlier: [], ...facts }).problems
}

function pendingRules(...rules: readonly string[]): Pending {
  return { ceiling: rules.length, rules: Object.fromEntries(rules.map((rule) => [rule, 'a later part'])) }
}

test('rules that titles quote are proven', () => {
  assert.deepEqual(problemsIn(proof), [])
  assert.deepEqual(problemsIn('for (const name of both) it(`${name}: §4.1 one (§4.2)`, () => {})'), [])
  assert.deepEqual(problemsIn(`it.each(both)('§4.1 §4.2 %s', () => {})`), [])
  assert.deepEqual(problemsIn('// @ts-expect-error §4.1 §4.2 an unknown member', { path: 'x/a.test-d.ts' }), [])
})

for (const text of [
  `// §4.2\n`,
  `const title = '§4.2'\n`,
  `test.skip('§4.2 two', () => {})\n`,
  `test.todo('§4.2 two')\n`,
  `assert.match(text, '§4.2')\n`,
]) {
  test(`a rule that only ${JSON.stringify(text)} mentions is not proven`, () => {
    assert.deepEqual(problemsIn(`${text}test('§4.1 one', () => {})`), [
      '§4.2 is quoted by the title of no test: write one that proves it',
    ])
  })
}

test('a mention outside of a test proves nothing', () => {
  assert.equal(problemsIn(proof, { path: 'packages/host/src/a.ts' }).length, 2)
})

test('a rule that does not exist is refused with its line', () => {
  assert.deepEqual(problemsIn(`${proof}\ntest('§4.3 three', () => {})`), [
    'tests/spec/a.test.ts:2: §4.3 is not a rule of docs/spec.md, docs/identity.md, docs/platform.md or docs/agents.md',
  ])
})

test('a number given twice is refused', () => {
  assert.equal(problemsIn(proof, { specification: `${specification}- **§4.1** Again.\n` }).length, 1)
})

test('a rule may wait, but not beside its proof', () => {
  const pending = pendingRules('4.2')
  assert.deepEqual(problemsIn(`test('§4.1 one', () => {})`, { pending }), [])
  assert.deepEqual(problemsIn(proof, { pending }), [
    'tests/spec/pending.json: §4.2 is proven by a test now: take it out',
  ])
})

test('a pending rule that does not exist is refused', () => {
  assert.deepEqual(problemsIn(proof, { pending: pendingRules('4.9') }), [
    'tests/spec/pending.json: 4.9 is not a rule of docs/spec.md, docs/identity.md, docs/platform.md or docs/agents.md',
  ])
})

test('the pending list shrinks, and never takes a rule back', () => {
  const text = `test('§4.1 one', () => {})`
  const pending = pendingRules('4.2')
  assert.deepEqual(problemsIn(text, { pending, earlier: [pending, pendingRules('4.1', '4.2')] }), [])
  const refused = ['tests/spec/pending.json: §4.2 was not pending before: the list only shrinks, so prove it by a test']
  assert.deepEqual(problemsIn(text, { pending, earlier: [pendingRules('4.1')] }), refused)
  assert.deepEqual(problemsIn(text, { pending, earlier: [nothingPending, pendingRules('4.1', '4.2')] }), refused)
})

test('the ceiling is the length of the list', () => {
  assert.deepEqual(problemsIn(proof, { pending: { ceiling: 1, rules: {} } }), [
    'tests/spec/pending.json: "ceiling" is 1, but 0 rules are listed: write 0',
  ])
})

for (const text of ['{}', '[]', '{"ceiling":1,"rules":{"4.1":""}}', '{"ceiling":"1","rules":{}}']) {
  test(`${text} is not a pending list`, () => assert.throws(() => parsePending(text), SyntaxError))
}

test('a check that saw no rule fails', () => {
  assert.equal(problemsOf(checkSpec({ specification: '', files: [], pending: nothingPending, earlier: [] })).length, 1)
})
