/**
 * Every reason to refuse a start that can be found without a database: run by the build before it compiles.
 *
 * The plugins are mounted as in a start, on services that refuse every use: `mount` registers and starts nothing, so a
 * plugin that uses one there has a bug its author should see.
 */
import { Events, Idempotency, type Log } from '@host/plugin'
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
import type { RouteMiddleware } from '../pipeline/route-steps.ts'
import { PageDocument } from '../pipeline/public-pages/page-document.ts'
import { hostPatterns } from './host-routes.ts'
import { hostServices, type HostService } from './host-services.ts'
import { mountPlugins } from './mount.ts'
import { guardServices } from './provide-services.ts'
import type { PluginEntry } from '../declared/plugin-entry.ts'
import { preflight } from '../plugins/preflight/preflight.ts'
import { register } from '../plugins/register.ts'

/** The problems of these plugins together, each a sentence; none when a host would start with them. */
export async function checkPlugins(entries: readonly PluginEntry[]): Promise<readonly string[]> {
  const { plugins, problems } = register(entries, () => undefined)
  const found = [...problems, ...preflight(plugins)]
  if (found.length > 0) return found
  const parts = closedParts()
  provideClosed(parts.registry, new EventCatalog(plugins))
  const mail = { takes: async () => true, add: () => refuseUse('The mail queue') }
  const uploads = { receive: () => refuseUse('An upload'), commit: () => refuseUse('An upload') }
  const publicPages = {
    findWorkspace: async () => refuseUse('A workspace'),
    runs: { answer: async () => refuseUse('A form') },
    document: new PageDocument(undefined, () => null),
    addressOf: async () => refuseUse('The address of a page'),
  }
  const mounts = plugins.map((plugin) =>
    prepareMount(
      equipPlugin(plugin, parts),
      { ...parts, mail, uploads, publicPages, own: guardServices },
      closedMiddleware,
    ),
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
    checksPlugins: true,
    stopping: new AbortController().signal,
  }
}

const closedMiddleware: RouteMiddleware = {
  sessions: { callerOf: () => undefined },
  tokens: { callerOf: () => undefined },
  features: { isEnabled: () => false },
  publicOrigin: undefined,
  live: { isHeard: false, tell: () => undefined },
  rates: { limiterOf: () => undefined },
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

/** Provides the services that are available while mounting; those that answer from the definitions alone work. */
function provideClosed(registry: Registry, catalog: EventCatalog): void {
  const idempotency = wrappingOnce(idempotencyService({ answer: () => refuseUse('A route') }))
  const known = new Map([[Events.name, { catalog: () => catalog.entries() }]])
  for (const service of hostServices) {
    const { token, guard, isDefault = false, isConfigured = false } = service
    if (guard !== undefined || isDefault || isConfigured) continue
    const closed = token.name === Idempotency.name ? idempotency : closedService(service, known.get(token.name))
    registry.provide('host', token, closed)
  }
}

/**
 * A service that can be looked up, accepts registrations while mounting, and refuses any other use.
 * @param known members that answer from the definitions alone
 */
function closedService({ token, registers }: HostService, known: Readonly<Record<string, unknown>> = {}): object {
  const memberOf = (member: string): unknown => {
    if (Object.hasOwn(known, member)) return known[member]
    return registers.includes(member) ? ignore : () => refuseUse(`The service "${token.name}"`)
  }
  return new Proxy({}, { get: (_, member) => memberOf(String(member)) })
}

function refuseUse(what: string): never {
  throw new Error(`${what} is not available while mounting; use it in start or per request.`)
}

function ignore(): void {
  // The log of a check is discarded, and no registered callback is called.
}
