import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/** Usage of plugins, by hour and workspace. All processes add to the same row. Times in milliseconds. */
const HostUsage = model(
  'host_usage',
  {
    id: column.id('usg'),
    /** When it began, in milliseconds since 1970. */
    hour: column.integer(),
    plugin: column.text({ max: 64 }),
    /** The workspace, `instance` for none, or `others` for those that had no room of their own. */
    org_id: column.org(),
    calls: column.integer(),
    errors: column.integer(),
    time: column.real(),
    queries: column.integer(),
    database_time: column.real(),
    outbound_calls: column.integer(),
    outbound_errors: column.integer(),
    jobs: column.integer(),
    job_errors: column.integer(),
    job_time: column.real(),
  },
  {
    unique: [['hour', 'plugin', 'org_id']],
    index: [
      ['org_id', 'hour', 'plugin'],
      ['org_id', 'id'],
    ],
    transfer: { reason: 'Usage is counted by each instance.', isExported: false },
  },
)

export const accountingModels = [HostUsage] as const

/** The handle on these tables. */
export type UsageDatabase = ScopedDatabase<InstanceTables<TablesOf<typeof accountingModels>>>
