import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { LeaseThreadClient } from '../nodes/lease-thread-client.ts'
import { testDatabases, type TestDatabase } from '../../../testing/database/test-databases.ts'

const [sqlite] = testDatabases
const createTable = { sql: 'create table t (n integer primary key)', parameters: [], writes: true }
const insert = { sql: 'insert into t default values', parameters: [], writes: true }
const count = { sql: 'select count(*) as n from t', parameters: [], writes: false }

function create(): Promise<TestDatabase> {
  assert.equal(sqlite?.dialect, 'sqlite')
  return sqlite.create()
}

/** Opens and closes databases, each with a row of its own. */
async function openInTurn(databases: number): Promise<void> {
  for (let n = 0; n < databases; n += 1) {
    await using fresh = await create()
    const database = await fresh.open()
    await database.run(createTable)
    await database.run(insert)
    assert.deepEqual((await database.run(count)).rows, [{ n: 1 }])
  }
}

test('databases opened one after the other are written by one thread', async () => {
  let started = 0
  const onWorker = (): void => void (started += 1)
  process.on('worker', onWorker)
  await openInTurn(6)
  process.off('worker', onWorker)
  assert.ok(started <= 1, `${started} threads were started`)
})

test('a thread keeps no lease of the database that it closed', async () => {
  await using fresh = await create()
  const database = await fresh.open()
  await database.run(createTable)
  const { leasePort } = database
  assert.ok(leasePort !== undefined)
  const lapses: unknown[] = []
  const lease = new LeaseThreadClient(leasePort)
  await lease.keep({ statements: [insert], every: 1, holds: 60_000, onChange: (lapsed) => void lapses.push(lapsed) })
  const ended = once(leasePort, 'close')
  leasePort.ref()
  await database.close()
  await ended
  assert.deepEqual(lapses, ['The lease thread exited.'])
  await openInTurn(3)
})
