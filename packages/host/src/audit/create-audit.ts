import type { Log } from '@host/plugin'
import type { AuditLogService } from '@host/plugin/platform'
import type { Faults } from '../observability/containment/faults.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import type { Transactor } from '../database/transactor.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import type { Vault } from '../security/encryption/vault.ts'
import { identityModels } from '../identity/index.ts'
import { AuditChains } from './audit-chains.ts'
import { auditKey } from './audit-key.ts'
import { auditLogService } from './audit-log-service.ts'
import { AuditTrail } from './audit-trail.ts'
import { ChainStore } from './chain-store.ts'
import { EntryReader } from './entry-reader.ts'
import { EntryWriter } from './entry-writer.ts'
import { Expiry } from './expiry.ts'
import { auditModels } from './models.ts'
import { Sealer } from './sealer.ts'

/** Options of the audit log of a host. */
export interface AuditOptions {
  readonly database: Database
  readonly data: DataAccess
  readonly vault: Pick<Vault, 'derive'>
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  readonly contexts: ExecutionContexts
  readonly faults: Faults
}

/** The audit log of a host. */
export interface AuditLogParts {
  readonly trail: AuditTrail
  readonly service: AuditLogService
  /** The chains inside a transaction, for data that ends with a workspace. */
  readonly chainsOn: (on: Transactor) => AuditChains
  /** Starts sealing entries and removing expired ones. @returns a function that stops it, before the database closes */
  start(): () => Promise<void>
}

/** Creates the audit log. It only writes given entries before it is started. */
export function createAudit({ database, data, vault, clock, log, contexts, faults }: AuditOptions): AuditLogParts {
  const store = new ChainStore(database)
  const chains = new AuditChains(store, auditKey(vault))
  const sealer = new Sealer({ chains, store, log })
  const joining = new JoiningTransactor(database)
  const writer = new EntryWriter(database.dialect, clock)
  const trail = new AuditTrail({ database, joining, writer, contexts, faults })
  const reader = new EntryReader(data.forHost([...auditModels, ...identityModels]))
  const expiry = new Expiry({ chains, store, clock, log })
  return Object.freeze({
    trail,
    chainsOn: (on: Transactor) => new AuditChains(new ChainStore(on), auditKey(vault)),
    service: auditLogService({ trail, reader, chains }),
    start: () => {
      const stops = [sealer.start(), expiry.start()]
      return async () => void (await Promise.all(stops.map((stop) => stop())))
    },
  })
}
