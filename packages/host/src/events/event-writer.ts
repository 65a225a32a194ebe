import { NamedStatement } from '../database/named-statement.ts'
import type { Dialect, SqlValue, Statement } from '../database/statement.ts'
import { TypeIds } from '../database/type-id.ts'
import { turnOf } from './turns.ts'

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
  /** Statements by their number of events, of which there are as many as a chunk has places. */
  readonly #inserts = new Map<number, NamedStatement<string>>()
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
    const values: Record<string, SqlValue> = { at, now }
    events.forEach(({ orgId, name, plugin, data }, place) => {
      const row = { id: ids[place] ?? '', org_id: orgId, name, plugin, data }
      for (const [column, value] of Object.entries(row)) values[`${column}_${place}`] = value
    })
    return { ids, statement: this.#insertOf(events.length).with(values) }
  }

  #insertOf(count: number): NamedStatement<string> {
    const known = this.#inserts.get(count)
    if (known !== undefined) return known
    const made = new NamedStatement(this.#dialect, this.#write(count))
    this.#inserts.set(count, made)
    return made
  }

  /** On SQLite the rows of one statement all read the same last turn, so each adds its place to it. */
  #write(count: number): string {
    const rows = Array.from({ length: count }, (_, place) => {
      const turn = turnOf(this.#dialect, { now: ':now', orgId: `:org_id_${place}` })
      const own = ['id', 'org_id', 'name', 'plugin', 'data'].map((column) => `:${column}_${place}`).join(', ')
      return `(${own}, :at, ${this.#dialect === 'sqlite' && place > 0 ? `${turn} + ${place}` : turn})`
    })
    return `insert into "host_events" ("id", "org_id", "name", "plugin", "data", "at", "turn") values ${rows.join(', ')}`
  }
}
