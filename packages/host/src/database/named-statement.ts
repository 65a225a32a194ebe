import type { Connection } from './driver.ts'
import type { Dialect, SqlRow, SqlValue, Statement } from './statement.ts'

// bounded: statements of the host's own code.
const name = /(?<![:\w]):([a-z][a-z_\d]*)/g

/**
 * A statement of the host itself, written as text once for both databases, for places where building a query for each
 * request would cost more than running it. It is bound to no workspace and checks no value. `Row` is what its text
 * reads: the columns and their types, as both databases give them.
 * @example
 * const rename = new NamedStatement<'id' | 'name'>(dialect, 'update users set name = :name where id = :id')
 * await database.run(rename.with({ id, name }))
 * const named = new NamedStatement<'id', { readonly name: string }>(dialect, 'select name from users where id = :id')
 * const [user] = await named.read(database, { id })
 */
export class NamedStatement<Name extends string, Row = SqlRow> {
  readonly #sql: string
  readonly #names: readonly Name[]
  readonly #writes: boolean
  readonly #isRelaxed: boolean

  constructor(dialect: Dialect, text: string, { isRelaxed = false } = {}) {
    const names: Name[] = []
    this.#sql = text.replaceAll(name, (_, found: Name) => {
      names.push(found)
      return dialect === 'sqlite' ? '?' : `$${names.length}`
    })
    this.#names = names
    this.#isRelaxed = isRelaxed
    this.#writes = !/^\s*select\s/i.test(text)
  }

  /** The statement with these values, ready to be run. */
  with(values: Readonly<Record<Name, SqlValue>>): Statement {
    const parameters = this.#names.map((found) => values[found])
    return { sql: this.#sql, parameters, writes: this.#writes, isRelaxed: this.#isRelaxed }
  }

  /** Runs the statement with these values. @returns the rows that it reads, or returns from its changes */
  async read(on: Connection, values: Readonly<Record<Name, SqlValue>>): Promise<readonly Row[]> {
    const { rows } = await on.run(this.with(values))
    // The one place where the type of a row is taken on trust: it stands beside the text that selects its columns.
    return rows as readonly unknown[] as readonly Row[]
  }
}
