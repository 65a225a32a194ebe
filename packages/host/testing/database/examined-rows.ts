/**
 * Counts the rows that a statement examines on SQLite, which does not report them: on a connection of its own each
 * table is hidden by a view that calls a function for each row before any other condition. SQLite puts the view into
 * the statement, so that the statement follows the same indexes as without it.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { prepareConnection } from '../../src/database/sqlite/prepared-statements.ts'
import type { Statement } from '../../src/database/statement.ts'

export class ExaminedRows implements Disposable {
  readonly #database: DatabaseSync
  readonly #rows = new Map<string, number>()

  /** @param path a database with all of its tables */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 30_000 })
    prepareConnection(this.#database)
    this.#database.function('examined', (table) => this.#count(String(table)))
    for (const table of this.#tables()) {
      this.#database.exec(`create temp view "${table}" as select * from main."${table}" where examined('${table}')`)
    }
  }

  /** Runs a read. @returns how many rows of each table it examined */
  of({ sql, parameters }: Pick<Statement, 'sql' | 'parameters'>): ReadonlyMap<string, number> {
    this.#rows.clear()
    this.#database.prepare(sql).all(...(parameters as readonly SQLInputValue[]))
    return new Map(this.#rows)
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #tables(): readonly string[] {
    const rows = this.#database.prepare(`select name from main.sqlite_schema where type = 'table'`).all()
    return rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'))
  }

  #count(table: string): number {
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + 1)
    return 1
  }
}
