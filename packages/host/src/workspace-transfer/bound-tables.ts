import type { AnyModel, InstanceTables, ScopedDatabase, TablesOf } from '@host/plugin'
import { BoundDatabase } from '../database/bound-database.ts'
import { createCatalog } from '../database/catalog.ts'
import type { Transactor } from '../database/transactor.ts'
import { TypeIds } from '../database/type-id.ts'

/** Tables over all workspaces, on a database, an open transaction, or a snapshot. */
export function boundTables<const Models extends readonly AnyModel[]>(
  models: Models,
  on: Transactor,
): ScopedDatabase<InstanceTables<TablesOf<Models>>> {
  const owner = 'host'
  const tables = createCatalog([{ name: owner, models }]).get(owner) ?? new Map<string, never>()
  const binding = {
    dialect: on.dialect,
    owner,
    tables,
    orgId: undefined,
    isTrusted: true,
    ids: new TypeIds(),
    clock: Date.now,
  }
  return new BoundDatabase<InstanceTables<TablesOf<Models>>>(Object.freeze(binding), on)
}

/** Tables by names that are not known before. */
export type AnyTables = Record<string, Record<string, unknown>>

/** The same for models that are not known before. */
export function anyTables(models: readonly AnyModel[], on: Transactor): ScopedDatabase<AnyTables> {
  return boundTables(models, on) as ScopedDatabase<AnyTables>
}
