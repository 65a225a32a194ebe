import type { Database } from '../../packages/host/src/database/database.ts'

/** Rows are as long as this, besides their ids. */
export const rowBytes = 4_000

/** A table with an id, a workspace, a title and, where `more` says so, a column that is false. */
export interface FilledTable {
  readonly name: string
  readonly more?: string
}

/** Adds rows of hexadecimal digits, of which a half is left when they are compressed. */
export async function fillRows(database: Database, { name, more }: FilledTable, bytes: number): Promise<void> {
  const count = Math.ceil(bytes / rowBytes)
  const [columns, values] = more === undefined ? ['', ''] : [`, ${more}`, ', false']
  const into = `insert into ${name} (id, org_id, title${columns})`
  const sql =
    database.dialect === 'sqlite'
      ? `${into} with recursive rows(nth) as (select 1 union all select nth + 1 from rows where nth < ${count})
         select 'fill_' || printf('%026d', nth), 'org_fill', ${randomTitle.sqlite}${values} from rows`
      : `${into} select 'fill_' || lpad(nth::text, 26, '0'), 'org_fill', ${randomTitle.postgres}${values}
         from generate_series(1, ${count}) as nth`
  await database.run({ sql, parameters: [], writes: true })
}

/** Gives filled rows other titles. @param where which of them, by their number `nth` */
export async function changeRows(database: Database, { name }: FilledTable, where: string): Promise<void> {
  const { dialect } = database
  const nth = dialect === 'sqlite' ? 'cast(substr(id, 6) as integer)' : 'substr(id, 6)::integer'
  const title = randomTitle[dialect].replaceAll('nth', nth)
  const sql = `update ${name} set title = ${title} where org_id = 'org_fill' and ${where.replaceAll('nth', nth)}`
  await database.run({ sql, parameters: [], writes: true })
}

const randomTitle = {
  sqlite: `hex(randomblob(${rowBytes / 2}))`,
  // It reads the row, so it is made for each one.
  postgres: `(select string_agg(md5(random()::text || part || nth), '') from generate_series(1, ${rowBytes / 32}) as part)`,
}
