import { BackgroundWork, JobQueue } from '@host/plugin'
import type { AccountingParts } from '../accounting/create-accounting.ts'
import type { HostMetrics } from '../accounting/metrics/host-metrics.ts'
import { jobFamilies } from '../accounting/metrics/job-families.ts'
import type { AuditLogParts } from '../audit/create-audit.ts'
import { backgroundWorkModels } from '../background-work/models.ts'
import { PauseStore } from '../background-work/pause-store.ts'
import { PluginPauses } from '../background-work/plugin-pauses.ts'
import { openBlobs, type Blobs } from '../blobs/open-blobs.ts'
import { Caches } from '../cache/caches.ts'
import { PluginHealths } from '../containment/plugin-health.ts'
import type { HostParts } from '../context/host-parts.ts'
import { prepareMount, type PluginMount } from '../context/plugin-mount.ts'
import type { DataAccess } from '../db/data-access.ts'
import type { Database } from '../db/database.ts'
import { createEvents, type HostEvents } from '../events/create-events.ts'
import { createIdempotency, type HostIdempotency } from '../idempotency/idempotency.ts'
import type { Identity } from '../identity/index.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import { LiveHub } from '../live/live-hub.ts'
import { toInstance } from '../live/notice.ts'
import type { Rooms } from '../middleware/fold-route.ts'
import { Peers } from '../middleware/peers.ts'
import { callerNow } from '../middleware/session.ts'
import { NoticeChannelList } from '../notices/notice-channels.ts'
import { rateLimitModels } from '../rate-limits/models.ts'
import { RateLimits } from '../rate-limits/rate-limits.ts'
import { createWorkspaceData } from '../workspace-data/create-workspace-data.ts'
import type { Eraser } from '../workspace-data/eraser.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'
import { layGroundwork } from './lay-groundwork.ts'
import { openIdentity } from './open-identity.ts'
import { openJobs } from './open-jobs.ts'
import { openSettings, openSettingsStore } from './open-settings.ts'
import { ownServices } from './own-services.ts'
import { provideOverviews, provideServices } from './provide-services.ts'

/** The parts of a host, put together and not yet mounted. */
export interface Assembly {
  readonly parts: HostParts
  readonly identity: Identity
  readonly idempotency: HostIdempotency
  readonly audit: AuditLogParts
  readonly accounting: AccountingParts
  /** Undefined while nobody reads them. */
  readonly metrics: HostMetrics | undefined
  readonly eraser: Eraser
  readonly peers: Peers
  readonly rates: RateLimits
  readonly blobs: Blobs
  readonly pauses: PluginPauses
  readonly jobs: HostJobs
  readonly events: HostEvents
  readonly healths: PluginHealths
  readonly channels: NoticeChannelList
  /** Every plugin, ready to be mounted. */
  readonly mounts: readonly PluginMount[]
}

/** Puts a host together: its own services are all there before the first plugin mounts. */
export function assemble(options: BootOptions, foundation: Foundation): Assembly {
  const { config, log, clock } = options
  const { database, safety, stores, bus, plugins, frames } = foundation
  const ground = layGroundwork(options, foundation)
  const { parts, data, audit, trail, accounting, metrics, equipped } = ground
  const { faults, registry } = parts
  const jobs: HostJobs = openJobs(foundation, { parts, data, equipped, later: () => ({ identity, live, pauses }) })
  const events = createEvents({ ...parts, database, data, plugins, jobs, gate: () => identity.gate })
  const blobs = openBlobs({ database, data, clock, log, pieces: stores.pieces })
  const kept = { database, data, blobs: blobs.store, chainsOn: audit.chainsOn }
  const workspaceData = createWorkspaceData({ ...parts, ...kept, plugins: equipped, audit: trail })
  const rates = openRates(options, database, data)
  const settingsStore = openSettingsStore(database, data, clock)
  const identity: Identity = openIdentity(options, foundation, {
    ...ground,
    trail: events.telling(trail),
    workspaceData,
    rates,
    settingsStore,
    jobs,
    mounts: () => mounts,
  })
  const settings = openSettings(foundation, { store: settingsStore, identity, audit: trail })
  const idempotency = createIdempotency({ ...options, database, ...safety, onStep: options.onIdempotencyStep })
  const live: LiveHub = openLive(identity, { bus, database }, parts)
  const { vault } = safety
  provideServices(options, registry, { ...ground, vault, live, identity, idempotency, settings, geo: stores.geo })
  const pauses: PluginPauses = openPauses(foundation, { parts, data, live })
  registry.provide('host', BackgroundWork, pauses)
  registry.provide('host', JobQueue, jobs.queue)
  metrics?.add(async () => jobFamilies(await jobs.queue.counts()))
  pauses.onRelease(() => jobs.wake())
  const rooms = openRooms(options, { identity, rates, live })
  const own = ownServices({ metrics, jobs, events, settings, blobs, caches: new Caches({ ...foundation, frames }) })
  const mounts = equipped.map((plugin) => prepareMount(plugin, { ...parts, own }, rooms))
  const healths = new PluginHealths({ mounts, frames, faults, clock, isPaused: (name) => pauses.isPaused(name) })
  const channels = new NoticeChannelList(config.publicUrl)
  provideOverviews(options, parts, { database, plugins, mounts, healths, gate: identity.gate, channels, jobs })
  return Object.freeze({
    parts,
    identity,
    idempotency,
    audit,
    accounting,
    metrics,
    eraser: workspaceData.eraser(async (orgId) => {
      accounting.forget(orgId)
      await identity.forgetWorkspace(orgId)
    }),
    healths,
    channels,
    mounts,
    peers: new Peers(config.trustedProxies, config.publicUrl),
    rates,
    blobs,
    pauses,
    jobs,
    events,
  })
}

function openRates({ config, clock, log, worker }: BootOptions, database: Database, data: DataAccess): RateLimits {
  const isAlone = database.dialect === 'sqlite' && worker === undefined
  const shared = isAlone ? undefined : { db: data.forHost(rateLimitModels), dialect: database.dialect }
  const isInTransaction = (): boolean => database.current !== undefined
  return new RateLimits({ perMinute: config.rates, clock, log, shared, isInTransaction })
}

interface PauseParts {
  readonly parts: HostParts
  readonly data: DataAccess
  readonly live: LiveHub
}

function openPauses({ bus }: Foundation, { parts: { clock, log }, data, live }: PauseParts): PluginPauses {
  const store = new PauseStore(data.forHost(backgroundWorkModels))
  const paths = ['/api/instance/jobs', '/api/instance/plugins']
  return new PluginPauses({ store, bus, clock, log, onChange: () => live.tell({ to: toInstance, paths, by: null }) })
}

function openLive(
  { sessions, tokens, gate }: Identity,
  { bus, database }: Pick<Foundation, 'bus' | 'database'>,
  { frames, stopping }: HostParts,
): LiveHub {
  return new LiveHub({
    bus,
    frames,
    afterCommit: (work) => database.afterCommit(work),
    stopping,
    callerNow: (state) => callerNow({ sessions, tokens }, state),
    isEnabled: (orgId, feature) => gate.isEnabled(orgId, feature),
  })
}

interface RoomParts extends Pick<Rooms, 'rates' | 'live'> {
  readonly identity: Identity
}

function openRooms({ config }: BootOptions, { identity, rates, live }: RoomParts): Rooms {
  const { sessions, tokens, gate } = identity
  return { sessions, tokens, features: gate, publicOrigin: config.publicUrl?.origin, rates, live }
}
