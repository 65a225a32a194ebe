import {
  Accounting,
  AuditLog,
  Clock,
  Contributions,
  DeclaredSettings,
  Encryption,
  Geo,
  HelpLibrary,
  Idempotency,
  Live,
  Mail,
  NoticeChannels,
  Outbound,
  PluginCatalog,
  type BuildFacts,
  type GeoService,
  type IdempotencyService,
  type NoticeChannelsService,
} from '@host/plugin'
import type { AccountingParts } from '../accounting/create-accounting.ts'
import type { AuditLogParts } from '../audit/create-audit.ts'
import type { PluginHealths } from '../containment/plugin-health.ts'
import { wrappingOnce } from '../context/idempotency-seam.ts'
import type { HostParts } from '../context/host-parts.ts'
import type { PluginMount } from '../context/plugin-mount.ts'
import type { Registry } from '../context/registry.ts'
import { createContributions } from '../contributions/contributions.ts'
import type { Database } from '../db/database.ts'
import { encryptionService } from '../encryption/encryption-service.ts'
import type { Vault } from '../encryption/vault.ts'
import { createHelpLibrary } from '../help/help-library.ts'
import type { HostIdempotency } from '../idempotency/idempotency.ts'
import type { Identity } from '../identity/index.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { smtpMail } from '../mail/smtp-mail.ts'
import { createPluginCatalog } from '../services/plugin-catalog.ts'
import type { HostSettings } from '../settings/create-settings.ts'
import type { BootOptions } from './boot-options.ts'
import type { RegisteredPlugin } from './plugin-entry.ts'

interface ServiceParts {
  readonly accounting: Pick<AccountingParts, 'service'>
  readonly audit: Pick<AuditLogParts, 'service'>
  readonly vault: Vault
  readonly live: Pick<LiveHub, 'serviceOf'>
  readonly identity: Pick<Identity, 'services'>
  readonly idempotency: Pick<HostIdempotency, 'services'>
  readonly settings: Pick<HostSettings, 'declared'>
  readonly geo: GeoService | undefined
}

/** Provides what plugins may ask the host for. */
export function provideServices(options: BootOptions, registry: Registry, parts: ServiceParts): void {
  const { accounting, audit, vault, live, identity, idempotency, settings } = parts
  registry.provide('host', Accounting, accounting.service)
  registry.provide('host', AuditLog, audit.service)
  registry.provide('host', Clock, Object.freeze({ now: options.clock }))
  registry.provide('host', DeclaredSettings, settings.declared)
  registry.provide('host', Encryption, encryptionService(vault))
  registry.provide('host', Live, live.serviceOf(undefined))
  registry.provide('host', Outbound, options.config.outbound)
  const own = [...identity.services, ...idempotency.services, ...mailServices(options), ...geoServices(parts)]
  provideAll(registry, own, options.services)
}

interface OverviewParts {
  readonly database: Database
  readonly plugins: readonly RegisteredPlugin[]
  readonly mounts: readonly PluginMount[]
  readonly healths: PluginHealths
  readonly gate: Identity['gate']
  readonly channels: NoticeChannelsService
  readonly jobs: Pick<HostJobs, 'kindsOf'>
}

/** Provides what is known of all plugins together, once each is ready to be mounted. */
export function provideOverviews(options: BootOptions, parts: HostParts, known: OverviewParts): void {
  const { registry } = parts
  const { database, plugins, mounts, healths, gate, channels, jobs } = known
  const build = buildFacts(options, database)
  const catalog = createPluginCatalog({ mounts, registry, healths, build, jobsOf: (plugin) => jobs.kindsOf(plugin) })
  registry.provide('host', PluginCatalog, catalog)
  registry.provide('host', NoticeChannels, channels)
  registry.provide('host', HelpLibrary, createHelpLibrary({ ...parts, plugins, features: gate }))
  registry.provide('host', Contributions, createContributions(mounts, parts, gate))
}

type Services = readonly (readonly [token: { readonly name: string }, service: unknown])[]

/** Provides the host's own services; one that the caller of the host gives stands in place of the host's. */
function provideAll(registry: Registry, own: Services, given: Services = []): void {
  const services = new Map([...own, ...given].map(([token, service]) => [token.name, service]))
  for (const [name, service] of services) {
    const provided = name === Idempotency.name ? wrappingOnce(service as IdempotencyService) : service
    registry.provide('host', { name }, provided)
  }
}

/** Mail by SMTP, where an instance is told a server. */
function mailServices({ config: { mail }, log }: BootOptions): Services {
  return mail === undefined ? [] : [[Mail, smtpMail({ ...mail, log })]]
}

/** Where addresses are, where an instance is told a database of that. */
function geoServices({ geo }: ServiceParts): Services {
  return geo === undefined ? [] : [[Geo, geo]]
}

function buildFacts({ build, clock }: BootOptions, database: Database): BuildFacts {
  return Object.freeze({
    ...build,
    node: process.version,
    database: database.dialect,
    startedAt: new Date(clock()).toISOString(),
  })
}
