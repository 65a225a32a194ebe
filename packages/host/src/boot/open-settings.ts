import type { DataAccess } from '../db/data-access.ts'
import { JoiningTransactor } from '../db/joining-transactor.ts'
import type { IdentityAudit } from '../identity/identity-audit.ts'
import type { Identity } from '../identity/index.ts'
import { createSettings, type HostSettings } from '../settings/create-settings.ts'
import { settingsModels } from '../settings/models.ts'
import type { Foundation } from './foundation.ts'

interface SettingsParts {
  readonly data: DataAccess
  readonly identity: Pick<Identity, 'gate'>
  readonly audit: IdentityAudit
  readonly clock: () => number
}

/** Opens the declared settings of the plugins. They are read from inside of transactions too. */
export function openSettings(
  { database, safety, plugins }: Foundation,
  { data, identity, audit, clock }: SettingsParts,
): HostSettings {
  return createSettings({
    db: data.forHost(settingsModels, new JoiningTransactor(database)),
    clock,
    vault: safety.vault,
    audit,
    plugins,
    isEnabled: (orgId, feature) => identity.gate.isEnabled(orgId, feature),
  })
}
