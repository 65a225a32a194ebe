import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/** The last five attempts under a key, for several processes that count together. */
const LoginAttempt = model(
  'host_login_attempts',
  {
    id: column.id('lat'),
    /** SHA-256 of the key. */
    key: column.text({ max: 43 }),
    /** Milliseconds of the clock that leases are measured by too, the newest first; 0 for none. */
    at_1: column.integer(),
    at_2: column.integer({ default: 0 }),
    at_3: column.integer({ default: 0 }),
    at_4: column.integer({ default: 0 }),
    at_5: column.integer({ default: 0 }),
  },
  { unique: ['key'], index: ['at_1'] },
)

export const throttleModels = [LoginAttempt] as const

/** The handle on these tables. */
export type ThrottleDatabase = ScopedDatabase<InstanceTables<TablesOf<typeof throttleModels>>>
