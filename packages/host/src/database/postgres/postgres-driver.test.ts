import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../open-database.ts'
import { testDatabases } from '../../../testing/database/test-databases.ts'
import { PostgresDriver } from './postgres-driver.ts'

const statement = (sql: string) => ({ sql, parameters: [], writes: true })

/** A server that can go away: a socket of its own in front of the real one. */
class Intermittent {
  readonly #folder: string
  readonly #real: string
  readonly #open = new Set<Socket>()
  #server: Server | undefined

  constructor(folder: string, real: string) {
    this.#folder = folder
    this.#real = real
  }

  async start(): Promise<void> {
    this.#server = createServer((client) => {
      const server = connect(this.#real)
      this.#open.add(client)
      client.pipe(server).pipe(client)
      for (const end of [client, server]) end.on('error', () => undefined)
      client.on('close', () => server.destroy())
    })
    await once(this.#server.listen(join(this.#folder, '.s.PGSQL.5432')), 'listening')
  }

  async goAway(): Promise<void> {
    this.#server?.close()
    for (const client of this.#open) client.destroy()
    if (this.#server !== undefined) await once(this.#server, 'close')
  }
}

for (const product of testDatabases.filter(({ dialect }) => dialect === 'postgres')) {
  test('a commit that the server turned into a rollback is an error', async () => {
    await using fresh = await product.create()
    const driver = await PostgresDriver.open({ url: fresh.url })
    try {
      const transaction = await driver.begin()
      await assert.rejects(transaction.run(statement('select nothing from nowhere')))
      await assert.rejects(transaction.commit(), /rolled back/)
      assert.deepEqual((await driver.run(statement('select 1 as n'))).rows, [{ n: 1 }])
    } finally {
      await driver.close()
    }
  })

  test('statements that are sent together run in their order, and the first that fails says why', async () => {
    await using fresh = await product.create()
    const driver = await PostgresDriver.open({ url: fresh.url, poolSize: 1 })
    try {
      const [insert, read] = [statement('insert into t values (1)'), statement('select count(*)::int as n from t')]
      await driver.run(statement('create table t (n bigint)'))
      const results = await driver.batch([read, insert, insert, read])
      assert.deepEqual([results[0]?.rows, results[3]?.rows], [[{ n: 0 }], [{ n: 2 }]])
      for (const bad of [statement('select nothing from nowhere'), { ...insert, parameters: [1n] }]) {
        await assert.rejects(driver.batch([insert, bad, insert]), /nowhere|bind message supplies/)
        assert.deepEqual((await driver.run(read)).rows, [{ n: 2 }])
      }
      const changed = { ...insert, ifChanged: true }
      const left = await driver.batch([statement('delete from t where n = 7'), changed, insert, changed, read])
      assert.deepEqual([left.map(({ changes }) => changes), left[4]?.rows], [[0, 0, 1, 1, 1], [{ n: 4 }]])
    } finally {
      await driver.close()
    }
  })

  test('a refused statement costs no connection', async () => {
    await using fresh = await product.create()
    const database = await fresh.open({ poolSize: 1 })
    const process = async () => (await database.run(statement('select pg_backend_pid() as id'))).rows
    const before = await process()
    await assert.rejects(database.run(statement('select nothing from nowhere')))
    assert.deepEqual(await process(), before)
  })

  test('a server that goes away during a transaction undoes it, and is used again when it is back', async (t) => {
    await using fresh = await product.create()
    const url = new URL(fresh.url)
    const real = url.searchParams.get('host')
    if (real === null || !real.startsWith('/')) return t.skip('the given server has no socket to stand in front of')
    const folder = await mkdtemp(join(tmpdir(), 'host-away-'))
    url.searchParams.set('host', folder)
    const server = new Intermittent(folder, join(real, '.s.PGSQL.5432'))
    await server.start()
    const database = await openDatabase({ url: url.href })
    try {
      await database.run(statement('create table t (n bigint)'))
      const transaction = database.transaction(async (connection) => {
        await connection.run(statement('insert into t values (1)'))
        await server.goAway()
      })
      await assert.rejects(transaction)
      await assert.rejects(database.run(statement('select 1')))
      await server.start()
      assert.deepEqual((await database.run(statement('select n from t'))).rows, [])
    } finally {
      await database.close()
      await server.goAway()
      await rm(folder, { recursive: true, force: true })
    }
  })
}
