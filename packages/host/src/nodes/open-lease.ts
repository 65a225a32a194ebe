import type { Log } from '@host/plugin'
import type { Database } from '../db/database.ts'
import { joinNodes } from './join-nodes.ts'
import type { NodeLease } from './node-lease.ts'
import { PostgresKeeper } from './postgres-keeper.ts'

/** What a host's lease is made from. */
export interface LeaseOptions {
  readonly database: Database
  readonly databaseUrl: string
  readonly log: Log
  /** The text of the thread that renews on PostgreSQL, inside an executable. */
  readonly keeperCode: string | undefined
}

/** Makes this host a node of its database. */
export async function openLease({ database, databaseUrl, log, keeperCode }: LeaseOptions): Promise<NodeLease> {
  const keeper = database.dialect === 'sqlite' ? undefined : new PostgresKeeper({ url: databaseUrl, code: keeperCode })
  const lease = await joinNodes({
    database,
    keeper,
    isFirst: database.dialect === 'sqlite',
    onChange: (lapsed) => {
      if (lapsed === undefined) log.info('The lease of this process was renewed after all')
      else log.error('The lease of this process has ended: others may take over what it was doing', { reason: lapsed })
    },
  })
  const leave = (): Promise<void> =>
    lease.leave().catch((error: unknown) => log.warn('The lease could not be given back; it ends by itself', { error }))
  return Object.freeze({ ...lease, leave })
}
