/**
 * The two marks of a move. `host_moved_to`, in the source, says where the instance went: a host refuses to serve it.
 * `host_moving_in`, in the target, says from which rows a move is being made and how far each table is: a host refuses it
 * until the move is complete. A database that never took part in a move has neither table.
 */
import { quoteText } from '../database/quote.ts'
import type { Dialect, SqlRow } from '../database/statement.ts'

/** The table of the mark in a source. */
export const sourceMark = 'host_moved_to'

/** The table of the mark in a target. */
export const targetMark = 'host_moving_in'

/** An advisory lock on PostgreSQL: a move has it alone, and hosts share it while they start. */
export const moveLock = 7_208_466_115

/** Runs a statement. */
export type RunSql = (sql: string) => Promise<readonly SqlRow[]>

/** Where an instance went. */
export interface MovedTo {
  /** The database, its secrets masked. */
  readonly place: string
  /** ISO 8601. */
  readonly at: string
}

const foundQueries: Readonly<Record<Dialect, string>> = {
  sqlite: `select name from sqlite_schema where type = 'table' and name in ('${sourceMark}', '${targetMark}')`,
  postgres: `select tablename as name from pg_tables where schemaname = current_schema() and tablename in ('${sourceMark}', '${targetMark}')`,
}

/** Which of the marks a database has. */
export async function findMarks(run: RunSql, dialect: Dialect): Promise<ReadonlySet<string>> {
  return new Set((await run(foundQueries[dialect])).map(({ name }) => String(name)))
}

/** Where the instance of a database went; undefined for one that is not marked as moved. */
export async function readMovedTo(run: RunSql, dialect: Dialect): Promise<MovedTo | undefined> {
  if (!(await findMarks(run, dialect)).has(sourceMark)) return undefined
  const [row] = await run(`select place, at from ${sourceMark}`)
  return { place: String(row?.['place']), at: String(row?.['at']) }
}

/** Statements that mark a source as moved. */
export function markMoved({ place, at }: MovedTo): readonly string[] {
  return [
    `create table ${sourceMark} (place text not null, at text not null)`,
    `insert into ${sourceMark} (place, at) values (${quoteText(place)}, ${quoteText(at)})`,
  ]
}

/** Statements that mark a target. @param source names the rows that are moved */
export function markTarget(source: string): readonly string[] {
  return [
    `create table if not exists ${targetMark} (name text not null primary key, value text not null)`,
    recordOf('', source),
  ]
}

/** The statement that records how many rows of a table were moved. */
export function recordRows(table: string, rows: number): string {
  return recordOf(table, String(rows))
}

function recordOf(name: string, value: string): string {
  return `insert into ${targetMark} (name, value) values (${quoteText(name)}, ${quoteText(value)}) on conflict (name) do update set value = excluded.value`
}

/** A move that was begun. */
export interface BegunMove {
  readonly source: string
  /** Rows that were moved, by table. */
  readonly rows: ReadonlyMap<string, number>
}

/** Reads the mark of a target, which has one. */
export async function readBegunMove(run: RunSql): Promise<BegunMove> {
  const values = new Map(
    (await run(`select name, value from ${targetMark}`)).map((row) => [String(row['name']), row['value']]),
  )
  const source = String(values.get(''))
  values.delete('')
  return { source, rows: new Map([...values].map(([name, value]) => [name, Number(value)])) }
}
