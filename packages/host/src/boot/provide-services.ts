import {
  Clock,
  DeclaredSettings,
  Entitlements,
  Exports,
  Geo,
  Idempotency,
  Live,
  Mail,
  Outbound,
  PluginCatalog,
  type BuildFacts,
  type EntitlementsService,
  type ExportsService,
  type IdempotencyService,
} from '@host/plugin'
import {
  Accounting,
  WorkspaceStorage,
  Api,
  ApiCalls,
  AuditLog,
  BackgroundWork,
  Contributions,
  PlanCatalog,
  DeniedHosts,
  Edge,
  Encryption,
  HelpLibrary,
  InstanceBrand,
  type InstanceBrandService,
  JobQueue,
  EmailTemplates,
  type EmailTemplatesService,
  MailSending,
  NotificationChannels,
  OperatorSettings,
  type OperatorSettingsService,
  Readiness,
  Records,
  Resolvers,
  SmtpSender,
  Workspaces,
  type NotificationChannelsService,
} from '@host/plugin/platform'
import type { WorkspaceStorageParts } from '../workspace-storage/create-workspace-storage.ts'
import type { AccountingParts } from '../observability/accounting/create-accounting.ts'
import type { InternalApi } from '../pipeline/api-calls/api-calls.ts'
import { createApi } from '../api/create-api.ts'
import type { AuditLogParts } from '../audit/create-audit.ts'
import type { PluginPauses } from '../background-work/plugin-pauses.ts'
import type { PluginHealths } from '../plugins/plugin-health.ts'
import type { Blobs as HostBlobs } from '../blobs/open-blobs.ts'
import { wrappingOnce } from '../plugins/idempotency-seam.ts'
import type { HostParts } from '../plugins/host-parts.ts'
import { LiveService } from '../plugins/live-service.ts'
import type { PluginMount } from '../plugins/plugin-mount.ts'
import type { Registry } from '../plugins/registry.ts'
import { createContributions } from '../plugins/contributions/contributions.ts'
import type { Database } from '../database/database.ts'
import type { HostEdge } from '../pipeline/edge/create-edge.ts'
import { encryptionService } from '../security/encryption/encryption-service.ts'
import { createHelpLibrary } from '../plugins/help/help-library.ts'
import type { HostIdempotency } from '../idempotency/idempotency.ts'
import type { Identity } from '../identity/index.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { OperatedParts } from '../operator-settings/operated-parts.ts'
import { createPlanCatalog, type CountedHostQuota } from '../plugins/plan-catalog.ts'
import { membersQuota, storageQuota } from '../plans/host-quotas.ts'
import { createReadiness } from '../readiness/instance-readiness.ts'
import { createRecordNames } from '../records/record-names.ts'
import { createPluginCatalog } from '../plugins/plugin-catalog.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { HostSettings } from '../settings/create-settings.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'
import { modelOwners } from './model-owners.ts'
import type { Stores } from './stores-stage.ts'

interface ServiceParts {
  readonly emailTemplates: EmailTemplatesService
  readonly parts: Pick<HostParts, 'registry'>
  readonly operated: Pick<OperatedParts, 'sender' | 'config'>
  readonly operator: OperatorSettingsService
  readonly brand: InstanceBrandService
  readonly accounting: Pick<AccountingParts, 'service'>
  readonly storage: Pick<WorkspaceStorageParts, 'service'>
  readonly audit: Pick<AuditLogParts, 'service'>
  readonly live: Pick<LiveHub, 'serviceOf'>
  readonly identity: Pick<Identity, 'services'>
  readonly idempotency: Pick<HostIdempotency, 'services'>
  readonly settings: Pick<HostSettings, 'declared'>
  readonly pauses: PluginPauses
  readonly exports: ExportsService
  readonly jobs: Pick<HostJobs, 'queue'>
}

/** Provides the services that plugins may request from the host. */
export function provideServices(
  options: BootOptions,
  { database, plugins, safety, stores }: Foundation,
  known: ServiceParts,
): void {
  const { registry } = known.parts
  const { accounting, storage, audit, live, identity, idempotency, settings, pauses, jobs } = known
  registry.provide('host', Accounting, accounting.service)
  registry.provide('host', WorkspaceStorage, storage.service)
  registry.provide('host', AuditLog, audit.service)
  registry.provide('host', BackgroundWork, pauses)
  registry.provide('host', Clock, Object.freeze({ now: options.clock }))
  registry.provide('host', DeclaredSettings, settings.declared)
  registry.provide('host', Encryption, encryptionService(safety.vault))
  registry.provide('host', Exports, known.exports)
  registry.provide('host', EmailTemplates, known.emailTemplates)
  registry.provide('host', JobQueue, jobs.queue)
  registry.provide('host', Live, live.serviceOf(undefined))
  registry.provide('host', MailSending, new LiveService(() => known.operated.config.mailSending))
  registry.provide('host', OperatorSettings, known.operator)
  registry.provide('host', InstanceBrand, known.brand)
  registry.provide('host', Outbound, options.config.outbound)
  const { resolvers } = options.config
  if (resolvers !== undefined) registry.provide('host', Resolvers, resolvers)
  registry.provide('host', Records, createRecordNames(database, modelOwners(plugins)))
  const sender = new LiveService(() => known.operated.sender)
  const senders = [Mail, SmtpSender].map((token) => [token, sender] as const)
  const own = [...identity.services, ...idempotency.services, ...senders, ...listServices(stores)]
  provideAll(registry, own, options.services)
}

interface OverviewParts {
  readonly parts: HostParts
  readonly mounts: readonly PluginMount[]
  readonly healths: PluginHealths
  readonly identity: Pick<Identity, 'gate' | 'tokens'>
  readonly channels: NotificationChannelsService
  readonly jobs: Pick<HostJobs, 'kindsOf'>
  readonly apiCalls: Pick<InternalApi, 'service'>
  readonly edge: Pick<HostEdge, 'serviceOf'>
  readonly accounting: Pick<AccountingParts, 'service'>
  readonly blobs: Pick<HostBlobs, 'bytes'>
  readonly settingsStore: SettingsStore
}

/** Provides facts about all plugins, once each is ready to be mounted. */
export function provideOverviews(options: BootOptions, { database, plugins }: Foundation, known: OverviewParts): void {
  const { parts, mounts, healths, identity, channels, jobs } = known
  const { registry } = parts
  const { gate, tokens } = identity
  const build = buildFacts(options, database)
  const catalog = createPluginCatalog({ mounts, registry, healths, build, jobsOf: (plugin) => jobs.kindsOf(plugin) })
  registry.provide('host', PluginCatalog, catalog)
  const { clock, config } = options
  const entitlements = (): EntitlementsService | undefined => registry.lookup('host', Entitlements)
  const { agentScopes } = parts
  const { publicUrl } = config
  const api = createApi({ catalog, features: gate, clock, agentScopes, entitlements, publicUrl, tokens, plugins })
  registry.provide('host', Api, api)
  registry.provide('host', ApiCalls, known.apiCalls.service)
  // Each plugin has one of its own; this one is for embedders, such as a host of tests.
  registry.provide('host', Edge, known.edge.serviceOf('host'))
  registry.provide('host', NotificationChannels, channels)
  registry.provide('host', Readiness, createReadiness({ mounts, ...parts, database, store: known.settingsStore }))
  registry.provide('host', HelpLibrary, createHelpLibrary({ ...parts, plugins, features: gate }))
  registry.provide(
    'host',
    PlanCatalog,
    createPlanCatalog(mounts, {
      ...parts,
      hostQuotas: hostQuotasOf(registry, known.blobs),
      accounting: known.accounting.service,
    }),
  )
  registry.provide('host', Contributions, createContributions(mounts, { ...parts, database }, gate))
}

/** Quotas of the host's own records, with how to count them. */
function hostQuotasOf(registry: Registry, { bytes }: Pick<HostBlobs, 'bytes'>): readonly CountedHostQuota[] {
  const members = async (orgId: string): Promise<number> =>
    (await registry.lookup('host', Workspaces)?.countMembers(orgId, {})) ?? 0
  const stored = async (orgId: string): Promise<number> => await bytes.used(orgId)
  return Object.freeze([
    Object.freeze({ ...membersQuota, used: members }),
    Object.freeze({ ...storageQuota, used: stored }),
  ])
}

type Services = readonly (readonly [token: { readonly name: string }, service: unknown])[]

/** Provides the host's own services; one that the caller of the host gives stands in place of the host's. */
function provideAll(registry: Registry, own: Services, given: Services = []): void {
  const services = new Map([...own, ...given].map(([token, service]) => [token.name, service]))
  for (const [name, service] of services) {
    const provided = name === Idempotency.name ? wrappingOnce(service as IdempotencyService) : service
    if (name === Mail.name) registry.provideDefault(Mail, provided)
    else registry.provide('host', { name }, provided)
  }
}

/** Data of the operator: places of addresses, and hosts that are refused. */
function listServices({ geo, deniedHosts }: Stores): Services {
  return [
    ...(geo === undefined ? [] : [[Geo, geo] as const]),
    ...(deniedHosts === undefined ? [] : [[DeniedHosts, deniedHosts] as const]),
  ]
}

function buildFacts({ build, clock }: BootOptions, database: Database): BuildFacts {
  return Object.freeze({
    ...build,
    node: process.version,
    database: database.dialect,
    startedAt: new Date(clock()).toISOString(),
  })
}
