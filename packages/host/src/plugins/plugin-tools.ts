import type { PermissionDefinition } from '@host/plugin'
import { Entitlements } from '@host/plugin'
import { scopedAudit } from '../audit/scoped-audit.ts'
import { ownSignal } from '../observability/containment/own-signal.ts'
import type { GuardTools } from '../pipeline/guard.ts'
import type { HostParts } from './host-parts.ts'
import { pluginLog } from './plugin-log.ts'

/** Creates the tools for the scopes and guards of one plugin. */
export function createTools(
  { log, clock, contexts, registry, data, audit, stopping, agentScopes, apiCallLimit }: HostParts,
  plugin: string,
  permissions: readonly PermissionDefinition[],
): GuardTools {
  const roles = new Map(permissions.map(({ name, role }) => [name, role]))
  return Object.freeze<GuardTools>({
    log: pluginLog(log, plugin, contexts),
    clock,
    now: () => new Date(clock()),
    stopping: contexts.enter(plugin, () => ownSignal(stopping)),
    database: (orgId, on) => data.inWorkspace(plugin, orgId, on),
    audit: (state, orgId) => scopedAudit(audit, state, orgId),
    roleOf: (permission) => roles.get(permission),
    agentScopes,
    entitlements: () => registry.lookup(plugin, Entitlements),
    takeApiCall: (orgId) => apiCallLimit.take(orgId),
  })
}
