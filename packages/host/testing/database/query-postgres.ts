import pg from 'pg'

/** Runs one statement on a connection of its own. */
export async function queryPostgres(url: URL, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
