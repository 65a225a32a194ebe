import type { TestDatabase } from '@host/host/testing/database/test-databases'
import type { HostProcess } from './host-process.ts'

/** The leases of hosts on one database, which a test ends instead of waiting for their end. */
export interface Leases {
  /** Starts a host, and learns which lease is its own; one after the other. */
  learn(start: () => Promise<HostProcess>): Promise<HostProcess>
  /** Ends the lease of a host that has died, as if its time were over. */
  end(host: HostProcess): Promise<void>
  /** The lease of a host; undefined on SQLite, where there is one host. */
  of(host: HostProcess): string | undefined
}

/** Opens the leases beside the hosts. On SQLite there is nothing to end: the next host on the file forgets the others. */
export async function openLeases(database: TestDatabase, dialect: 'sqlite' | 'postgres'): Promise<Leases> {
  if (dialect === 'sqlite') return { learn: (start) => start(), end: async () => {}, of: () => undefined }
  const opened = await database.open()
  const own = new WeakMap<HostProcess, string>()
  const held = async (): Promise<readonly string[]> => {
    const { rows } = await opened.run({ sql: 'select id from host_nodes', parameters: [], writes: false })
    return rows.map(({ id }) => String(id))
  }
  return {
    async learn(start) {
      const before = await held().catch((): readonly string[] => [])
      const host = await start()
      const [id, ...more] = (await held()).filter((one) => !before.includes(one))
      if (id === undefined || more.length > 0) throw new Error('A host that starts takes one lease.')
      own.set(host, id)
      return host
    },
    async end(host) {
      const sql = 'update host_nodes set lease_until = 0 where id = $1'
      await opened.run({ sql, parameters: [own.get(host) ?? ''], writes: true })
    },
    of: (host) => own.get(host),
  }
}
