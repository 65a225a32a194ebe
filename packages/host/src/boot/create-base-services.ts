import { Entitlements } from '@host/plugin'
import { contractDeprecations } from '@host/plugin/platform'
import { createWorkspaceStorage, type WorkspaceStorageParts } from '../workspace-storage/create-workspace-storage.ts'
import { createAccounting, type AccountingParts } from '../observability/accounting/create-accounting.ts'
import { LiveMetrics } from '../observability/metrics/live-metrics.ts'
import { createAudit, type AuditLogParts } from '../audit/create-audit.ts'
import { recordEntries } from '../audit/change-entries.ts'
import { Faults } from '../observability/containment/faults.ts'
import type { HostParts } from '../plugins/host-parts.ts'
import { agentScopesOf } from '../plugins/agent-scopes.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { equipPlugin } from '../plugins/plugin-mount.ts'
import { Registry } from '../plugins/registry.ts'
import { DataAccess } from '../database/data-access.ts'
import { MemberUses } from '../plugins/deprecation/member-uses.ts'
import { ApiCallLimit } from '../plans/api-call-limit.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'
import { modelOwners } from './model-owners.ts'

/** The basis of a host's services: its tables, its logs, and every plugin with its tools. */
export interface BaseServices {
  readonly parts: HostParts
  readonly data: DataAccess
  readonly audit: AuditLogParts
  /** Records changes in the audit log; their events are published by a recorder of the runtime. */
  readonly recorder: ChangeRecorder
  readonly accounting: AccountingParts
  readonly storage: WorkspaceStorageParts
  readonly metrics: LiveMetrics
  readonly equipped: readonly EquippedPlugin[]
}

/** Creates the services that depend on no others. */
export function createBaseServices(options: BootOptions, foundation: Foundation): BaseServices {
  const { log, clock, stopping, build } = options
  const { database, safety, plugins, contexts, usage, tracer } = foundation
  const data = openData(options, foundation)
  const faults = new Faults(log, usage)
  const audit = createAudit({ ...options, database, data, vault: safety.vault, contexts, faults })
  const registry = new Registry(log)
  const uses = new MemberUses(log, options.deprecations ?? contractDeprecations)
  for (const { plugin } of plugins) uses.readDefinition(plugin)
  const checksPlugins = options.arePluginsChecked !== true
  const base = { log, clock, stopping, data, contexts, faults, usage, tracer, registry, uses, checksPlugins }
  const apiCallLimit = new ApiCallLimit({ entitlements: () => registry.lookup('host', Entitlements), clock })
  const agentScopes = agentScopesOf(plugins)
  const parts: HostParts = Object.freeze({ ...base, audit: audit.trail, agentScopes, apiCallLimit })
  return Object.freeze<BaseServices>({
    parts,
    data,
    audit,
    recorder: recordEntries(audit.trail, contexts),
    accounting: createAccounting({ usage, contexts, data, clock, log }),
    storage: createWorkspaceStorage({
      database,
      data,
      plugins: plugins.map(({ name, plugin: { models } }) => ({ name, models })),
      clock,
      log,
    }),
    metrics: new LiveMetrics({ usage, contexts, faults, build, log }),
    equipped: plugins.map((plugin) => equipPlugin(plugin, parts)),
  })
}

function openData({ log, clock }: BootOptions, { database, plugins }: Foundation): DataAccess {
  return new DataAccess({
    database,
    owners: modelOwners(plugins),
    onDoor: (opened) => log.info('Plugin accessed the database outside workspace scope', { ...opened }),
    clock,
  })
}
