import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../database.ts'
import { openDatabase, type DatabaseOptions } from '../open-database.ts'
import { startPostgres, type PostgresServer } from './postgres-server.ts'

/** An empty database for one test. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string
  /** Opens it; what a test left open is closed when the database is disposed of. */
  open(options?: Omit<DatabaseOptions, 'url'>): Promise<Database>
}

/** A database product that tests run on. */
export interface TestDatabaseProduct {
  readonly dialect: Database['dialect']
  create(): Promise<TestDatabase>
}

let server: Promise<PostgresServer> | undefined

/**
 * Both products, for suites that hold on each.
 * @example
 * for (const product of testDatabases) {
 *   test(`${product.dialect} keeps a row`, async () => {
 *     await using fresh = await product.create()
 *     const database = await fresh.open()
 *   })
 * }
 */
export const testDatabases: readonly TestDatabaseProduct[] = Object.freeze([
  { dialect: 'sqlite', create: createSqlite },
  { dialect: 'postgres', create: createPostgres },
])

async function createSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'host-sqlite-'))
  return testDatabase(join(folder, 'host.db'), () => rm(folder, { recursive: true, force: true }))
}

async function createPostgres(): Promise<TestDatabase> {
  server ??= startPostgres()
  return testDatabase(await (await server).createDatabase(), async () => {})
}

function testDatabase(url: string, remove: () => Promise<void>): TestDatabase {
  const opened: Database[] = []
  return {
    url,
    async open(options) {
      const database = await openDatabase({ url, ...options })
      opened.push(database)
      return database
    },
    async [Symbol.asyncDispose]() {
      for (const database of opened) await database.close()
      await remove()
    },
  }
}
