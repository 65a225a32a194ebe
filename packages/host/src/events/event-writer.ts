import { numbered } from '../audit/numbered.ts'
import type { Dialect, Statement } from '../database/statement.ts'
import { TypeIds } from '../database/type-id.ts'
import { turnSql } from './turns.ts'

/** An event to be written. */
export interface NewEvent {
  readonly orgId: string
  readonly name: string
  readonly plugin: string
  /** JSON as text. */
  readonly data: string
}

/** Makes the statement that inserts events; its text is the same for the same number of them. */
export class EventWriter {
  readonly #dialect: Dialect
  /** Texts by their number of events, of which there are as many as a chunk has places. */
  readonly #texts = new Map<number, string>()
  readonly #ids = new TypeIds()
  readonly #clock: () => number

  /** @param clock milliseconds since 1970 */
  constructor(dialect: Dialect, clock: () => number) {
    this.#dialect = dialect
    this.#clock = clock
  }

  /** @returns the ids of the events, in order, and the statement */
  insert(events: readonly NewEvent[]): { readonly ids: readonly string[]; readonly statement: Statement } {
    const now = this.#clock()
    const at = new Date(now).toISOString()
    const ids = events.map(() => this.#ids.next('evt', now))
    const parameters = events.flatMap(({ orgId, name, plugin, data }, place) => {
      const values = [ids[place] ?? '', orgId, name, plugin, data, at]
      return this.#dialect === 'sqlite' ? [...values, now, orgId] : values
    })
    return { ids, statement: { sql: this.#sqlFor(events.length), parameters, writes: true } }
  }

  #sqlFor(count: number): string {
    const text = this.#texts.get(count) ?? this.#write(count)
    this.#texts.set(count, text)
    return text
  }

  /** On SQLite the rows of one statement all read the same last turn, so each adds its place to it. */
  #write(count: number): string {
    const turns = Array.from({ length: count }, (_, place) =>
      this.#dialect === 'sqlite' && place > 0 ? `${turnSql.sqlite} + ${place}` : turnSql[this.#dialect],
    )
    const rows = turns.map((turn) => `(?, ?, ?, ?, ?, ?, ${turn})`).join(', ')
    const into = 'insert into "host_events" ("id", "org_id", "name", "plugin", "data", "at", "turn")'
    return numbered(this.#dialect, `${into} values ${rows}`)
  }
}
