import { numbered } from '../audit/numbered.ts'
import type { Dialect, Statement } from '../db/statement.ts'
import { TypeIds } from '../db/type-id.ts'
import { turnSql } from './turns.ts'

/** An event to be written. */
export interface NewEvent {
  readonly orgId: string
  readonly name: string
  readonly plugin: string
  /** JSON as text. */
  readonly data: string
}

/** Makes the statement that inserts an event; its text is always the same. */
export class EventWriter {
  readonly #dialect: Dialect
  readonly #sql: string
  readonly #ids = new TypeIds()
  readonly #clock: () => number

  /** @param clock milliseconds since 1970 */
  constructor(dialect: Dialect, clock: () => number) {
    this.#dialect = dialect
    this.#clock = clock
    this.#sql = numbered(
      dialect,
      `insert into "host_events" ("id", "org_id", "name", "plugin", "data", "at", "turn") values (?, ?, ?, ?, ?, ?, ${turnSql[dialect]})`,
    )
  }

  insert({ orgId, name, plugin, data }: NewEvent): { readonly id: string; readonly statement: Statement } {
    const now = this.#clock()
    const id = this.#ids.next('evt', now)
    const values = [id, orgId, name, plugin, data, new Date(now).toISOString()]
    const parameters = this.#dialect === 'sqlite' ? [...values, now, orgId] : values
    return { id, statement: { sql: this.#sql, parameters, writes: true } }
  }
}
