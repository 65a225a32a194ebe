import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/** Plugins whose background work has failed since it last succeeded; see `breaker.ts`. At most one row a plugin. */
const PausedPlugin = model(
  'host_paused_plugins',
  {
    id: column.id('pau'),
    plugin: column.text({ max: 64 }),
    failures: column.integer(),
    failing_since: column.integer(),
    place: column.text({ max: 64, nullable: true }),
    fault: column.text({ max: 500 }),
    /** Null while the plugin is not paused. */
    paused_since: column.integer({ nullable: true }),
    pause: column.integer(),
    paused_until: column.integer(),
    trial_until: column.integer({ nullable: true }),
  },
  { unique: ['plugin'] },
)

/** Each restore of this database from a backup. Until it is released, nothing is sent and no job runs. */
const Restore = model(
  'host_restores',
  {
    id: column.id('rst'),
    backup_id: column.text({ max: 64 }),
    backup_at: column.time(),
    restored_at: column.time(),
    released_at: column.time({ nullable: true }),
    released_by: column.text({ max: 64, nullable: true }),
  },
  { index: [['released_at']] },
)

export const backgroundWorkModels = [PausedPlugin, Restore] as const

/** The handle on these tables. */
export type BackgroundWorkDatabase = ScopedDatabase<InstanceTables<TablesOf<typeof backgroundWorkModels>>>
