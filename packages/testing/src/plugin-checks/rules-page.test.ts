import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { pluginRules } from './plugin-rules.ts'
import { rulesPage } from './rules-page.ts'

const file = new URL('../../../../docs/plugin-checks.md', import.meta.url)

test('§A66 the list of rules is the rules themselves (HOST_WRITE_RULES=1 writes it)', async () => {
  if (process.env['HOST_WRITE_RULES'] === '1') await writeFile(file, rulesPage())
  assert.equal(await readFile(file, 'utf8'), rulesPage())
})

test('every rule has its own id, of group and name, and a title that continues it', () => {
  const ids = pluginRules.map(({ id }) => id)
  assert.deepEqual([...new Set(ids)], ids)
  for (const { id, title } of pluginRules) {
    assert.match(id, /^[a-z]+\/[a-z0-9-]+$/)
    assert.match(title, /^\S.{10,120}[^.]$/, id)
  }
})
