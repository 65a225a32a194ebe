/** The operation of a statement and its table, without any value. */
export interface StatementName {
  /** Upper-case; `OTHER` for a statement of an unknown form. */
  readonly operation: string
  readonly table: string | undefined
}

/** A statement begins with its operation, or with the tables that it defines for itself. */
const operations = /\b(select|insert|update|delete|pragma|listen|notify|set|create|alter|vacuum|analyze)\b/i
// bounded: it reads at most 4,096 characters of a statement, and each statement of the code once.
const tables = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][\w$]{0,62})"?/i
/** Longer statements name their table before this. */
const longestRead = 4_096

/** Names by text; texts are those of code, so that few are known. */
const mostKnown = 1_000

/** Names statements, each text once. */
export class StatementNames {
  readonly #known = new Map<string, StatementName>()

  of(sql: string): StatementName {
    const known = this.#known.get(sql)
    if (known !== undefined) return known
    const name = nameOf(sql.slice(0, longestRead))
    if (this.#known.size >= mostKnown) this.#known.clear()
    this.#known.set(sql, name)
    return name
  }
}

function nameOf(sql: string): StatementName {
  return { operation: operations.exec(sql)?.[1]?.toUpperCase() ?? 'OTHER', table: tables.exec(sql)?.[1] }
}
