import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/** Size of each workspace in each table at the last count; a row without a table is the count itself. */
const HostStorage = model(
  'host_storage',
  {
    id: column.id('sto'),
    org_id: column.org(),
    /** Empty for the row that says when the workspace was counted. */
    table_name: column.text({ max: 64 }),
    bytes: column.integer(),
    row_count: column.integer(),
    counted_at: column.time(),
  },
  {
    unique: [['org_id', 'table_name']],
    index: [
      ['org_id', 'id'],
      ['table_name', 'counted_at'],
    ],
    transfer: { reason: 'It is counted again.', isExported: false },
  },
)

export const storageModels = [HostStorage] as const

/** The handle on this table. */
export type StorageDatabase = ScopedDatabase<InstanceTables<TablesOf<typeof storageModels>>>
