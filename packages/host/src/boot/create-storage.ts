import { openBlobs, type Blobs } from '../blobs/open-blobs.ts'
import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { HostBrand } from '../brand/host-brand.ts'
import { ExportSlots } from '../exports/export-slots.ts'
import { createIdempotency, type HostIdempotency } from '../idempotency/idempotency.ts'
import { identityModels } from '../identity/index.ts'
import { lockWorkspace } from '../identity/workspaces/lock-workspace.ts'
import { storageLimitOf } from '../plans/host-quotas.ts'
import { rateLimitModels } from '../security/rate-limits/models.ts'
import { RateLimits } from '../security/rate-limits/rate-limits.ts'
import { settingsModels } from '../settings/models.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import { createWorkspaceData, type WorkspaceDataParts } from '../workspace-data/create-workspace-data.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'
import type { BaseServices } from './create-base-services.ts'

/** Storage services, for the host itself and for plugins; they check no permissions. */
export interface StorageServices {
  readonly blobs: Blobs
  readonly exports: ExportSlots
  readonly idempotency: HostIdempotency
  readonly rates: RateLimits
  readonly settingsStore: SettingsStore
  readonly brand: HostBrand
  readonly workspaceData: WorkspaceDataParts
}

/** Creates the storage services. */
export function createStorage(options: BootOptions, foundation: Foundation, ground: BaseServices): StorageServices {
  const { clock, log } = options
  const { database, safety, stores } = foundation
  const { parts, data, audit, recorder, equipped } = ground
  const workspaces = data.forHost(identityModels, new JoiningTransactor(database))
  const holdWorkspace = (orgId: string): Promise<boolean> => lockWorkspace(workspaces, orgId)
  const limitOf = storageLimitOf(parts.registry)
  // Declared settings are read and erased from inside of transactions too.
  const settingsStore = new SettingsStore(data.forHost(settingsModels, new JoiningTransactor(database)), clock)
  const blobs = openBlobs({ database, data, clock, log, pieces: stores.pieces, holdWorkspace, limitOf })
  const exports = new ExportSlots(log)
  const kept = { database, data, blobs: blobs.store, exports, chainsOn: audit.chainsOn }
  return Object.freeze<StorageServices>({
    blobs,
    exports,
    idempotency: createIdempotency({ ...options, database, ...safety, onStep: options.onIdempotencyStep }),
    rates: openRates(options, database, data),
    settingsStore,
    brand: new HostBrand({ store: settingsStore, recorder, bus: foundation.bus, log }),
    workspaceData: createWorkspaceData({ ...parts, ...kept, plugins: equipped, recorder }),
  })
}

/** A process that is alone with its database counts in its own memory; others sum their counts in the database. */
function openRates({ config, clock, log, worker }: BootOptions, database: Database, data: DataAccess): RateLimits {
  const isAlone = database.dialect === 'sqlite' && worker === undefined
  const shared = isAlone ? undefined : { db: data.forHost(rateLimitModels), dialect: database.dialect }
  const isInTransaction = (): boolean => database.current !== undefined
  return new RateLimits({ perMinute: config.rates, clock, log, shared, isInTransaction })
}
