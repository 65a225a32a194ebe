import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '../database.ts'
import type { Connection } from '../driver.ts'
import type { DatabaseOptions } from '../open-database.ts'
import { faultyWriterCode } from '../../../testing/database/faulty-writer.ts'
import { testDatabases, type TestDatabase } from '../../../testing/database/test-databases.ts'
import { sqliteError } from './sqlite-error.ts'

const [sqlite] = testDatabases
const unavailable = { name: 'DatabaseError', code: 'unavailable' }
const raw = (sql: string) => ({ sql, parameters: [], writes: true })
const insert = (n: number) => raw(`insert into t values (${n}, randomblob(2000))`)
const plant = (times: number, sql: string) => raw(`select 1 -- plant ${times} ${sql}`)

async function open(fresh: TestDatabase, options: Omit<DatabaseOptions, 'url'> = {}): Promise<Database> {
  const database = await fresh.open(options)
  await database.run(raw('create table t (n integer primary key, filling blob)'))
  return database
}

function create(): Promise<TestDatabase> {
  assert.equal(sqlite?.dialect, 'sqlite')
  return sqlite.create()
}

async function numbers(connection: Connection): Promise<readonly unknown[]> {
  return (await connection.run({ ...raw('select n from t order by n'), writes: false })).rows.map(({ n }) => n)
}

test('a full file refuses larger writes, keeps answered ones, and accepts more when there is space', async () => {
  await using fresh = await create()
  const database = await open(fresh)
  const limit = async (pages: number): Promise<void> =>
    await database.transaction(
      async (connection) => void (await connection.run(raw(`pragma max_page_count = ${pages}`))),
    )
  await limit(40)
  const full = { name: 'DatabaseError', code: 'storage_full' }
  const kept: number[] = []
  await assert.rejects(async () => {
    for (let n = 0; n < 1_000; n += 1) {
      await database.run(insert(n))
      kept.push(n)
    }
  }, full)
  assert.ok(kept.length > 0)
  await Promise.all([1_001, 1_002].map(async (n) => await assert.rejects(database.run(insert(n)), full)))
  await assert.rejects(database.batch([insert(1_000), insert(1_001)]), full)
  await assert.rejects(
    database.transaction(async (connection) => void (await connection.run(insert(1_000)))),
    full,
  )
  assert.deepEqual(await numbers(database), kept)
  await limit(4_000)
  await database.run(insert(2_000))
  assert.deepEqual(await numbers(database), [...kept, 2_000])
  const check = await database.run({ ...raw('pragma integrity_check'), writes: false })
  assert.deepEqual(check.rows, [{ integrity_check: 'ok' }])
})

test('a rollback that failed is made up for before anything else begins', async () => {
  await using fresh = await create()
  const database = await open(fresh, { threadCode: () => faultyWriterCode })
  const leaveOpen = async (rollbacks: number): Promise<void> =>
    await assert.rejects(database.batch([insert(1), plant(rollbacks, 'rollback'), plant(1, 'commit')]), unavailable)
  await leaveOpen(2)
  await database.run(insert(2))
  await leaveOpen(2)
  await database.transaction(async (connection) => {
    assert.deepEqual(await numbers(connection), [2])
    await connection.run(insert(3))
  })
  await leaveOpen(3)
  await assert.rejects(database.run(insert(4)), unavailable)
  await database.run(insert(5))
  assert.deepEqual(await numbers(database), [2, 3, 5])
})

test('a failed rollback throws the original error, and leaves nothing', async () => {
  await using fresh = await create()
  const database = await open(fresh, { threadCode: () => faultyWriterCode })
  const work = database.transaction(async (connection) => {
    await connection.run(insert(1))
    await connection.run(plant(1, 'rollback'))
    throw new RangeError('no')
  })
  await assert.rejects(work, RangeError)
  await database.run(insert(2))
  assert.deepEqual(await numbers(database), [2])
})

test('when the writing thread ends, none of its pending writes counts as done, and the failure is reported once', async () => {
  await using fresh = await create()
  const lost: Error[] = []
  const database = await open(fresh, { threadCode: () => faultyWriterCode, onWriterLost: (error) => lost.push(error) })
  await database.run(insert(1))
  await Promise.all([
    assert.rejects(database.run(plant(3, 'exit')), unavailable),
    assert.rejects(database.run(insert(2)), unavailable),
  ])
  await assert.rejects(database.run(insert(3)), unavailable)
  await assert.rejects(
    database.transaction(async () => undefined),
    unavailable,
  )
  await assert.rejects(database.check(), unavailable)
  assert.deepEqual(
    lost.map(({ message }) => message),
    ['The writer thread exited: It exited with code 3.'],
  )
  await database.close()
  assert.deepEqual(await numbers(await fresh.open()), [1])
})

test('an SQLite error about the file or the machine is an outage, an error about a statement is not', () => {
  const codeOf = (errcode: number): unknown =>
    (sqliteError(Object.assign(new Error('as planted'), { errcode })) as { readonly code?: unknown }).code
  for (const errcode of [5, 261, 6, 7, 10, 266, 522, 778, 14, 15]) assert.equal(codeOf(errcode), 'unavailable')
  assert.equal(codeOf(13), 'storage_full')
  for (const errcode of [1, 8, 11, 19, 20, 26]) assert.equal(codeOf(errcode), undefined)
})
