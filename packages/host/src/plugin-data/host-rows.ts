/** The rows of plugins in the host's own tables. */
import type { AnyModel } from '@host/plugin'
import { hostModels } from '../models/host-models.ts'

/** Tables whose rows stay when a plugin is purged: they are history. */
const history: ReadonlySet<string> = new Set(['audit_entries', 'audit_unsealed', 'host_usage'])

const tables: readonly string[] = (hostModels as readonly AnyModel[])
  .filter(({ columns, table }) => Object.hasOwn(columns, 'plugin') && !history.has(table))
  .map(({ table }) => table)

/** The tables of the host that name a plugin in each row, and hold data of it. */
export const tablesWithPlugins = Object.freeze(tables)
