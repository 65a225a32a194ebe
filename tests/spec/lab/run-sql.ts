import { DatabaseSync } from 'node:sqlite'
import { queryPostgres } from '@host/host/testing/database/query-postgres'
import type { TestDatabase } from '@host/host/testing/database/test-databases'

/** Runs a statement beside a host that may be running, past everything that the host does. */
export async function runSql({ url, adminUrl }: TestDatabase, sql: string): Promise<void> {
  if (url.startsWith('postgres')) {
    await queryPostgres(new URL(adminUrl), sql)
    return
  }
  const database = new DatabaseSync(url, { timeout: 30_000 })
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}
