import pg from 'pg'

/** Runs a statement, and returns its rows. */
export type Query = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Runs one statement on a connection of its own. */
export async function queryPostgres(url: URL, sql: string): Promise<readonly unknown[]> {
  return await withPostgres(url, (query) => query(sql))
}

/** Runs statements one after the other on a connection of its own. */
export async function withPostgres<Result>(url: URL, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows)
  } finally {
    await client.end()
  }
}
