import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import type { IdentityAudit } from '../identity/identity-audit.ts'
import type { Identity } from '../identity/index.ts'
import { createSettings, type HostSettings } from '../settings/create-settings.ts'
import { settingsModels } from '../settings/models.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import type { Foundation } from './foundation.ts'

interface SettingsParts {
  readonly store: SettingsStore
  readonly identity: Pick<Identity, 'gate'>
  readonly audit: IdentityAudit
}

/** Where declared settings are kept. They are read and erased from inside of transactions too. */
export function openSettingsStore(database: Database, data: DataAccess, clock: () => number): SettingsStore {
  return new SettingsStore(data.forHost(settingsModels, new JoiningTransactor(database)), clock)
}

/** Opens the declared settings of the plugins. */
export function openSettings({ safety, plugins }: Foundation, { store, identity, audit }: SettingsParts): HostSettings {
  return createSettings({
    store,
    vault: safety.vault,
    audit,
    plugins,
    isEnabled: (orgId, feature) => identity.gate.isEnabled(orgId, feature),
  })
}
