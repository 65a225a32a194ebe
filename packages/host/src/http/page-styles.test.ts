import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pageStyles } from './page-styles.ts'

const tokens = readFileSync(join(import.meta.dirname, '../../../plugin-sdk/src/tokens.css'), 'utf8')

test('the pages of the host have the values of the tokens of the product', () => {
  const declared = declarationsOf(tokens)
  const own = [...declarationsOf(pageStyles)]
  assert.ok(own.length > 10)
  for (const [name, value] of own) assert.equal(value, declared.get(name), name)
})

function declarationsOf(sheet: string): ReadonlyMap<string, string> {
  const found = [...sheet.matchAll(/^\s*(--(?:hue|color|radius|font)[\w-]*):\s*([^;]+);/gm)]
  return new Map(found.map(([, name = '', value = '']) => [name, value.replaceAll(/\s+/g, ' ').trim()]))
}
