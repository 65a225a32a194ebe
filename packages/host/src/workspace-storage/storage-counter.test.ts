import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { column, model, type Log } from '@host/plugin'
import { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate/migrate.ts'
import type { Statement } from '../database/statement.ts'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { hostModelParts, hostModels } from '../models/host-models.ts'
import { workspaceTables } from '../workspace-data/workspace-tables.ts'
import { createWorkspaceStorage } from './create-workspace-storage.ts'
import { windowRows } from './measure-table.ts'

const Note = model(
  'notes_notes',
  { id: column.id('nte'), org_id: column.org(), text: column.text(), stars: column.integer() },
  { index: [['org_id', 'id']] },
)
const hour = 3_600_000
const log: Log = { debug() {}, info() {}, warn: (message) => assert.fail(message), error() {} }

for (const product of testDatabases) {
  test(`§P70 storage is counted for every workspace table in the build (${product.name})`, async () => {
    await using lab = await open(product)
    await lab.fill('org_1', 3)
    await lab.storage().counter.round()
    const rows = await lab.db.selectFrom('host_storage').select(['table_name as table', 'row_count as rows']).execute()
    const tables = workspaceTables([...hostModels, Note]).flatMap(({ kind, model: { table } }) =>
      kind === 'rows' ? [table] : [],
    )
    assert.deepEqual(rows.map(({ table }) => table).toSorted(), ['', ...tables].toSorted())
    const [count] = await lab.storage().service.of(['org_1', 'org_2'])
    assert.deepEqual(count?.parts.map(({ owner }) => owner)[0], { kind: 'plugin', name: 'notes' })
    assert.equal(count?.parts[0]?.rows, 3)
    // 3 rows of 1,000 bytes each, and their ids.
    assert.ok((count?.bytes ?? 0) > 3_000 && (count?.bytes ?? 0) < 6_000, String(count?.bytes))
  })

  test(`§P70 a count reads windows of rows beside the requests, and only once in six hours on all processes (${product.name})`, async () => {
    await using lab = await open(product)
    await lab.fill('org_1', 2 * windowRows + 1)
    const [one, other] = [lab.storage(), lab.storage()]
    await Promise.all([one.counter.round(), other.counter.round()])
    const ofNotes = lab.reads.filter((statement) => statement.includes('notes_notes'))
    assert.equal(ofNotes.length, 3)
    assert.ok(ofNotes.every((statement) => statement.includes('limit')))
    assert.equal((await one.service.of(['org_1']))[0]?.parts[0]?.rows, 2 * windowRows + 1)
    lab.clock.now += 5 * hour
    await one.counter.round()
    assert.equal(lab.reads.filter((statement) => statement.includes('notes_notes')).length, 3)
    lab.clock.now += 2 * hour
    await one.counter.round()
    assert.equal(lab.reads.filter((statement) => statement.includes('notes_notes')).length, 6)
  })
}

test('every table of the host belongs to a part, under which its storage is shown', () => {
  const ofParts = Object.values(hostModelParts).flatMap((models) => models.map(({ table }) => table))
  assert.deepEqual(ofParts.toSorted(), hostModels.map(({ table }) => table).toSorted())
})

async function open(product: TestDatabaseProduct) {
  const fresh = await product.create()
  const database = await fresh.open()
  const owners = [
    { name: 'host', models: hostModels, migrations: [] },
    { name: 'notes', models: [Note], migrations: [] },
  ]
  await migrate(database, owners)
  const clock = { now: Date.UTC(2026, 0, 1) }
  const reads: string[] = []
  const data = new DataAccess({ database: watched(database, reads), owners, onDoor: () => {} })
  const db = data.forHost([...hostModels, Note])
  const plugins = [{ name: 'notes', models: [Note] }]
  return {
    db,
    clock,
    reads,
    storage: () => createWorkspaceStorage({ database, data, plugins, clock: () => clock.now, log }),
    async fill(orgId: string, rows: number) {
      await db
        .insertInto('workspaces')
        .values({ id: orgId, slug: orgId.replace('_', '-'), name: 'Studio' })
        .execute()
      const texts = Array.from({ length: rows }, () => ({ org_id: orgId, text: 'x'.repeat(1_000), stars: 1 }))
      for (let at = 0; at < rows; at += 100) {
        await db
          .insertInto('notes_notes')
          .values(texts.slice(at, at + 100))
          .execute()
      }
    },
    [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose](),
  }
}

/** Notes the statements that run beside requests. */
function watched(database: Database, reads: string[]): Database {
  const run = database.run.bind(database)
  mock.method(database, 'run', (statement: Statement) => {
    if (statement.backgroundQueue !== undefined) reads.push(statement.sql)
    return run(statement)
  })
  return database
}
