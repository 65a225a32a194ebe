/** Rows of the tables of a workspace, by a database that knows the models alone. */
import type { TransferredRow } from '@host/plugin'
import type { Transactor } from '../database/transactor.ts'
import { anyTables } from './bound-tables.ts'
import type { TravelingTable } from './transfer-tables.ts'

const perRead = 200
/** Values of one statement: SQLite binds 32,766 at most. */
const mostValues = 20_000

/** Reads the rows of a workspace in the order of their ids. */
export async function* workspaceRows(
  on: Transactor,
  { model, id, columns }: TravelingTable,
  orgId: string,
): AsyncGenerator<TransferredRow> {
  const db = anyTables([model], on)
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom(model.table)
      .select(columns.columns.map(({ name }) => name))
      .where('org_id', '=', orgId)
      .where(id, '>', after)
      .orderBy(id)
      .limit(perRead)
      .execute()
    yield* rows
    if (rows.length < perRead) return
    const last = rows.at(-1)?.[id]
    after = typeof last === 'string' ? last : ''
  }
}

/** Inserts rows in batches. Columns that may lead to rows of the same table are null until `tie`. */
export class RowWriter {
  readonly #on: Transactor
  readonly #orgId: string

  constructor(on: Transactor, orgId: string) {
    this.#on = on
    this.#orgId = orgId
  }

  /** Rows of a batch. */
  batchOf({ model }: TravelingTable): number {
    return Math.min(perRead, Math.floor(mostValues / Object.keys(model.columns).length))
  }

  async insert({ model, without, loose }: TravelingTable, rows: readonly TransferredRow[]): Promise<void> {
    if (rows.length === 0) return
    const untied = Object.fromEntries(loose.map((name) => [name, null]))
    const values = rows.map((row) => ({ ...row, ...without, ...untied, org_id: this.#orgId }))
    await anyTables([model], this.#on).insertInto(model.table).values(values).execute()
  }

  /** Writes the columns that `insert` left out, once all rows are there. */
  async tie({ model, id, loose }: TravelingTable, row: TransferredRow): Promise<void> {
    const values = Object.fromEntries(loose.map((name) => [name, row[name]]))
    if (Object.values(values).every((value) => value === null)) return
    await anyTables([model], this.#on)
      .updateTable(model.table)
      .set(values)
      .where('org_id', '=', this.#orgId)
      .where(id, '=', row[id])
      .execute()
  }
}
