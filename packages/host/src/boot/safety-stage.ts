import type { Log } from '@host/plugin'
import type { Database } from '../database/database.ts'
import { recordKeyHolder } from '../security/encryption/key-holders.ts'
import { openVault } from '../security/encryption/open-vault.ts'
import type { Vault } from '../security/encryption/vault.ts'
import { leaveNodes, type NodeEntry } from '../database/nodes/enter-nodes.ts'
import type { NodeLease } from '../database/nodes/node-lease.ts'
import type { LeaseThread } from '../database/nodes/lease-thread.ts'
import { openLeaseThread } from '../database/nodes/open-lease-thread.ts'
import { openLease } from '../database/nodes/open-lease.ts'
import type { BootOptions } from './boot-options.ts'

/** Safety services that every part of a host relies on. */
export interface Safety {
  readonly vault: Vault
  readonly lease: NodeLease
  /** The thread beside the main one. */
  readonly leaseThread: LeaseThread
  /** Gives the lease back, and ends the leaseThread. */
  close(): Promise<void>
}

/** Opens the vault and takes the lease, on a migrated database. @throws BootError */
export async function openSafety(options: BootOptions, database: Database, node: NodeEntry): Promise<Safety> {
  const { config, clock, log, threadCode, worker } = options
  await using opened = new AsyncDisposableStack()
  let hasJoined = false
  opened.defer(async () => void (hasJoined || (await database.run(leaveNodes(database.dialect, node.id)))))
  const vault = await openVault({ config, database, clock, onKeyFileMade: (path) => announceKeyFile(log, path) })
  const { leaseThread } = opened.use(openLeaseThread({ database, databaseUrl: config.databaseUrl, threadCode }))
  const isAlone = database.dialect === 'sqlite' && worker === undefined
  const lease = await openLease({
    database,
    entry: node,
    log,
    leaseThread: isAlone ? undefined : leaseThread,
    isFirst: database.dialect === 'sqlite' && (isAlone || worker?.isFirst === true),
  })
  hasJoined = true
  opened.defer(() => lease.leave())
  if (config.secretKeys !== undefined) await recordKeyHolder(database, lease.id, config.secretKeys)
  const held = opened.move()
  return Object.freeze({ vault, lease, leaseThread, close: () => held.disposeAsync() })
}

function announceKeyFile(log: Log, path: string): void {
  log.info('Key file created. Keep a copy separate from your backups: without it, encrypted data is lost', {
    path,
  })
}
