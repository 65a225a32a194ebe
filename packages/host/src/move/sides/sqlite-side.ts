import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NeutralRow, NeutralTable } from '../../database/neutral/neutral-table.ts'
import { quote } from '../../database/quote.ts'
import type { SqlValue } from '../../database/statement.ts'
import type { MoveTarget, RawRow } from './move-side.ts'
import { RowBatch } from './row-batch.ts'

/** Opens a SQLite file; the caller has its lock. One that is read only is seen as it was at this moment. */
export function openSqliteSide(path: string, readOnly: boolean): MoveTarget {
  const database = openFile(path, readOnly)
  const transact = async (work: () => Promise<void>): Promise<void> => {
    database.exec('begin immediate')
    try {
      await work()
      database.exec('commit')
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      throw error
    }
  }
  return {
    dialect: 'sqlite',
    run: async (sql) => database.prepare(sql).all(),
    rows: (table, skip = 0) => readRows(database, table, skip),
    add: (table, batches, record) =>
      transact(async () => {
        await insertRows(database, table, batches)
        database.exec(record())
      }),
    runAll: (statements, prove) =>
      transact(async () => {
        await prove?.()
        for (const sql of statements) database.exec(sql)
      }),
    [Symbol.asyncDispose]: async () => database.close(),
  }
}

function openFile(path: string, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly, timeout: 30_000 })
  // 32 MiB in the log between two checkpoints: each of them waits for the disk.
  const settings =
    'pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -32768; pragma wal_autocheckpoint = 8000'
  try {
    database.exec(readOnly ? 'begin; select 1 from sqlite_schema' : settings)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

async function* readRows(
  database: DatabaseSync,
  { name, columns }: NeutralTable,
  skip: number,
): AsyncGenerator<readonly RawRow[]> {
  const names = columns.map((column) => quote(column.name)).join(', ')
  const statement = database.prepare(`select ${names} from ${quote(name)} order by rowid limit -1 offset ${skip}`)
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  const batch = new RowBatch()
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<RawRow>) {
    if (!batch.add(row)) continue
    yield batch.take()
    // Nothing of it waits for input, and signals come between turns.
    await nextTurn()
  }
  if (!batch.isEmpty) yield batch.take()
}

async function insertRows(
  database: DatabaseSync,
  { name, columns }: NeutralTable,
  batches: AsyncIterable<readonly NeutralRow[]>,
): Promise<void> {
  const names = columns.map((column) => quote(column.name)).join(', ')
  const insert = database.prepare(`insert into ${quote(name)} (${names}) values (${columns.map(() => '?').join(', ')})`)
  for await (const rows of batches) {
    for (const row of rows) insert.run(...row.map(boundValue))
  }
}

function boundValue(value: SqlValue): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : value
}
