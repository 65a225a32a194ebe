/** The operation of a statement and its table, without any value. */
export interface StatementName {
  /** Upper-case; `OTHER` for a statement of an unknown form. */
  readonly operation: string
  readonly table: string | undefined
}

/** A statement begins with its operation, or with the tables that it defines for itself. */
const operations = /\b(select|insert|update|delete|pragma|listen|notify|set|create|alter|vacuum|analyze)\b/i
// bounded: it reads at most 4,096 characters of a statement, and most statements of the code once.
const tables = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w$]{0,62})"?/i
/** Longer statements name their table before this. */
const longestRead = 4_096

/** Names by text; texts are those of code, so that few are known. Longer texts than are read are not stored. */
const mostKnown = 1_000

/** Names statements, each text once unless it is long. */
export class StatementNames {
  readonly #known = new Map<string, StatementName>()

  of(sql: string): StatementName {
    const known = this.#known.get(sql)
    if (known !== undefined) return known
    if (sql.length > longestRead) return nameOf(sql.slice(0, longestRead))
    const name = nameOf(sql)
    if (this.#known.size >= mostKnown) this.#known.clear()
    this.#known.set(sql, name)
    return name
  }
}

function nameOf(sql: string): StatementName {
  const table = tables.exec(sql)?.[1]
  // A copy: a part of a text keeps all of it in memory, as long as its span waits.
  const copy = table && Buffer.from(table, 'latin1').toString('latin1')
  return { operation: operations.exec(sql)?.[1]?.toUpperCase() ?? 'OTHER', table: copy }
}
