import type { Dialect, SqlValue, Statement } from './statement.ts'

// bounded: statements of the host's own code.
const name = /(?<![:\w]):([a-z][a-z_\d]*)/g

/**
 * A statement of the host itself, written as text once for both databases, for places where building a query for each
 * request would cost more than running it. It is bound to no workspace and checks no value.
 * @example
 * const rename = new NamedStatement<'id' | 'name'>(dialect, 'update users set name = :name where id = :id')
 * await database.run(rename.with({ id, name }))
 */
export class NamedStatement<Name extends string> {
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
}
