import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/** The windows that several processes count together. */
const RateWindow = model(
  'host_rate_windows',
  {
    id: column.id('rwn'),
    /** The policy, and who is counted. */
    key: column.text({ max: 400 }),
    used: column.integer(),
    /** Milliseconds of the clock that leases are measured by too, which all processes share. */
    ends_at: column.integer(),
  },
  { unique: ['key'], index: ['ends_at'] },
)

export const rateLimitModels = [RateWindow] as const

/** The handle on these tables. */
export type RateDatabase = ScopedDatabase<InstanceTables<TablesOf<typeof rateLimitModels>>>
