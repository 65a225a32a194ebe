import type { ColumnKind, Model, ReadQueries } from '@host/plugin'
import { sql, type RawBuilder } from 'kysely'
import type { Dialect } from '../database/statement.ts'

/** Rows of one read. */
export const windowRows = 500

/** Size of a workspace's rows in one table. */
export interface TableSize {
  readonly rows: number
  /** As the rows are stored, without indexes. */
  readonly bytes: number
}

/** Dependencies of a measurement. */
export interface MeasureParts {
  readonly dialect: Dialect
  /** Reads of one workspace that run beside requests. */
  readonly reads: ReadQueries<AnyTables>
  /** Lets others go first between two reads. */
  pause(): Promise<void>
}

export type AnyTables = Record<string, Record<string, string>>

/** Bytes outside of the row, which a column of it counts. */
const contentColumns: Readonly<Record<string, string>> = { host_blobs: 'size' }

/** Adds up the rows of one workspace in windows along its index by workspace and id, so that no read is long. */
export async function measureTable(parts: MeasureParts, model: Model, orgId: string): Promise<TableSize> {
  const id = Object.entries(model.columns).find(([, { kind }]) => kind === 'id')?.[0]
  if (id === undefined) throw new TypeError(`The table "${model.table}" of workspaces has no id.`)
  const size = rowSize(parts.dialect, model)
  let [rows, bytes, last, isWhole] = [0, 0, '', false]
  while (!isWhole) {
    const window = parts.reads
      .selectFrom(model.table)
      .select([id, size.as('row_bytes')])
      .where('org_id', '=', orgId)
      .where(id, '>', last)
      .orderBy(id)
      .limit(windowRows)
    const read = await window.execute()
    for (const row of read) bytes += row['row_bytes']
    rows += read.length
    last = read.at(-1)?.[id] ?? last
    isWhole = read.length < windowRows
    if (!isWhole) await parts.pause()
  }
  return { rows, bytes }
}

const fixed: ReadonlySet<ColumnKind> = new Set(['integer', 'real', 'boolean'])

/** The bytes of a row. Both databases know them without reading long values. */
function rowSize(dialect: Dialect, { table, columns }: Model): RawBuilder<number> {
  const content = contentColumns[table]
  const parts = Object.entries(columns).map(([name, { kind }]) => {
    if (fixed.has(kind)) return sql<number>`8`
    const size = dialect === 'sqlite' ? sql`octet_length(${sql.ref(name)})` : sql`pg_column_size(${sql.ref(name)})`
    return sql<number>`coalesce(${size}, 0)`
  })
  if (content !== undefined) parts.push(sql<number>`${sql.ref(content)}`)
  return sql<number>`${sql.join(parts, sql` + `)}`
}
