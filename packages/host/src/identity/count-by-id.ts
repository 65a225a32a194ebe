import type { SelectQueryBuilder } from 'kysely'
import type { Queries } from '@host/plugin'
import type { HostTables } from './models.ts'

/** Rows that one statement counts: SQLite can't cancel one that takes long. */
export const countedRows = 10_000

/** Rows of a table of the host, with their ids. */
type IdRows<TB extends keyof HostTables> = SelectQueryBuilder<HostTables, TB, { readonly id: string }>

/** Counts rows by windows. @param rowsAfter those behind an id, which an index gives in the order of ids */
export async function countById<TB extends keyof HostTables>(
  db: Queries<HostTables>,
  rowsAfter: (id: string) => IdRows<TB>,
): Promise<number> {
  let total = 0
  for (let after: string | null = ''; after !== null;) {
    const window: CountedWindow = await countWindow(db, rowsAfter(after))
    total += window.count
    after = window.count < countedRows ? null : window.last
  }
  return total
}

interface CountedWindow {
  readonly count: number
  readonly last: string
}

async function countWindow<TB extends keyof HostTables>(
  db: Queries<HostTables>,
  rows: IdRows<TB>,
): Promise<CountedWindow> {
  const window = rows.orderBy('id').limit(countedRows)
  return await db
    .selectFrom(window.as('counted'))
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<string>('counted.id').as('last')])
    .executeTakeFirstOrThrow()
}
