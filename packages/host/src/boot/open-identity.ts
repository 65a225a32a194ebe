import { PluginCatalog } from '@host/plugin'
import { WorkspacePolicy, type EmailTemplatesService } from '@host/plugin/platform'
import { memberRemoved, type AccountDeletions } from '../plugins/hooks.ts'
import type { HostParts } from '../plugins/host-parts.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'
import type { DataAccess } from '../database/data-access.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { leaseNow } from '../database/nodes/lease-clock.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { createIdentity, identityModels, type HostFeatures, type Identity } from '../identity/index.ts'
import { throttleBudgets } from '../identity/throttle-budgets.ts'
import { createIdentityMail } from '../identity/mail/create-identity-mail.ts'
import { accountRequests } from '../identity/recovery/account-requests.ts'
import { defaultMostOwned } from '../identity/workspaces/owned-workspaces.ts'
import { eraseKeysOf } from '../idempotency/erase-keys.ts'
import type { HostBrand } from '../brand/host-brand.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import { memberLimitOf } from '../plans/host-quotas.ts'
import type { RateLimits } from '../security/rate-limits/rate-limits.ts'
import { MemoryAttempts } from '../security/throttle/memory-attempts.ts'
import { throttleModels } from '../security/throttle/models.ts'
import { StoredAttempts } from '../security/throttle/stored-attempts.ts'
import type { Attempts } from '../security/throttle/throttle.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { WorkspaceDataParts } from '../workspace-data/create-workspace-data.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'

interface IdentityParts {
  readonly features: HostFeatures
  readonly jobs: Pick<HostJobs, 'recheck' | 'engine'>
  readonly mail: MailQueue
  readonly emailTemplates: EmailTemplatesService
  readonly parts: HostParts
  readonly data: DataAccess
  readonly equipped: readonly EquippedPlugin[]
  readonly recorder: ChangeRecorder
  readonly workspaceData: WorkspaceDataParts
  readonly rates: RateLimits
  readonly brand: Pick<HostBrand, 'current'>
  readonly settingsStore: Pick<SettingsStore, 'eraseUser'>
  readonly deletions: Pick<AccountDeletions, 'announce'>
}

/** Opens identity on the parts created so far. */
export function openIdentity(
  { config, clock, log, passwordCost }: BootOptions,
  { database, safety, coherence }: Foundation,
  {
    parts,
    data,
    equipped,
    recorder,
    workspaceData,
    rates,
    settingsStore,
    deletions,
    features,
    jobs,
    mail,
    emailTemplates,
    brand,
  }: IdentityParts,
): Identity {
  const { registry } = parts
  const { outbound, publicUrl, firstAdmin } = config
  return createIdentity({
    db: data.forHost(identityModels),
    attempts: signInAttempts({ data, clock, log }, { database, coherence }),
    clock,
    log,
    recorder,
    vault: safety.vault,
    outbound,
    publicUrl,
    coherence,
    firstAdmin,
    features,
    catalog: () => registry.lookup('host', PluginCatalog)?.list() ?? [],
    passwordCost,
    mail: createIdentityMail({ queue: mail, publicUrl, templates: emailTemplates, brand: () => brand.current() }),
    requests: accountRequests({ jobs: jobs.engine, vault: safety.vault }),
    joined: data.forHost(identityModels, new JoiningTransactor(database)),
    anonymousLimits: rates.serviceOf('host'),
    mostOwned: async () => (await registry.lookup('host', WorkspacePolicy)?.mostOwned()) ?? defaultMostOwned,
    memberLimit: memberLimitOf(registry),
    memberRemoved: (orgId, userId) => memberRemoved(equipped, parts, { orgId, userId }),
    accountDeleted: (userId) => deletions.announce(userId),
    eraseElsewhere: async (userId) => {
      await settingsStore.eraseUser(userId)
      await eraseKeysOf(database, userId)
    },
    reopened: (orgId) => jobs.recheck(orgId),
    exportWorkspace: (workspace, signal) => workspaceData.export(workspace, signal),
  })
}

/** In memory where this process is alone; else in the database, so that all processes count together. */
function signInAttempts(
  { data, clock, log }: Pick<IdentityParts, 'data'> & Pick<BootOptions, 'clock' | 'log'>,
  { database, coherence }: Pick<Foundation, 'database' | 'coherence'>,
): Attempts {
  const { signIn } = throttleBudgets
  if (coherence.isAlone) return new MemoryAttempts(signIn, clock)
  return new StoredAttempts(signIn, { db: data.forHost(throttleModels), log, now: () => leaseNow(database.dialect) })
}
