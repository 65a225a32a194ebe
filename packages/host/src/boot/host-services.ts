/**
 * The services of the host, one entry each: the only place that states which there are.
 *
 * A start provides from it the services that all plugins share and those that each plugin has of its own. The check of
 * plugins without a database reads from it which services `mount` may look up, and which of their members it may call.
 */
import {
  ApiTokens,
  Blobs,
  Cache,
  Changesets,
  Clock,
  DeclaredSettings,
  Events,
  Exports,
  Features,
  Idempotency,
  Jobs,
  Live,
  Mail,
  Outbound,
  PageHosts,
  PluginCatalog,
  RateLimit,
  Settings,
  Telemetry,
  Tracing,
  type MailService,
  type ServiceToken,
} from '@host/plugin'
import {
  Accounting,
  Accounts,
  Api,
  ApiCalls,
  AuditLog,
  BackgroundWork,
  Backups,
  ClientAddresses,
  Certificates,
  Contributions,
  DeniedHosts,
  DnsInbound,
  Edge,
  EmailTemplates,
  Encryption,
  ExternalIdentities,
  GeoSource,
  HelpLibrary,
  IdempotencyKeys,
  InstanceBrand,
  InstanceGuard,
  InstanceRestore,
  Invitations,
  JobQueue,
  MailSending,
  MemoryIndexes,
  NotificationChannels,
  OperatorSettings,
  PasswordHashes,
  People,
  PlanCatalog,
  Profile,
  Readiness,
  Records,
  Recovery,
  Resolvers,
  RestoreHold,
  SecondFactors,
  Sessions,
  SignIn,
  SignInProviders,
  SmtpInbound,
  SmtpSender,
  SsoConnections,
  SupportAccesses,
  Threads,
  UpgradeChecks,
  UserGuard,
  Workspaces,
  WorkspaceSettings,
  WorkspaceStorage,
  type GeoSourceFile,
} from '@host/plugin/platform'
import { isSwitchable } from '../declared/plugin-entry.ts'
import { contributedPaths } from '../live/contributed-paths.ts'
import { instanceGuard, userGuard } from '../pipeline/admit.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'
import { wrappingOnce } from '../plugins/idempotency-seam.ts'
import { LiveService } from '../plugins/live-service.ts'
import { createRecordNames } from '../records/record-names.ts'
import { clientAddresses } from '../request/client.ts'
import { encryptionService } from '../security/encryption/encryption-service.ts'
import { untraced } from '../support/untraced.ts'
import { certificatesService } from './certificates-service.ts'
import { modelOwners } from './model-owners.ts'
import type { OverviewParts, OwnParts, SharedParts } from './service-parts.ts'

/** How the host provides a service; a service that plugins share may also be one of their own. */
interface Provision<Service> {
  /** For all plugins; undefined where the configuration leaves the service out. */
  readonly shared?: (host: SharedParts) => Service | LiveService<Service> | undefined
  /** For all plugins, from facts about all of them. */
  readonly overview?: (host: OverviewParts) => Service
  /** For one plugin. */
  readonly own?: (host: OwnParts, plugin: EquippedPlugin) => Service | LiveService<Service> | undefined
  /** For one plugin, from the plugin alone: works without a host, too. */
  readonly guard?: (plugin: EquippedPlugin) => Service
  /** Whether a plugin may provide the service in place of the host; it is not available while mounting. */
  readonly isDefault?: boolean
  /** Whether the configuration decides about the service; plugins are checked without it. */
  readonly isConfigured?: boolean
}

/** A service of the host. */
export interface HostService extends Provision<unknown> {
  readonly token: { readonly name: string }
  /** Members that register something, and so may be called while mounting. */
  readonly registers: readonly string[]
}

function service<Service>(
  token: ServiceToken<Service>,
  provision: Provision<NoInfer<Service>>,
  registers: readonly (keyof Service & string)[] = [],
): HostService {
  return Object.freeze({ ...provision, token, registers })
}

/** Every service of the host. */
export const hostServices: readonly HostService[] = Object.freeze([
  service(Accounting, { shared: ({ accounting }) => accounting.service }),
  service(Accounts, { shared: ({ identity }) => identity.services.accounts }),
  service(Api, { overview: ({ api }) => api }),
  service(ApiCalls, { overview: ({ apiCalls }) => apiCalls }),
  service(ApiTokens, { shared: ({ identity }) => identity.services.apiTokens }),
  service(AuditLog, { shared: ({ audit }) => audit.service }),
  service(BackgroundWork, { shared: ({ pauses }) => pauses }, ['onPause']),
  service(Backups, { shared: ({ backups }) => backups.service }, ['onFailure']),
  service(Blobs, { own: ({ blobs }, { registered }) => blobs.serviceOf(registered.name) }),
  service(Cache, { own: ({ caches }, { registered }) => caches.serviceOf(registered.name) }),
  service(Certificates, { shared: certificatesService, isConfigured: true }),
  service(Changesets, { own: ({ changesets }, { registered }) => changesets.serviceOf(registered.name) }, [
    'handle',
    'dependents',
  ]),
  service(ClientAddresses, { shared: () => clientAddresses }),
  service(Clock, { shared: ({ parts }) => Object.freeze({ now: parts.clock }) }),
  service(Contributions, { overview: ({ contributions }) => contributions }),
  service(DeclaredSettings, { shared: ({ settings }) => settings.declared }),
  service(DeniedHosts, { shared: ({ stores }) => stores.deniedHosts, isConfigured: true }),
  service(DnsInbound, { own: ({ dns }, { registered }) => dns?.serviceOf(registered.name), isConfigured: true }),
  service(
    Edge,
    {
      own: ({ edge }, { registered }) => edge.serviceOf(registered.name),
      // For embedders, such as a host of tests.
      overview: ({ edge }) => edge.serviceOf('host'),
    },
    ['serve'],
  ),
  service(EmailTemplates, { shared: ({ emailTemplates }) => emailTemplates }, ['declare']),
  service(Encryption, { shared: ({ safety }) => encryptionService(safety.vault) }),
  service(Events, { own: ({ events }, { registered }) => events.serviceOf(registered) }, ['subscribe']),
  service(Exports, { shared: ({ exports }) => exports }),
  service(ExternalIdentities, { shared: ({ identity }) => identity.services.externalIdentities }),
  service(Features, { shared: ({ identity }) => identity.services.features }),
  service(GeoSource, { shared: geoSource, isConfigured: true }),
  service(HelpLibrary, { overview: ({ helpLibrary }) => helpLibrary }),
  service(Idempotency, { shared: ({ idempotency }) => wrappingOnce(idempotency.service) }),
  service(IdempotencyKeys, { shared: ({ idempotency }) => idempotency.keys }),
  service(InstanceBrand, { shared: ({ brand }) => brand }),
  service(InstanceGuard, { guard: ({ tools }) => instanceGuard(tools) }),
  service(InstanceRestore, { shared: ({ instanceRestore }) => instanceRestore }),
  service(Invitations, { shared: ({ identity }) => identity.services.invitations }),
  service(JobQueue, { shared: ({ jobs }) => jobs.queue }),
  service(Jobs, { own: ({ jobs }, { registered }) => jobs.serviceOf(registered.name) }, ['handle', 'schedule']),
  service(Live, { own: liveOf, shared: ({ live }) => live.serviceOf(undefined) }),
  service(Mail, { shared: systemMail, isDefault: true }),
  service(MailSending, {
    shared: ({ operated }) => new LiveService(() => operated.config.mailSending),
    isConfigured: true,
  }),
  service(MemoryIndexes, { own: ({ memoryIndexes }, { registered }) => memoryIndexes.serviceOf(registered.name) }, [
    'open',
  ]),
  service(NotificationChannels, { overview: ({ channels }) => channels }),
  service(OperatorSettings, { shared: ({ operator }) => operator }),
  service(Outbound, { shared: ({ config }) => config.outbound, isConfigured: true }),
  service(PageHosts, { own: ({ edge }, { registered }) => edge.pageHostsOf(registered.name) }),
  service(PasswordHashes, { shared: ({ identity }) => identity.services.passwordHashes }),
  service(People, { shared: ({ identity }) => identity.services.people }),
  service(PlanCatalog, { overview: ({ planCatalog }) => planCatalog }),
  service(PluginCatalog, { overview: ({ catalog }) => catalog }),
  service(Profile, { shared: ({ identity }) => identity.services.profile }),
  service(RateLimit, { own: ({ rates }, { registered }) => rates.serviceOf(registered.name) }),
  service(Readiness, { overview: ({ readiness }) => readiness }),
  service(Records, { shared: ({ database, plugins }) => createRecordNames(database, modelOwners(plugins)) }),
  service(Recovery, { shared: ({ identity }) => identity.services.recovery }),
  service(Resolvers, { shared: ({ config }) => config.resolvers, isConfigured: true }),
  service(RestoreHold, { shared: ({ hold }) => hold }),
  service(SecondFactors, { shared: ({ identity }) => identity.services.secondFactors }),
  service(Sessions, { shared: ({ identity }) => identity.services.sessions }),
  service(Settings, { own: ({ settings }, { registered }) => settings.serviceOf(registered.name) }),
  service(SignIn, { shared: ({ identity }) => identity.services.signIn }),
  service(SignInProviders, { shared: ({ identity }) => identity.services.signInProviders }),
  service(SmtpInbound, { own: ({ smtp }, { registered }) => smtp?.serviceOf(registered.name), isConfigured: true }),
  service(SsoConnections, { shared: ({ identity }) => identity.services.ssoConnections }),
  service(SupportAccesses, { shared: ({ identity }) => identity.services.supportAccesses }),
  service(Telemetry, {
    own: ({ metrics }, { registered }) => new LiveService(() => metrics.telemetryOf(registered.name)),
    isConfigured: true,
  }),
  service(Threads, { own: ({ threads }, { registered }) => threads.serviceOf(registered.name) }),
  service(Tracing, { own: ({ parts: { tracer } }, { registered }) => tracer?.serviceOf(registered.name) ?? untraced }),
  service(UpgradeChecks, { overview: ({ upgradeChecks }) => upgradeChecks }),
  service(UserGuard, { guard: ({ tools }) => userGuard(tools) }),
  service(Workspaces, { shared: ({ identity }) => identity.services.workspaces }),
  service(WorkspaceSettings, { shared: ({ identity }) => identity.services.workspaceSettings }),
  service(WorkspaceStorage, { shared: ({ storage }) => storage.service }),
])

function geoSource({ config: { geoDatabase: path } }: SharedParts): GeoSourceFile | undefined {
  return path === undefined ? undefined : Object.freeze({ path })
}

/** Without a plugin of its own, mail is sent by the sender of the build, wherever the operator has set a server. */
function systemMail({ operated, parts: { registry } }: SharedParts): LiveService<MailService> {
  return new LiveService(() =>
    operated.config.mailSending.server === undefined ? undefined : registry.lookup('host', SmtpSender),
  )
}

function liveOf({ live }: OwnParts, { registered }: EquippedPlugin) {
  return live.serviceOf(isSwitchable(registered) ? registered.feature : undefined, contributedPaths(registered.plugin))
}
