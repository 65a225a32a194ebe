import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, model, type Model } from '@host/plugin'
import type { Database } from '../database.ts'
import { everyDatabase } from '../../../testing/database/test-databases.ts'
import { migrate } from './migrate.ts'

const deal = model('crm_deals', { id: column.id('deal'), org_id: column.org(), title: column.text() })
const asked = model(
  'crm_tags',
  { id: column.id('tag'), org_id: column.org(), title: column.text() },
  { index: [['org_id', 'id']] },
)
const note = model('crm_notes', {
  id: column.id('note'),
  org_id: column.org(),
  deal_id: column.reference(deal, { onDelete: 'cascade' }),
  tag_id: column.reference(asked, { onDelete: 'cascade' }),
})
const owner = (models: readonly Model[]) => [{ name: 'crm', models, migrations: [] }]

async function indexes(database: Database): Promise<readonly string[]> {
  const sql =
    database.dialect === 'sqlite'
      ? `select name from sqlite_schema where type = 'index' and sql is not null`
      : `select indexname as name from pg_indexes where schemaname = current_schema()`
  const { rows } = await database.run({ sql, parameters: [], writes: false })
  return rows
    .map(({ name }) => String(name))
    .filter((name) => /^crm_(?:deals|tags)\.org_id/.test(name))
    .toSorted()
}

for (const product of everyDatabase) {
  const expected = (suffix: string) => ['deals', 'tags'].map((table) => `crm_${table}.org_id.id.${suffix}`)

  test(`${product.name}: a table that others refer to has one index by workspace and id`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await migrate(database, owner([deal, asked, note]))
    assert.deepEqual(await indexes(database), expected(database.dialect === 'sqlite' ? 'idx' : 'key'))
    assert.deepEqual(await migrate(database, owner([deal, asked, note])), [])
  })

  test(`${product.name}: an index of a database from before stays, and one that is needed again is made`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await migrate(database, owner([deal, asked]))
    assert.deepEqual(await indexes(database), expected('idx'))
    await migrate(database, owner([deal, asked, note]))
    const both = database.dialect === 'sqlite' ? expected('idx') : [...expected('idx'), ...expected('key')].toSorted()
    assert.deepEqual(await indexes(database), both)
    assert.deepEqual(await migrate(database, owner([deal, asked, note])), [])
  })
}
