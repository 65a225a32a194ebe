import {
  AuditLog,
  Contributions,
  Encryption,
  HelpLibrary,
  Idempotency,
  Live,
  Mail,
  Outbound,
  PluginCatalog,
  type IdempotencyService,
  type BuildFacts,
} from '@host/plugin'
import { createAudit, type AuditLogParts } from '../audit/create-audit.ts'
import { identityTrail } from '../audit/identity-trail.ts'
import type { Bus } from '../bus/bus.ts'
import { Faults } from '../containment/faults.ts'
import { Frames } from '../containment/frames.ts'
import { memberRemoved } from '../containment/hooks.ts'
import { PluginHealths } from '../containment/plugin-health.ts'
import type { Coherence } from '../coherence/coherence.ts'
import type { HostParts } from '../context/host-parts.ts'
import { createContributions } from '../contributions/contributions.ts'
import { wrappingOnce } from '../context/idempotency-seam.ts'
import { equipPlugin, prepareMount, type EquippedPlugin, type PluginMount } from '../context/plugin-mount.ts'
import { Registry } from '../context/registry.ts'
import { DataAccess } from '../db/data-access.ts'
import type { Database } from '../db/database.ts'
import { encryptionService } from '../encryption/encryption-service.ts'
import type { Vault } from '../encryption/vault.ts'
import { createHelpLibrary } from '../help/help-library.ts'
import { hostModels } from '../host-models.ts'
import { createIdempotency, type HostIdempotency } from '../idempotency/idempotency.ts'
import { createIdentity, identityModels, type Identity } from '../identity/index.ts'
import { createIdentityMail } from '../identity/mail/create-identity-mail.ts'
import { LiveHub } from '../live/live-hub.ts'
import { smtpMail } from '../mail/smtp-mail.ts'
import type { Rooms } from '../middleware/fold-route.ts'
import { Peers } from '../middleware/peers.ts'
import { callerNow } from '../middleware/session.ts'
import { rateLimitModels } from '../rate-limits/models.ts'
import { RateLimits } from '../rate-limits/rate-limits.ts'
import { createPluginCatalog } from '../services/plugin-catalog.ts'
import { createWorkspaceData, type WorkspaceDataParts } from '../workspace-data/create-workspace-data.ts'
import type { Eraser } from '../workspace-data/eraser.ts'
import type { BootOptions } from './boot-options.ts'
import type { RegisteredPlugin } from './plugin-entry.ts'
import type { Safety } from './safety-stage.ts'

/** The parts of a host, put together and not yet mounted. */
export interface Assembly {
  readonly parts: HostParts
  readonly identity: Identity
  readonly idempotency: HostIdempotency
  readonly audit: AuditLogParts
  readonly eraser: Eraser
  readonly peers: Peers
  readonly rates: RateLimits
  readonly healths: PluginHealths
  /** Every plugin, ready to be mounted. */
  readonly mounts: readonly PluginMount[]
}

/** What a host stands on once its database is ready. */
export interface Foundation {
  readonly database: Database
  readonly safety: Safety
  readonly bus: Bus
  readonly coherence: Coherence
  readonly plugins: readonly RegisteredPlugin[]
}

/** Puts a host together: its own services are all there before the first plugin mounts. */
export function assemble(options: BootOptions, { database, safety, bus, coherence, plugins }: Foundation): Assembly {
  const { config, log, clock, stopping } = options
  const owners = [
    { name: 'host', models: hostModels },
    ...plugins.map(({ name, plugin: { models } }) => ({ name, models })),
  ]
  const data = new DataAccess({
    database,
    owners,
    onDoor: (opened) => log.info('A door to the database was opened', { ...opened }),
  })
  const [frames, faults] = [new Frames(plugins.map(({ name }) => name)), new Faults(log)]
  const audit = createAudit({ ...options, database, data, vault: safety.vault, frames, faults })
  const parts: HostParts = Object.freeze({
    log,
    clock,
    stopping,
    data,
    frames,
    faults,
    audit: audit.trail,
    registry: new Registry(log),
  })
  const equipped = plugins.map((plugin) => equipPlugin(plugin, parts))
  const trail = identityTrail(audit.trail, frames)
  const { chainsOn } = audit
  const workspaceData = createWorkspaceData({ ...parts, database, data, plugins: equipped, audit: trail, chainsOn })
  const rates = openRates(options, database, data)
  const identity = openIdentity(options, database, {
    vault: safety.vault,
    coherence,
    equipped,
    parts,
    data,
    workspaceData,
    rates,
  })
  const rooms: Rooms = {
    sessions: identity.sessions,
    tokens: identity.tokens,
    features: identity.gate,
    publicOrigin: config.publicUrl?.origin,
    rates,
    live: openLive(identity, bus, parts),
  }
  parts.registry.provide('host', AuditLog, audit.service)
  parts.registry.provide('host', Encryption, encryptionService(safety.vault))
  parts.registry.provide('host', Live, rooms.live.serviceOf(undefined))
  parts.registry.provide('host', Outbound, config.outbound)
  const idempotency = createIdempotency({ ...options, database, ...safety, onStep: options.onIdempotencyStep })
  provideAll(
    parts.registry,
    [...identity.services, ...idempotency.services, ...mailServices(options)],
    options.services,
  )
  const mounts = equipped.map((plugin) => prepareMount(plugin, parts, rooms))
  const healths = new PluginHealths({ mounts, frames: parts.frames, faults: parts.faults })
  const catalog = createPluginCatalog({
    mounts,
    registry: parts.registry,
    healths,
    build: buildFacts(options, database),
  })
  parts.registry.provide('host', PluginCatalog, catalog)
  parts.registry.provide('host', HelpLibrary, createHelpLibrary({ ...parts, plugins, features: identity.gate }))
  parts.registry.provide('host', Contributions, createContributions(mounts, parts, identity.gate))
  return Object.freeze({
    parts,
    identity,
    idempotency,
    audit,
    eraser: workspaceData.eraser((orgId) => identity.forgetWorkspace(orgId)),
    healths,
    mounts,
    peers: new Peers(config.trustedProxies, config.publicUrl),
    rates,
  })
}

function openRates({ config, clock, log, worker }: BootOptions, database: Database, data: DataAccess): RateLimits {
  const isAlone = database.dialect === 'sqlite' && worker === undefined
  const shared = isAlone ? undefined : { db: data.forHost(rateLimitModels), dialect: database.dialect }
  return new RateLimits({ perMinute: config.rates, clock, log, shared })
}

function openLive({ sessions, tokens, gate }: Identity, bus: Bus, { frames, stopping }: HostParts): LiveHub {
  return new LiveHub({
    bus,
    frames,
    stopping,
    callerNow: (state) => callerNow({ sessions, tokens }, state),
    isEnabled: (orgId, feature) => gate.isEnabled(orgId, feature),
  })
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

interface IdentityParts {
  readonly coherence: Coherence
  readonly equipped: readonly EquippedPlugin[]
  readonly parts: HostParts
  readonly data: DataAccess
  readonly vault: Vault
  readonly workspaceData: WorkspaceDataParts
  readonly rates: RateLimits
}

function openIdentity(
  options: BootOptions,
  database: Database,
  { vault, coherence, equipped, parts, data, workspaceData, rates }: IdentityParts,
): Identity {
  return createIdentity({
    exportWorkspace: (workspace, signal) => workspaceData.export(workspace, signal),
    db: data.forHost(identityModels),
    dialect: database.dialect,
    clock: options.clock,
    log: options.log,
    audit: identityTrail(parts.audit, parts.frames),
    vault,
    outbound: options.config.outbound,
    publicUrl: options.config.publicUrl,
    coherence,
    firstAdmin: options.config.firstAdmin,
    plugins: equipped.map(({ registered: { name, plugin } }) => ({ name, info: plugin.info })),
    catalog: () => parts.registry.lookup('host', PluginCatalog)?.list() ?? [],
    passwordCost: options.passwordCost,
    mail: createIdentityMail({
      sender: () => parts.registry.lookup('host', Mail),
      publicUrl: options.config.publicUrl,
      log: options.log,
    }),
    strangerLimits: rates.serviceOf('host'),
    memberRemoved: (orgId, userId) => memberRemoved(equipped, parts, { orgId, userId }),
  })
}

function buildFacts({ build, clock }: BootOptions, database: Database): BuildFacts {
  return Object.freeze({
    ...build,
    node: process.version,
    database: database.dialect,
    startedAt: new Date(clock()).toISOString(),
  })
}
