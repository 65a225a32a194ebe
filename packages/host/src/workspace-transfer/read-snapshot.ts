/**
 * Reads a database as it is at one moment, beside whatever writes to it: a read-only transaction on a connection of its
 * own. Every write is refused.
 */
import { DatabaseSync } from 'node:sqlite'
import type { Client } from 'pg'
import { connectForBackup } from '../backup/sources/postgres-source.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { parserOf } from '../database/postgres/postgres-types.ts'
import { decodeResult } from '../database/sqlite/decode-rows.ts'
import { prepareConnection, PreparedStatements } from '../database/sqlite/prepared-statements.ts'
import type { Dialect, SqlRow, Statement, StatementResult } from '../database/statement.ts'
import type { Transactor } from '../database/transactor.ts'

/** Lets `work` read one moment of a database. */
export async function readSnapshot<Result>(
  url: string,
  work: (snapshot: Transactor) => Promise<Result>,
): Promise<Result> {
  return await (isPostgres(url) ? onPostgres(url, work) : onSqlite(sqlitePath(url), work))
}

async function onSqlite<Result>(path: string, work: (snapshot: Transactor) => Promise<Result>): Promise<Result> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    prepareConnection(database)
    database.exec('begin')
    const statements = new PreparedStatements(database)
    return await work(new Snapshot('sqlite', async (statement) => decodeResult(statements.run(statement))))
  } finally {
    database.close()
  }
}

async function onPostgres<Result>(url: string, work: (snapshot: Transactor) => Promise<Result>): Promise<Result> {
  const client = await connectForBackup(url)
  try {
    await client.query("set timezone = 'UTC'; set datestyle = 'ISO'; set standard_conforming_strings = on")
    await client.query('begin isolation level repeatable read read only')
    return await work(new Snapshot('postgres', (statement) => runOn(client, statement)))
  } finally {
    await client.end()
  }
}

async function runOn(client: Client, { sql, parameters }: Statement): Promise<StatementResult> {
  const query = { text: sql, values: [...parameters], types: { getTypeParser: parserOf } }
  const { rows, rowCount } = await client.query<SqlRow>(query)
  return { rows, changes: rowCount ?? 0 }
}

/** One moment as a target of queries; its transactions and batches are part of the one that is open. */
class Snapshot implements Transactor {
  readonly dialect: Dialect
  readonly #run: (statement: Statement) => Promise<StatementResult>

  constructor(dialect: Dialect, run: (statement: Statement) => Promise<StatementResult>) {
    this.dialect = dialect
    this.#run = run
  }

  async run(statement: Statement): Promise<StatementResult> {
    return await this.#run(statement)
  }

  async batch(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    const results: StatementResult[] = []
    for (const statement of statements) results.push(await this.#run(statement))
    return results
  }

  async transaction<Result>(work: (connection: Snapshot) => Promise<Result>): Promise<Result> {
    return await work(this)
  }
}
