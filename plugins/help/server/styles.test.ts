import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { styles } from './styles.ts'

const tokens = readFileSync(join(import.meta.dirname, '../../../packages/plugin-sdk/src/tokens.css'), 'utf8')

test('the sheet has the values of the tokens of the product', () => {
  const declared = declarationsOf(tokens)
  const own = [...declarationsOf(styles)]
  assert.ok(own.length > 15)
  for (const [name, value] of own) assert.equal(value, declared.get(name), name)
})

function declarationsOf(sheet: string): ReadonlyMap<string, string> {
  const found = [...sheet.matchAll(/^\s*(--(?:hue|color|radius|font)[\w-]*):\s*([^;]+);/gm)]
  return new Map(found.map(([, name = '', value = '']) => [name, value.replaceAll(/\s+/g, ' ').trim()]))
}
