import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { StatementSync } from 'node:sqlite'
import { mock, test } from 'node:test'
import { HeldTransaction } from '../held-transaction.ts'
import { faultyWriterCode } from '../../../testing/database/faulty-writer.ts'
import { everyDatabase, testDatabases } from '../../../testing/database/test-databases.ts'
import { openTwoWorkspaces, type NotesTables } from '../../../testing/database/two-workspaces.ts'

const raw = (sql: string, tenant?: string) => ({ sql, parameters: [], writes: true, tenant })
const background = (sql: string, tenant?: string) => ({
  sql,
  parameters: [],
  writes: false,
  tenant,
  backgroundQueue: tenant ?? 'instance',
})

for (const product of everyDatabase) {
  test(`${product.name}: a background read sees each write that was answered before it, of its workspace only`, async () => {
    await using world = await openTwoWorkspaces(product)
    const { a } = world
    for (let count = 3; count < 23; count += 1) {
      await a
        .insertInto('notes_notes')
        .values({ title: `note ${count}`, slug: `slug-${count}` })
        .execute()
      const read = await a.backgroundReads().selectFrom('notes_notes').selectAll().execute()
      assert.equal(read.length, count)
      assert.deepEqual(new Set(read.map((row) => row.org_id)), new Set(['org_a']))
      assert.equal(typeof read[0]?.pinned, 'boolean')
    }
    const all = await world.access
      .asInstance<NotesTables>('notes')
      .backgroundReads('org_b')
      .selectFrom('notes_notes')
      .select('org_id')
      .distinct()
      .execute()
    assert.deepEqual(all.map((row) => row.org_id).toSorted(), ['org_a', 'org_b'])
  })

  test(`${product.name}: a background read inside a transaction is a part of it, and none can write`, async () => {
    await using world = await openTwoWorkspaces(product)
    const { a } = world
    const reads = a.backgroundReads()
    await assert.rejects(
      a.transaction(async () => await reads.selectFrom('notes_notes').select('id').execute()),
      { code: 'outside_transaction' },
    )
    const found = await world.database.transaction(
      async (connection) => {
        const held = world.access.inWorkspace<NotesTables>(
          'notes',
          'org_a',
          new HeldTransaction(product.dialect, connection),
        )
        await held.insertInto('notes_notes').values({ title: 'uncommitted', slug: 'uncommitted' }).execute()
        return await held
          .backgroundReads()
          .selectFrom('notes_notes')
          .select('id')
          .where('slug', '=', 'uncommitted')
          .execute()
      },
      { tenant: 'org_a' },
    )
    assert.equal(found.length, 1)
    const writing = reads.with('made', (db) =>
      db.insertInto('notes_notes').values({ title: 't', slug: 's' }).returning('id'),
    )
    await assert.rejects(writing.selectFrom('made').select('id').execute(), { code: 'query_refused' })
  })

  test(`${product.name}: background reads are refused after a close`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await database.run(raw('create table t (n integer)'))
    await database.run(background('select n from t'))
    await database.close()
    await assert.rejects(database.run(background('select 1 as n')), { code: 'closed' })
    assert.equal(existsSync(`${fresh.url}-wal`), false)
  })
}

const [sqlite, postgres] = testDatabases
const secured = everyDatabase.find((product) => !testDatabases.includes(product))

test('sqlite: a background read runs no statement on the main thread', async () => {
  await using fresh = await sqlite?.create()
  const database = await fresh?.open()
  const all = mock.method(StatementSync.prototype, 'all')
  try {
    await database?.run({ ...background('select 1 as n'), backgroundQueue: undefined })
    assert.equal(all.mock.callCount(), 1)
    assert.deepEqual((await database?.run(background('select 1 as n')))?.rows, [{ n: 1 }])
    assert.equal(all.mock.callCount(), 1)
  } finally {
    all.mock.restore()
  }
})

test('sqlite: a reader thread that ended is replaced by the next read', async () => {
  await using fresh = await sqlite?.create()
  const database = await fresh?.open({ threadCode: () => faultyWriterCode })
  await assert.rejects(async () => await database?.run(background('select 1 as n -- plant 3 exit')), {
    code: 'unavailable',
  })
  await assert.rejects(async () => await database?.run(background('select n from nowhere')), /no such table/)
  assert.deepEqual((await database?.run(background('select 1 as n')))?.rows, [{ n: 1 }])
})

test('sqlite: a reader thread knows a table that was changed after its first read', async () => {
  await using fresh = await sqlite?.create()
  const database = await fresh?.open()
  await database?.run(raw('create table t (n integer)'))
  assert.deepEqual((await database?.run(background('select * from t')))?.rows, [])
  await database?.migration(
    async (connection) => void (await connection.run(raw('alter table t add column m integer'))),
  )
  await database?.run(raw('insert into t values (1, 2)'))
  assert.deepEqual((await database?.run(background('select * from t')))?.rows, [{ n: 1, m: 2 }])
})

test('postgres: a background read that takes longer than 2 s is canceled, and its connection is kept', async () => {
  await using fresh = await postgres?.create()
  const database = await fresh?.open()
  const process = async () => (await database?.run(background('select pg_backend_pid() as id')))?.rows
  const before = await process()
  await assert.rejects(async () => await database?.run(background('select pg_sleep(20)')), { code: 'busy' })
  assert.deepEqual(await process(), before)
})

test('postgres: background reads have connections of their own, two at most', async () => {
  await using fresh = await postgres?.create()
  const database = await fresh?.open({ poolSize: 1 })
  await database?.transaction(async (connection) => void (await connection.run(raw('select 1'))))
  const ids = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const read = { ...background('select pg_backend_pid() as id, pg_sleep(0.01)::text'), backgroundQueue: `org_${n}` }
      return (await database?.run(read))?.rows[0]?.['id']
    }),
  )
  assert.equal(new Set(ids).size, 2)
})

test('postgres: row-level security holds for a background read that names no workspace', async () => {
  assert.ok(secured)
  await using world = await openTwoWorkspaces(secured)
  const count = async (tenant?: string) =>
    (await world.database.run(background('select distinct org_id from notes_notes order by 1', tenant))).rows
  assert.deepEqual(await count('org_a'), [{ org_id: 'org_a' }])
  assert.deepEqual(await count(), [{ org_id: 'org_a' }, { org_id: 'org_b' }])
  assert.deepEqual(await count('org_a'), [{ org_id: 'org_a' }])
})
