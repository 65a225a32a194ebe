/**
 * The order in which events became visible, so that followers miss none. The order of their ids differs: an id is
 * created when an event is published, and its transaction may commit after a later one.
 *
 * - SQLite has one writer. Under its lock an event takes the turn after the last one of its workspace, and at least the
 *   current time, so that no turn is used twice once all events of a workspace have expired. Everything visible is
 *   settled.
 * - PostgreSQL numbers its transactions, and the turn is that number. Numbers below the oldest open transaction, as
 *   reported by the server, are settled: nothing can appear there any more. So neither clocks nor time limits decide; a
 *   transaction on the server that stays open delays readers, but makes them miss nothing.
 *
 * A dump restored into another server brings numbers of the old one, which the new one has yet to reach. They are
 * removed when the host starts: these events then come first, by their ids. A cursor from before leads there.
 */
import type { Database } from '../database/database.ts'
import { NamedStatement } from '../database/named-statement.ts'
import type { Dialect, Statement } from '../database/statement.ts'

/** The turn of an event that is inserted, as SQL. @param names of the moment and the workspace in the statement */
export function turnOf(dialect: Dialect, names: { readonly now: string; readonly orgId: string }): string {
  if (dialect === 'postgres') return 'pg_current_xact_id()::text::bigint'
  return `max(${names.now}, 1 + coalesce((select max("turn") from "host_events" where "org_id" = ${names.orgId}), 0))`
}

/** How far readers may go. */
export interface Settled {
  /** Turns below this one are settled. */
  readonly below: number
  /** Every event that is there has a turn below this one. */
  readonly end: number
}

/** Looks how far the events of a workspace are settled. */
export async function settledTurns(database: Database, orgId: string): Promise<Settled> {
  const statement = database.dialect === 'sqlite' ? lastTurn.with({ org_id: orgId }) : snapshot
  const row = (await database.run(statement)).rows[0]
  const below = Number(row?.['below'] ?? 0)
  return { below, end: Number(row?.['end'] ?? below) }
}

/** Takes out the turns that another server gave. Call it before anything is published. */
export async function forgetForeignTurns(database: Database): Promise<void> {
  if (database.dialect === 'sqlite') return
  const { rows } = await database.run(newest)
  const [row] = rows
  if (row === undefined || Number(row['turn'] ?? 0) < Number(row['end'])) return
  await database.run({ sql: 'update "host_events" set "turn" = 0 where "turn" > 0', parameters: [], writes: true })
}

const lastTurn = new NamedStatement<'org_id'>(
  'sqlite',
  'select 1 + coalesce(max("turn"), 0) as "below" from "host_events" where "org_id" = :org_id',
)

const snapshot: Statement = {
  sql: `select pg_snapshot_xmin(now)::text::bigint as "below", pg_snapshot_xmax(now)::text::bigint as "end"
    from pg_current_snapshot() as now`,
  parameters: [],
  writes: false,
}

/** The newest by their ids are the newest by their turns too, or nearly. */
const newest: Statement = {
  sql: `select max("turn") as "turn", pg_snapshot_xmax(pg_current_snapshot())::text::bigint as "end"
    from (select "turn" from "host_events" order by "id" desc limit 1000) as "newest"`,
  parameters: [],
  writes: false,
}
