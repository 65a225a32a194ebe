/**
 * Every reason to refuse a start that can be found without a database: run by the build before it compiles.
 *
 * The plugins are mounted as in a start, on services that refuse every use: `mount` registers and starts nothing, so a
 * plugin that uses one there has a bug its author should see.
 */
import type { LiveService, Log, RateLimitService } from '@host/plugin'
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
  PageHosts,
  PluginCatalog,
  Settings,
} from '@host/plugin'
import {
  Accounting,
  Accounts,
  Api,
  ApiCalls,
  AuditLog,
  BackgroundWork,
  Contributions,
  Edge,
  EmailTemplates,
  Encryption,
  ExternalIdentities,
  HelpLibrary,
  IdempotencyKeys,
  InstanceBrand,
  Invitations,
  JobQueue,
  MemoryIndexes,
  NotificationChannels,
  OperatorSettings,
  People,
  PlanCatalog,
  Profile,
  Readiness,
  Records,
  Recovery,
  SecondFactors,
  Sessions,
  SignIn,
  SignInProviders,
  SsoConnections,
  Workspaces,
  WorkspaceSettings,
  PasswordHashes,
  Threads,
  WorkspaceStorage,
} from '@host/plugin/platform'
import { UsageMeter } from '../observability/accounting/usage-meter.ts'
import { shapeOf } from '../audit/endpoint-shape.ts'
import { Faults } from '../observability/containment/faults.ts'
import { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { HostParts, PluginDatabase } from '../plugins/host-parts.ts'
import { wrappingOnce } from '../plugins/idempotency-seam.ts'
import { equipPlugin, prepareMount } from '../plugins/plugin-mount.ts'
import { Registry } from '../plugins/registry.ts'
import { MemberUses } from '../plugins/deprecation/member-uses.ts'
import { EventCatalog } from '../events/event-catalog.ts'
import { idempotencyService } from '../idempotency/idempotency-service.ts'
import type { RouteMiddleware } from '../pipeline/fold-route.ts'
import { PageDocument } from '../pipeline/public-pages/page-document.ts'
import { hostPatterns } from './host-routes.ts'
import { mountPlugins } from './mount.ts'
import type { PluginEntry } from '../declared/plugin-entry.ts'
import { preflight } from '../plugins/preflight/preflight.ts'
import { register } from '../plugins/register.ts'

const hostServices: readonly { readonly name: string }[] = [
  Accounting,
  Accounts,
  Api,
  ApiCalls,
  ApiTokens,
  AuditLog,
  BackgroundWork,
  Blobs,
  Cache,
  Changesets,
  Clock,
  Contributions,
  DeclaredSettings,
  Edge,
  EmailTemplates,
  Encryption,
  Exports,
  ExternalIdentities,
  Features,
  HelpLibrary,
  IdempotencyKeys,
  InstanceBrand,
  Invitations,
  JobQueue,
  Jobs,
  MemoryIndexes,
  NotificationChannels,
  OperatorSettings,
  PageHosts,
  People,
  PlanCatalog,
  PluginCatalog,
  Profile,
  Readiness,
  Records,
  Recovery,
  SecondFactors,
  Sessions,
  Settings,
  SignIn,
  SignInProviders,
  SsoConnections,
  Workspaces,
  WorkspaceSettings,
  PasswordHashes,
  Threads,
  WorkspaceStorage,
]

/** Registrations that a plugin makes while mounting, by the name of the service. */
const whileMounting: Readonly<Record<string, readonly string[]>> = {
  [BackgroundWork.name]: ['onPause'],
  [Edge.name]: ['serve'],
  [EmailTemplates.name]: ['declare'],
  [Changesets.name]: ['handle', 'dependents'],
  [MemoryIndexes.name]: ['open'],
  [Events.name]: ['subscribe'],
  [Jobs.name]: ['handle', 'schedule'],
}

/** The problems of these plugins together, each a sentence; none when a host would start with them. */
export async function checkPlugins(entries: readonly PluginEntry[]): Promise<readonly string[]> {
  const { plugins, problems } = register(entries, () => undefined)
  const found = [...problems, ...preflight(plugins)]
  if (found.length > 0) return found
  const parts = closedParts()
  for (const token of hostServices) parts.registry.provide('host', token, closedService(token.name))
  const catalog = new EventCatalog(plugins)
  parts.registry.provide('host', Events, closedService(Events.name, { catalog: () => catalog.entries() }))
  parts.registry.provide('host', Idempotency, wrappingOnce(idempotencyService({ answer: () => refuseUse('A route') })))
  const mail = { takes: async () => true, add: () => refuseUse('The mail queue') }
  const uploads = { receive: () => refuseUse('An upload'), commit: () => refuseUse('An upload') }
  const publicPages = {
    findWorkspace: async () => refuseUse('A workspace'),
    runs: { answer: async () => refuseUse('A form') },
    document: new PageDocument(undefined, () => null),
    addressOf: async () => refuseUse('The address of a page'),
  }
  const mounts = plugins.map((plugin) =>
    prepareMount(equipPlugin(plugin, parts), { ...parts, mail, uploads, publicPages, own: () => [] }, closedMiddleware),
  )
  return (await mountPlugins(mounts, parts, hostPatterns())).problems
}

function closedParts(): HostParts {
  const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const contexts = new ExecutionContexts([])
  return {
    log,
    clock: Date.now,
    contexts,
    usage: new UsageMeter(contexts),
    faults: new Faults(log),
    registry: new Registry(log),
    uses: new MemberUses(log, []),
    data: closedDatabase,
    audit: closedAudit,
    agentScopes: new Set(),
    apiCallLimit: { take: () => undefined },
    checksSchemas: true,
    stopping: new AbortController().signal,
  }
}

const closedLive: LiveService = {
  changed: () => refuseUse('The live events'),
  changedFor: () => refuseUse('The live events'),
  follow: () => refuseUse('The live events'),
}

const closedRates: RateLimitService = {
  take: () => refuseUse('The rate limits'),
  takeFrom: () => refuseUse('The rate limits'),
}

const closedMiddleware: RouteMiddleware = {
  sessions: { callerOf: () => undefined },
  tokens: { callerOf: () => undefined },
  features: { isEnabled: () => false },
  publicOrigin: undefined,
  live: { isHeard: false, tell: () => undefined, serviceOf: () => closedLive },
  rates: { limiterOf: () => undefined, serviceOf: () => closedRates },
}

const closedDatabase: PluginDatabase = {
  inWorkspace: () => refuseUse('The database'),
  doors: () => ({ inWorkspace: () => refuseUse('The database'), asInstance: () => refuseUse('The database') }),
}

const closedAudit: HostParts['audit'] = {
  record: async () => refuseUse('The audit log'),
  follow(endpoint, plugin, handler) {
    shapeOf(endpoint, plugin)
    return handler
  },
}

/**
 * A service that can be looked up, accepts registrations while mounting, and refuses any other use.
 * @param known members that answer from the definitions alone
 */
function closedService<Service extends object>(name: string, known: Partial<Service> = {}): Service {
  const open = whileMounting[name] ?? []
  const memberOf = (member: string): unknown => {
    if (Object.hasOwn(known, member)) return known[member as keyof Service]
    return open.includes(member) ? ignore : () => refuseUse(`The service "${name}"`)
  }
  return new Proxy({} as Service, { get: (_, member) => memberOf(String(member)) })
}

function refuseUse(what: string): never {
  throw new Error(`${what} is not available while mounting; use it in start or per request.`)
}

function ignore(): void {
  // The log of a check is discarded, and no registered callback is called.
}
