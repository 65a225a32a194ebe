import type { TestDatabase } from '../../../packages/host/src/db/testing/test-databases.ts'

/** The leases of the hosts on a database, which a test ends instead of waiting for their end. */
export interface Leases {
  /** The ids of those that are held. */
  held(): Promise<readonly string[]>
  /** Ends one at once, as if its time were over. */
  end(id: string): Promise<void>
}

/** Opens the leases beside the hosts. */
export async function openLeases(database: TestDatabase): Promise<Leases> {
  const opened = await database.open({ isExclusive: false })
  return {
    async held() {
      const { rows } = await opened.run({ sql: 'select id from host_nodes', parameters: [], writes: false })
      return rows.map(({ id }) => String(id))
    },
    async end(id) {
      const sql = 'update host_nodes set lease_until = 0 where id = $1'
      const { changes } = await opened.run({ sql, parameters: [id], writes: true })
      if (changes !== 1) throw new Error(`There is no lease "${id}".`)
    },
  }
}
