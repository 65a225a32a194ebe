import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../database.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'

const sqlite = testDatabases[0] ?? assert.fail('there is no SQLite')

const flushes = { normal: 1, full: 2 } as const

/** How the commit of a write is flushed that is asked for together with others. */
async function flushOf(database: Database, isRelaxed: boolean): Promise<unknown> {
  const { rows } = await database.run({ sql: 'pragma synchronous', parameters: [], writes: true, isRelaxed })
  return rows[0]?.['synchronous']
}

test('a write that a power cut may undo is not flushed, all others are', async () => {
  await using fresh = await sqlite.create()
  const database = await fresh.open()
  const asked = [true, false, true, false].map((isRelaxed) => flushOf(database, isRelaxed))
  assert.deepEqual(await Promise.all(asked), [flushes.normal, flushes.full, flushes.normal, flushes.full])
  assert.equal(await flushOf(database, false), flushes.full)
  const inside = await database.transaction((connection) =>
    connection.run({ sql: 'pragma synchronous', parameters: [], writes: true, isRelaxed: true }),
  )
  assert.equal(inside.rows[0]?.['synchronous'], flushes.full)
})

test('such writes keep their order among themselves, and are there when they are answered', async () => {
  await using fresh = await sqlite.create()
  const database = await fresh.open()
  await database.run({ sql: 'create table t (n integer)', parameters: [], writes: true })
  const insert = (n: number) => ({
    sql: 'insert into t values (?)',
    parameters: [n],
    writes: true,
    isRelaxed: n % 2 === 0,
  })
  await Promise.all(Array.from({ length: 100 }, (_, n) => database.run(insert(n))))
  const { rows } = await database.run({ sql: 'select n from t order by rowid', parameters: [], writes: false })
  const written = rows.map(({ n }) => n as number)
  assert.deepEqual(
    written.filter((n) => n % 2 === 0),
    Array.from({ length: 50 }, (_, n) => 2 * n),
  )
  assert.equal(written.length, 100)
})
