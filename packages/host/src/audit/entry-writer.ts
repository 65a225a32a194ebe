import type { AuditActorKind } from '@host/plugin'
import { NamedStatement } from '../database/named-statement.ts'
import { quote } from '../database/quote.ts'
import type { Dialect, SqlValue, Statement } from '../database/statement.ts'
import { TypeIds } from '../database/type-id.ts'
import { entryColumns } from './entry-columns.ts'
import type { NewEntry } from './new-entry.ts'

type EntryColumn = (typeof entryColumns)[number]

/** Makes the statement that inserts an entry. Its text is always the same, since every change of a plugin carries one. */
export class EntryWriter {
  readonly #insert: NamedStatement<EntryColumn>
  readonly #ids = new TypeIds()
  readonly #clock: () => number

  /** @param clock milliseconds since 1970 */
  constructor(dialect: Dialect, clock: () => number) {
    const [columns, places] = [entryColumns.map(quote).join(', '), entryColumns.map((name) => `:${name}`).join(', ')]
    this.#clock = clock
    this.#insert = new NamedStatement(dialect, `insert into "audit_unsealed" (${columns}) values (${places})`)
  }

  insert(entry: NewEntry): Statement {
    return this.#insert.with(this.#row(entry))
  }

  /**
   * Inserts an entry if the statements of the batch in front of it have changed something.
   * @param tenant the workspace that those are bound to
   */
  insertBehind(entry: NewEntry, tenant: string | undefined): Statement {
    return { ...this.insert(entry), ifChanged: true, tenant }
  }

  #row(entry: NewEntry): Readonly<Record<EntryColumn, SqlValue>> {
    const now = this.#clock()
    const kind: AuditActorKind = entry.actor.kind
    return {
      id: this.#ids.next('aud', now),
      org_id: entry.orgId,
      action: entry.action,
      actor_kind: kind,
      actor_id: entry.actor.id ?? null,
      target: entry.target,
      before: entry.before,
      after: entry.after,
      plugin: entry.plugin,
      endpoint: entry.endpoint,
      address: entry.address,
      user_agent: entry.userAgent,
      request_id: entry.requestId,
      at: new Date(now).toISOString(),
      token_id: entry.actor.tokenId ?? null,
      granted_by: entry.actor.grantedBy ?? null,
    }
  }
}
