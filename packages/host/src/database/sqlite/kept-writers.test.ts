import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { LeaseThreadClient } from '../nodes/lease-thread-client.ts'
import { writerThreads } from './sqlite-thread.ts'
import { WriterClient } from './writer-client.ts'
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

test('a thread that closed its database serves no write that comes later', async () => {
  await openInTurn(1)
  await using fresh = await create()
  const worker = writerThreads.take(undefined)
  for (const id of [1, 2, 3]) worker.postMessage([{ id, kind: 'batch', statements: [insert] }])
  await writerThreads.keep(worker, undefined)
  const writer = await WriterClient.start({ path: fresh.url, durability: 'full' })
  for (const statement of [createTable, insert]) await writer.send({ kind: 'batch', statements: [statement] }).results
  await writer.close()
  assert.deepEqual((await (await fresh.open()).run(count)).rows, [{ n: 1 }])
})

test('from its close on, a writer serves only a transaction that has begun', async () => {
  await using fresh = await create()
  const writer = await WriterClient.start({ path: fresh.url, durability: 'full' })
  const write = (statement: typeof insert) => writer.send({ kind: 'batch', statements: [statement] }).results
  await write(createTable)
  const { id: transaction, results } = writer.send({ kind: 'begin' })
  await results
  const closing = writer.close()
  await assert.rejects(write(insert), { code: 'closed' })
  await writer.send({ kind: 'run', transaction, statement: insert }).results
  await writer.send({ kind: 'commit', transaction }).results
  await Promise.all([closing, writer.close()])
  assert.deepEqual((await (await fresh.open()).run(count)).rows, [{ n: 1 }])
})
