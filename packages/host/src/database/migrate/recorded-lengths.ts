import type { ModelOwner } from '../catalog.ts'
import type { StoredSchema } from './stored-schema.ts'
import { quoteText } from '../quote.ts'

/**
 * Records how long the texts of each column may be. A text column has no length in either database, since no
 * database could take a length back in place; the layer checks lengths, and this record says which were promised.
 */
export async function recordLengths(
  owners: readonly ModelOwner[],
  stored: StoredSchema,
  query: (sql: string) => Promise<unknown>,
): Promise<void> {
  const changed: string[] = []
  const freed: string[] = []
  for (const model of owners.flatMap(({ models }) => models)) {
    if (model.kind === 'mirror') continue
    for (const [name, { max }] of Object.entries(model.columns)) {
      const before = stored.tables.get(model.table)?.get(name)?.max
      if (max === before) continue
      const key = `${quoteText(model.table)}, ${quoteText(name)}`
      if (max === undefined) freed.push(`(${key})`)
      else changed.push(`(${key}, ${max})`)
    }
  }
  if (changed.length > 0) {
    await query(
      `insert into host_columns (table_name, column_name, max) values ${changed.join(', ')} on conflict (table_name, column_name) do update set max = excluded.max`,
    )
  }
  if (freed.length > 0) {
    await query(`delete from host_columns where (table_name, column_name) in (values ${freed.join(', ')})`)
  }
}
