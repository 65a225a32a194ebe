import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDictionary, loadServerTexts, pairJson } from '../../../tools/dictionaries.ts'
import { readSources } from '../../../tools/source-files.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { startSpecHost } from '../lab/spec-host.ts'

const identifiers = /(?<![\w/.])(?:mcp|sqlite|postgres|idempotency_key|token)(?![\w/])/i

for (const database of testDatabases) {
  test(`${database.dialect}: §4.38 technical identifiers stay lower-case English, in any language`, async () => {
    await using host = await startSpecHost({ database })
    const { ada } = await host.people()
    const { body } = await ada.get<Record<string, unknown>>('/api/instance/build', { 'accept-language': 'zh-CN' })
    assert.equal(body['database'], database.dialect)
    assert.match(database.dialect, /^(?:sqlite|postgres)$/)
  })
}

test('§4.38 no Chinese text spells a technical identifier in another way', async () => {
  const files = readSources(isDictionary)
  const texts = [...pairJson(files), ...(await loadServerTexts(files))].flatMap(({ path, zh }) =>
    Array.from(zh, ([key, text]) => ({ where: `${path} ${key}`, found: identifiers.exec(text)?.[0] })),
  )
  assert.ok(texts.length > 0, 'nothing was looked at')
  assert.deepEqual(
    texts.filter(({ found }) => found !== undefined && found !== found.toLowerCase()),
    [],
  )
})
