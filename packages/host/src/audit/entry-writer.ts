import type { AuditActorKind } from '@host/plugin'
import { quote } from '../database/quote.ts'
import type { Dialect, SqlValue, Statement } from '../database/statement.ts'
import { TypeIds } from '../database/type-id.ts'
import { entryColumns } from './entry-columns.ts'
import type { NewEntry } from './new-entry.ts'
import { numbered } from './numbered.ts'

/** Makes the statement that inserts an entry. Its text is always the same, since every change of a plugin carries one. */
export class EntryWriter {
  readonly #sql: string
  readonly #ids = new TypeIds()
  readonly #clock: () => number

  /** @param clock milliseconds since 1970 */
  constructor(dialect: Dialect, clock: () => number) {
    const places = entryColumns.map(() => '?').join(', ')
    this.#clock = clock
    this.#sql = numbered(
      dialect,
      `insert into "audit_unsealed" (${entryColumns.map(quote).join(', ')}) values (${places})`,
    )
  }

  insert(entry: NewEntry): Statement {
    return { sql: this.#sql, parameters: this.#row(entry), writes: true }
  }

  /**
   * Inserts an entry if the statements of the batch in front of it have changed something.
   * @param tenant the workspace that those are bound to
   */
  insertBehind(entry: NewEntry, tenant: string | undefined): Statement {
    return { ...this.insert(entry), ifChanged: true, tenant }
  }

  /** In the order of `entryColumns`. */
  #row(entry: NewEntry): readonly SqlValue[] {
    const now = this.#clock()
    const kind: AuditActorKind = entry.actor.kind
    return [
      this.#ids.next('aud', now),
      entry.orgId,
      entry.action,
      kind,
      entry.actor.id ?? null,
      entry.target,
      entry.before,
      entry.after,
      entry.plugin,
      entry.endpoint,
      entry.address,
      entry.userAgent,
      entry.requestId,
      new Date(now).toISOString(),
      entry.actor.tokenId ?? null,
    ]
  }
}
