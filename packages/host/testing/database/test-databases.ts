import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/database/database.ts'
import { openDatabase, type DatabaseOptions } from '../../src/database/open-database.ts'
import { startPostgres, type PostgresDatabase, type PostgresServer } from './postgres-server.ts'

/** An empty database for one test. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string
  /** PostgreSQL as the role that made the database, a superuser as a rule; the same as `url` on SQLite. */
  readonly adminUrl: string
  /** Opens it; databases left open by a test are closed when it is disposed of. */
  open(options?: Open): Promise<Database>
}

/**
 * Tables that many tests begin with. PostgreSQL makes the tables of the product in half a second of its processor time,
 * and copies them in a tenth, so they are made once in a process. SQLite makes them as fast as it would copy them.
 */
export interface Template {
  /** Makes the tables in an empty database, and leaves no connection open. */
  fill(empty: TestDatabase): Promise<void>
}

/** A database product that tests run on. */
export interface TestDatabaseProduct {
  /** For titles. */
  readonly name: string
  readonly dialect: Database['dialect']
  /** @param template tables that the test is to find already; they may still be missing */
  create(template?: Template): Promise<TestDatabase>
}

let server: Promise<PostgresServer> | undefined

/**
 * Both products, for suites that hold on each. The role that connects to PostgreSQL is a plain one.
 * @example
 * for (const product of testDatabases) {
 *   test(`${product.dialect} keeps a row`, async () => {
 *     await using fresh = await product.create()
 *     const database = await fresh.open()
 *   })
 * }
 */
export const testDatabases: readonly TestDatabaseProduct[] = Object.freeze([
  { name: 'sqlite', dialect: 'sqlite', create: createSqlite },
  { name: 'postgres', dialect: 'postgres', create: databasesOn(sharedServer, {}) },
])

/** PostgreSQL that keeps the rows of workspaces apart itself. */
export const securedPostgres: TestDatabaseProduct = Object.freeze({
  name: 'postgres with row-level security',
  dialect: 'postgres',
  create: databasesOn(sharedServer, { rowSecurity: true }),
})

/** Both databases, and PostgreSQL once more with row-level security: for suites about the reach of a workspace. */
export const everyDatabase: readonly TestDatabaseProduct[] = Object.freeze([...testDatabases, securedPostgres])

type Open = Omit<DatabaseOptions, 'url'>

async function createSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'host-sqlite-'))
  const url = join(folder, 'host.db')
  const drop = (): Promise<void> => rm(folder, { recursive: true, force: true })
  return testDatabase({ url, adminUrl: url, drop }, {})
}

/** Databases of a server that a test has for itself, to end and start it. */
export function postgresOn(own: PostgresServer): TestDatabaseProduct {
  return Object.freeze({ name: 'postgres', dialect: 'postgres', create: databasesOn(async () => own, {}) })
}

function sharedServer(): Promise<PostgresServer> {
  return (server ??= startPostgres())
}

/** How databases are made on a server, each template once. */
function databasesOn(startServer: () => Promise<PostgresServer>, given: Open): TestDatabaseProduct['create'] {
  const filled = new Map<Template, Promise<string>>()
  const create = async (source?: string): Promise<TestDatabase> =>
    testDatabase(await (await startServer()).createDatabase(source), given)
  const fill = async (template: Template): Promise<string> => {
    const empty = await (await startServer()).createDatabase()
    await using opened = testDatabase({ ...empty, drop: async () => {} }, given)
    await template.fill(opened)
    return new URL(empty.url).pathname.slice(1)
  }
  return async (template) => {
    if (template === undefined) return await create()
    const source = filled.get(template) ?? fill(template)
    filled.set(template, source)
    return await create(await source)
  }
}

function testDatabase({ url, adminUrl, drop }: PostgresDatabase, given: Open): TestDatabase {
  const opened: Database[] = []
  return {
    url,
    adminUrl,
    async open(options) {
      const database = await openDatabase({ url, ...given, ...options })
      opened.push(database)
      return database
    },
    async [Symbol.asyncDispose]() {
      for (const database of opened) await database.close()
      await drop()
    },
  }
}
