import { Entitlements, type BuildFacts, type EntitlementsService } from '@host/plugin'
import { Workspaces, type NotificationChannelsService } from '@host/plugin/platform'
import { createApi } from '../api/create-api.ts'
import type { Blobs } from '../blobs/open-blobs.ts'
import type { Database } from '../database/database.ts'
import type { Identity } from '../identity/index.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import type { AccountingParts } from '../observability/accounting/create-accounting.ts'
import type { InternalApi } from '../pipeline/api-calls/api-calls.ts'
import type { HostEdge } from '../pipeline/edge/create-edge.ts'
import { membersQuota, storageQuota } from '../plans/host-quotas.ts'
import { createContributions } from '../plugins/contributions/contributions.ts'
import { createHelpLibrary } from '../plugins/help/help-library.ts'
import type { HostParts } from '../plugins/host-parts.ts'
import { createPlanCatalog, type CountedHostQuota } from '../plugins/plan-catalog.ts'
import { createPluginCatalog } from '../plugins/plugin-catalog.ts'
import type { PluginHealths } from '../plugins/plugin-health.ts'
import type { PluginMount } from '../plugins/plugin-mount.ts'
import type { Registry } from '../plugins/registry.ts'
import type { HostChecks } from '../support/host-checks.ts'
import { createReadiness } from '../readiness/instance-readiness.ts'
import { createUpgradeChecks } from '../readiness/upgrade-checks.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'
import type { OverviewParts } from './service-parts.ts'

interface OverviewNeeds {
  readonly parts: HostParts
  readonly mounts: readonly PluginMount[]
  readonly healths: PluginHealths
  readonly checks: HostChecks
  readonly identity: Pick<Identity, 'gate' | 'tokens'>
  readonly channels: NotificationChannelsService
  readonly jobs: Pick<HostJobs, 'kindsOf'>
  readonly apiCalls: Pick<InternalApi, 'service'>
  readonly edge: Pick<HostEdge, 'serviceOf'>
  readonly accounting: Pick<AccountingParts, 'service'>
  readonly blobs: Pick<Blobs, 'bytes'>
  readonly settingsStore: SettingsStore
}

/** Creates the services that present all plugins, once each is ready to be mounted. */
export function createOverviews(
  options: BootOptions,
  { database, plugins }: Foundation,
  known: OverviewNeeds,
): OverviewParts {
  const { parts, mounts, healths, identity, channels, jobs, edge } = known
  const { registry, agentScopes, clock } = parts
  const { gate, tokens } = identity
  const build = buildFacts(options, database)
  const catalog = createPluginCatalog({ mounts, registry, healths, build, jobsOf: (plugin) => jobs.kindsOf(plugin) })
  const entitlements = (): EntitlementsService | undefined => registry.lookup('host', Entitlements)
  const { publicUrl } = options.config
  return Object.freeze<OverviewParts>({
    api: createApi({ catalog, features: gate, clock, agentScopes, entitlements, publicUrl, tokens, plugins }),
    apiCalls: known.apiCalls.service,
    catalog,
    channels,
    contributions: createContributions(mounts, { ...parts, database }, gate),
    edge,
    helpLibrary: createHelpLibrary({ ...parts, plugins, features: gate }),
    planCatalog: createPlanCatalog(mounts, {
      ...parts,
      hostQuotas: hostQuotasOf(registry, known.blobs),
      accounting: known.accounting.service,
    }),
    readiness: createReadiness({ mounts, checks: known.checks, ...parts, database, store: known.settingsStore }),
    upgradeChecks: createUpgradeChecks(known.settingsStore),
  })
}

/** Quotas of the host's own records, with how to count them. */
function hostQuotasOf(registry: Registry, { bytes }: Pick<Blobs, 'bytes'>): readonly CountedHostQuota[] {
  const members = async (orgId: string): Promise<number> =>
    (await registry.lookup('host', Workspaces)?.countMembers(orgId, {})) ?? 0
  const stored = async (orgId: string): Promise<number> => await bytes.used(orgId)
  return Object.freeze([
    Object.freeze({ ...membersQuota, used: members }),
    Object.freeze({ ...storageQuota, used: stored }),
  ])
}

function buildFacts({ build, clock }: BootOptions, database: Database): BuildFacts {
  return Object.freeze({
    ...build,
    node: process.version,
    database: database.dialect,
    startedAt: new Date(clock()).toISOString(),
  })
}
