import type { Database } from '../db/database.ts'
import { recordKeyHolder } from '../encryption/key-holders.ts'
import { openVault } from '../encryption/open-vault.ts'
import type { Vault } from '../encryption/vault.ts'
import type { NodeLease } from '../nodes/node-lease.ts'
import { openLease } from '../nodes/open-lease.ts'
import type { BootOptions } from './boot-options.ts'

/** What every part of a host relies on to keep its promises. */
export interface Safety {
  readonly vault: Vault
  readonly lease: NodeLease
}

/** Opens the vault and takes the lease, on a database whose tables are there. @throws BootError */
export async function openSafety({ config, clock, log, keeperCode }: BootOptions, database: Database): Promise<Safety> {
  const vault = await openVault({ config, database, clock })
  const lease = await openLease({ database, databaseUrl: config.databaseUrl, log, keeperCode })
  try {
    if (config.secretKeys !== undefined) await recordKeyHolder(database, lease.id, config.secretKeys)
  } catch (error) {
    await lease.leave()
    throw error
  }
  return Object.freeze({ vault, lease })
}
