import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { variables } from '../packages/host/src/config/config-variables.ts'
import { checkVariables, variableTable, withTable } from './check-variables.ts'
import { root } from './source-files.ts'

const known = {
  HOST_LISTEN: { description: 'Where to listen', default: ':8080', parse: String },
  HOST_KEY: { description: 'a | b', isSecret: true, parse: String },
}
const guide = (table: string): string =>
  `Text\n<!-- variables: written by tools/check-variables.ts --write -->\n${table}<!-- end of variables -->\nMore\n`

test('the table has every variable with its default, and marks secrets', () => {
  const table = variableTable(known)
  assert.match(table, /^\| `HOST_LISTEN` \| `:8080` \| Where to listen \|$/m)
  assert.match(table, /^\| `HOST_KEY` \| {2}\| a \\\| b \(a secret\) \|$/m)
})

test('a guide whose table is another one is a finding, and the written one is none', () => {
  assert.equal(checkVariables(guide('old\n'), known).problems.length, 1)
  const current = withTable(guide('old\n'), variableTable(known))
  assert.deepEqual(checkVariables(current, known).problems, [])
  assert.match(current, /^Text\n[^]*More\n$/)
})

test('a guide without a place for the table is an error', () => {
  assert.throws(() => withTable('Text', ''), /no place for the table/)
})

test("§A76 the operator's guide lists every variable that the host reads", () => {
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  assert.deepEqual(checkVariables(text, variables).problems, [])
  for (const name of Object.keys(variables)) assert.ok(text.includes(`| \`${name}\` |`), name)
})
