import { column, model, type InstanceTables, type ScopedDatabase, type TablesOf } from '@host/plugin'

/**
 * Values of declared sections: one row for each plugin and owner. `revision` increases with every change, so that a
 * result based on an older state never overwrites a newer one.
 */
const StoredSectionModel = model(
  'host_settings',
  {
    id: column.id('set'),
    /** The workspace; `instanceOrgId` for settings of the instance or of a user. */
    org_id: column.org(),
    /** `workspace`, `instance`, or the id of the user. */
    owner: column.text({ max: 64 }),
    plugin: column.text({ max: 64 }),
    plain: column.json<Readonly<Record<string, unknown>>>(),
    /** Secrets by field, each sealed for its place alone. */
    sealed: column.json<Readonly<Record<string, string>>>({ secret: true }),
    revision: column.integer({ default: 1 }),
    changed_at: column.time(),
  },
  { unique: [['org_id', 'owner', 'plugin']], index: ['owner', ['org_id', 'id']] },
)

/** The tables of declared settings. */
export const settingsModels = [StoredSectionModel] as const

/** These tables over all workspaces. */
export type SettingsTables = InstanceTables<TablesOf<typeof settingsModels>>

/** The handle on these tables. */
export type SettingsDatabase = ScopedDatabase<SettingsTables>
