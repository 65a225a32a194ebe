import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
 * Tables that many tests begin with. The tables of the product take half a second of processor time on PostgreSQL and a
 * tenth on SQLite, and a copy of them hardly any, so they are made once in a process.
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
  { name: 'sqlite', dialect: 'sqlite', create: creator(sqliteFiles()) },
  { name: 'postgres', dialect: 'postgres', create: creator(databasesOn(sharedServer)) },
])

/** PostgreSQL that keeps the rows of workspaces apart itself. */
export const securedPostgres: TestDatabaseProduct = Object.freeze({
  name: 'postgres with row-level security',
  dialect: 'postgres',
  create: creator(databasesOn(sharedServer), { rowSecurity: true }),
})

/** Both databases, and PostgreSQL once more with row-level security: for suites about the reach of a workspace. */
export const everyDatabase: readonly TestDatabaseProduct[] = Object.freeze([...testDatabases, securedPostgres])

type Open = Omit<DatabaseOptions, 'url'>

/** How databases of a product are made. */
interface Maker<Source> {
  /** Makes an empty one, or one with what `keep` returned. */
  make(source?: Source): Promise<PostgresDatabase>
  /** Keeps the tables of a database that nothing is connected to. */
  keep(filled: PostgresDatabase): Promise<Source>
}

function sqliteFiles(): Maker<Buffer> {
  return {
    async make(source) {
      const folder = await mkdtemp(join(tmpdir(), 'host-sqlite-'))
      const url = join(folder, 'host.db')
      if (source !== undefined) await writeFile(url, source)
      return { url, adminUrl: url, drop: () => rm(folder, { recursive: true, force: true }) }
    },
    async keep({ url, drop }) {
      // All of a database that is closed is in its one file.
      const bytes = await readFile(url)
      await drop()
      return bytes
    },
  }
}

function databasesOn(startServer: () => Promise<PostgresServer>): Maker<string> {
  return {
    make: async (source) => await (await startServer()).createDatabase(source),
    keep: async ({ url }) => new URL(url).pathname.slice(1),
  }
}

/** Databases of a server that a test has for itself, to end and start it. */
export function postgresOn(own: PostgresServer): TestDatabaseProduct {
  return Object.freeze({ name: 'postgres', dialect: 'postgres', create: creator(databasesOn(async () => own)) })
}

function sharedServer(): Promise<PostgresServer> {
  return (server ??= startPostgres())
}

/** Each template is filled once. */
function creator<Source>({ make, keep }: Maker<Source>, given: Open = {}): TestDatabaseProduct['create'] {
  const kept = new Map<Template, Promise<Source>>()
  const fill = async (template: Template): Promise<Source> => {
    const made = await make()
    {
      await using opened = testDatabase({ ...made, drop: async () => {} }, given)
      await template.fill(opened)
    }
    return await keep(made)
  }
  return async (template) => {
    if (template === undefined) return testDatabase(await make(), given)
    const source = kept.get(template) ?? fill(template)
    kept.set(template, source)
    return testDatabase(await make(await source), given)
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
