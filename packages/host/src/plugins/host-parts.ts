import type { AnyModel, DatabaseDoors, Log, PluginContext, ScopedDatabase, TablesOf } from '@host/plugin'
import type { UsageMeter } from '../observability/accounting/usage-meter.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { Faults } from '../observability/containment/faults.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { Tracer } from '../observability/tracing/tracer.ts'
import type { Transactor } from '../database/transactor.ts'
import type { MemberUses } from './deprecation/member-uses.ts'
import type { ApiCallLimit } from '../plans/api-call-limit.ts'
import type { Registry } from './registry.ts'

/** The tables of a plugin, which are known only to itself. */
export type AnyTables = TablesOf<readonly AnyModel[]>

/** The context of such a plugin. */
export type AnyContext = PluginContext<AnyTables>

/** The database as the contexts of plugins need it. */
export interface PluginDatabase {
  inWorkspace<Tables>(plugin: string, orgId: string, on?: Transactor): ScopedDatabase<Tables>
  doors<Tables>(plugin: string): DatabaseDoors<Tables>
}

/** Shared parts of the contexts of all plugins of a host. */
export interface HostParts {
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly contexts: ExecutionContexts
  readonly faults: Faults
  /** Counts work of plugins: `usage.of(plugin, orgId).noteJob(milliseconds, hasFailed)`. */
  readonly usage: UsageMeter
  /** Records work in traces; undefined where none are. */
  readonly tracer?: Tracer | undefined
  readonly registry: Registry
  /** Warns plugins that use deprecated members of the contract. */
  readonly uses: MemberUses
  readonly data: PluginDatabase
  readonly audit: Pick<AuditTrail, 'follow' | 'record'>
  /** Scopes by which the host knows the token of an agent: `isForAgents` in the permissions of its plugins. */
  readonly agentScopes: ReadonlySet<string>
  /** Whether mounting checks the definitions of endpoints, such as that their schemas yield JSON Schemas. */
  readonly checksPlugins: boolean
  /** Refuses calls of API tokens above the plan of their workspace. */
  readonly apiCallLimit: Pick<ApiCallLimit, 'take'>
  /** Aborts when the host stops. */
  readonly stopping: AbortSignal
}
