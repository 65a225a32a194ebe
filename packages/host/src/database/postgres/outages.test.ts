import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { DatabaseError } from '../database-error.ts'
import { openDatabase } from '../open-database.ts'
import { PostgresProcess, type PostgresEnding } from '../../../testing/database/postgres-process.ts'
import { serverOf } from '../../../testing/database/postgres-server.ts'
import { until } from '../../../testing/until.ts'

const server = await PostgresProcess.create()
const databases = await serverOf(server)
after(async () => await server.end('immediate'))

const unavailable = { name: 'DatabaseError', code: 'unavailable' }
const raw = (sql: string) => ({ sql, parameters: [], writes: true })
const backend = raw('select pg_backend_pid() as id')

async function open(options: { readonly poolSize?: number; readonly patience?: number } = {}): Promise<Database> {
  const database = await openDatabase({ url: (await databases.createDatabase()).url, ...options })
  await database.run(raw('create table t (n bigint primary key)'))
  return database
}

/** Eight writers, until they are stopped; a failure must be an outage, and ends no writer. */
function startWriting(database: Database) {
  const acknowledged: number[] = []
  const failures: unknown[] = []
  const over = new AbortController()
  let last = 0
  const write = async (): Promise<void> => {
    while (!over.signal.aborted) {
      last += 1
      const n = last
      try {
        await database.run(raw(`insert into t values (${n})`))
        acknowledged.push(n)
      } catch (error) {
        failures.push(error)
        await sleep(5)
      }
    }
  }
  const writers = Promise.all(Array.from({ length: 8 }, write))
  const stop = async (): Promise<void> => {
    over.abort()
    await writers
  }
  return { acknowledged, failures, stop }
}

for (const ending of ['fast', 'immediate', 'killed'] as const satisfies readonly PostgresEnding[]) {
  test(`a server that ended (${ending}) and came back is written to again, and lost nothing`, async () => {
    const database = await open()
    const { acknowledged, failures, stop } = startWriting(database)
    await until(() => acknowledged.length >= 100)
    await server.end(ending)
    await until(() => failures.length >= 20)
    await assert.rejects(database.check(), unavailable)
    await server.start()
    const before = acknowledged.length
    await until(() => acknowledged.length > before + 100)
    await stop()
    await database.check()
    for (const failure of failures) assert.equal((failure as DatabaseError).code, 'unavailable')
    const { rows } = await database.run(raw('select n from t'))
    const kept = new Set(rows.map(({ n }) => n))
    assert.equal(kept.size, rows.length)
    assert.deepEqual(
      acknowledged.filter((n) => !kept.has(n)),
      [],
    )
    await database.close()
  })
}

test('a server that ends during a transaction undoes it and says that it is unavailable', async () => {
  const database = await open()
  for (const at of ['statement', 'commit'] as const) {
    const transaction = database.transaction(async (connection) => {
      await connection.run(raw('insert into t values (1)'))
      await server.end('immediate')
      if (at === 'statement') await connection.run(raw('insert into t values (2)'))
    })
    await assert.rejects(transaction, unavailable)
    await assert.rejects(
      database.transaction(async () => undefined),
      unavailable,
    )
    await server.start()
    assert.deepEqual((await database.run(raw('select n from t'))).rows, [])
  }
  await database.close()
})

test('a connection that an administrator ended is replaced at once', async () => {
  const database = await open({ poolSize: 1 })
  const admin = await openDatabase({ url: server.adminUrl.href })
  const idOf = async (): Promise<unknown> => (await database.run(backend)).rows[0]?.['id']
  const first = await idOf()
  const waiting = assert.rejects(database.run(raw('select pg_sleep(60)')), unavailable)
  await admin.run(raw(`select pg_terminate_backend(${String(first)}, 5000)`))
  await waiting
  assert.notEqual(await idOf(), first)
  await admin.close()
  await database.close()
})

test('waiting for a connection in vain reports that the database is unavailable', async () => {
  const database = await open({ poolSize: 1, patience: 1_500 })
  const entered = Promise.withResolvers<void>()
  const leave = Promise.withResolvers<void>()
  const held = database.transaction(async (connection) => {
    await connection.run(raw('insert into t values (1)'))
    entered.resolve()
    await leave.promise
  })
  await entered.promise
  await Promise.all([1, 2, 3].map(async () => await assert.rejects(database.run(raw('select 1')), unavailable)))
  leave.resolve()
  await held
  assert.deepEqual((await database.run(raw('select n from t'))).rows, [{ n: 1 }])
  await database.close()
})

test('an error about the server is an outage, an error about a statement is not', async () => {
  const database = await open()
  const raising = (code: string) => raw(`do $$ begin raise exception 'as planted' using errcode = '${code}'; end $$`)
  for (const code of ['08006', '53200', '53300', '57014', '57P01', '58030', '25006']) {
    await assert.rejects(database.run(raising(code)), unavailable, code)
  }
  await assert.rejects(database.run(raising('53100')), { ...unavailable, code: 'storage_full' })
  for (const code of ['22012', '42P01', 'XX000', 'P0001']) {
    await assert.rejects(database.run(raising(code)), (error) => !(error instanceof DatabaseError), code)
  }
  await database.check()
  await database.close()
})

test('a start without a reachable server reports its attempts', async () => {
  const { url } = await databases.createDatabase()
  await server.end('fast')
  await assert.rejects(openDatabase({ url }), /ENOENT|ECONNREFUSED/)
  await server.start()
})
