import type { AnyModel, Log, Model, ReadQueries } from '@host/plugin'
import type { WorkspaceStorageService } from '@host/plugin/platform'
import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { hostModelParts } from '../models/host-models.ts'
import { identityModels } from '../identity/index.ts'
import { workspaceTables } from '../workspace-data/workspace-tables.ts'
import { measureTable, type AnyTables } from './measure-table.ts'
import { storageModels } from '../models/workspace-storage.ts'
import { StorageCounter } from './storage-counter.ts'
import { StorageStore, type StoredCount } from './storage-store.ts'

/** Dependencies of the storage count. */
export interface WorkspaceStorageOptions {
  readonly database: Pick<Database, 'dialect'>
  readonly data: DataAccess
  readonly plugins: readonly { readonly name: string; readonly models: readonly AnyModel[] }[]
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

/** Parts of the storage count. */
export interface WorkspaceStorageParts {
  readonly service: WorkspaceStorageService
  readonly counter: StorageCounter
}

/** Creates the storage count of workspaces. It does nothing until the counter is started. */
export function createWorkspaceStorage(options: WorkspaceStorageOptions): WorkspaceStorageParts {
  const { database, data, plugins, clock, log } = options
  const owners = ownersOf(plugins)
  const models = [...Object.values(hostModelParts).flat(), ...plugins.flatMap(ownModels)]
  const tables = workspaceTables(models).flatMap(({ kind, model }) => (kind === 'rows' ? [model] : []))
  const store = new StorageStore(data.forHost(storageModels), data.forHost(identityModels))
  const all = data.forHost(models)
  const counter = new StorageCounter({
    tables,
    store,
    measure: (model, orgId, pause) => {
      const reads = all.backgroundReads(orgId) as unknown as ReadQueries<AnyTables>
      return measureTable({ dialect: database.dialect, reads, pause }, model, orgId)
    },
    clock,
    log,
  })
  const service = Object.freeze<WorkspaceStorageService>({
    of: async (orgIds) => byOwner(await store.of(orgIds), owners),
  })
  return Object.freeze({ service, counter })
}

/** Those that a plugin owns, and not the views that it has of others. */
function ownModels({ models }: WorkspaceStorageOptions['plugins'][number]): readonly Model[] {
  return models.filter((model): model is Model => model.kind === 'model')
}

/** A part of the host or a plugin. */
type Owner = Awaited<ReturnType<WorkspaceStorageService['of']>>[number]['parts'][number]['owner']

function ownersOf(plugins: WorkspaceStorageOptions['plugins']): ReadonlyMap<string, Owner> {
  const host = Object.entries(hostModelParts).flatMap(([name, models]) =>
    models.map(({ table }) => [table, { kind: 'host', name }] as const),
  )
  const own = plugins.flatMap((plugin) =>
    ownModels(plugin).map(({ table }) => [table, { kind: 'plugin', name: plugin.name }] as const),
  )
  return new Map<string, Owner>([...host, ...own])
}

/** Counts of tables, added up by owner; the largest part first. */
function byOwner(counts: readonly StoredCount[], owners: ReadonlyMap<string, Owner>) {
  const workspaces = Map.groupBy(counts, ({ orgId }) => orgId)
  return [...workspaces].map(([orgId, tables]) => {
    const known = tables.flatMap((count) => {
      const owner = owners.get(count.table)
      return owner === undefined ? [] : [{ ...count, owner }]
    })
    const parts = [...Map.groupBy(known, ({ owner: { kind, name } }) => `${kind} ${name}`).values()].flatMap((own) => {
      const owner = own[0]?.owner
      if (owner === undefined) return []
      return [{ owner, bytes: sum(own, 'bytes'), rows: sum(own, 'rows') }]
    })
    const countedAt = known.map((count) => count.countedAt).toSorted()[0] ?? ''
    return {
      orgId,
      bytes: sum(known, 'bytes'),
      countedAt,
      parts: parts.filter(({ rows }) => rows > 0).toSorted((one, other) => other.bytes - one.bytes),
    }
  })
}

function sum(counts: readonly StoredCount[], of: 'bytes' | 'rows'): number {
  return counts.reduce((total, count) => total + count[of], 0)
}
