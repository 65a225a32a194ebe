import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyModel, Column } from '@host/plugin'
import { migrate } from '../database/migrate/migrate.ts'
import type { Database } from '../database/database.ts'
import type { SqlValue } from '../database/statement.ts'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { hostModels } from '../models/host-models.ts'
import { listPluginData } from './list-plugin-data.ts'
import { purgePlugin } from './purge-plugin.ts'

const models = (hostModels as readonly AnyModel[]).filter(({ columns }) => Object.hasOwn(columns, 'plugin'))

/** A value that any table takes. */
function valueOf(plugin: string, name: string, { kind }: Column): SqlValue {
  if (name === 'plugin') return plugin
  if (kind === 'integer' || kind === 'real') return 1
  if (kind === 'boolean') return false
  if (kind === 'json') return '{}'
  if (kind === 'time') return '2026-01-31T08:15:00.000Z'
  return `${plugin}_${name}`.slice(0, 16)
}

async function fill(database: Database, plugin: string): Promise<void> {
  for (const { table, columns } of models) {
    const all = Object.entries(columns) as [string, Column][]
    const places = all.map((_, at) => (database.dialect === 'sqlite' ? '?' : `$${at + 1}`))
    const sql = `insert into ${table} (${all.map(([name]) => `"${name}"`).join()}) values (${places.join()})`
    const parameters = all.map(([name, column]) => valueOf(plugin, name, column))
    await database.run({ sql, parameters, writes: true })
  }
}

async function countsOf(database: Database, plugin: string): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const { table } of models) {
    const sql = `select count(*) as "count" from ${table} where plugin = '${plugin}'`
    const { rows } = await database.run({ sql, parameters: [], writes: false })
    counts[table] = Number(rows[0]?.['count'])
  }
  return counts
}

for (const product of testDatabases) {
  test(`§P91 ${product.dialect}: a purge leaves no row of the plugin in any table of the host but its history`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await migrate(database, [{ name: 'host', models: hostModels }])
    for (const plugin of ['deals', 'notes']) await fill(database, plugin)
    const data = (await listPluginData(database, new Set(['notes']))).find(({ plugin }) => plugin === 'deals')
    assert.ok(data)
    await purgePlugin(database, data, { recorder: { record: async () => {} }, refuseRunning: async () => {} })
    const ones = Object.fromEntries(models.map(({ table }) => [table, 1]))
    assert.deepEqual(await countsOf(database, 'notes'), ones)
    const kept = Object.entries(await countsOf(database, 'deals')).filter(([, count]) => count > 0)
    assert.deepEqual(kept.map(([table]) => table).toSorted(), ['audit_entries', 'audit_unsealed', 'host_usage'])
  })
}
