/**
 * The routes that a caller may call now. The check uses the functions of the middleware: a route is left out because
 * its middleware would throw, so the list can't drift from the actual rights.
 */
import { Problem, type EntitlementsService, type MaybePromise } from '@host/plugin'
import { parsePattern, type ApiRoute } from '@host/plugin/platform'
import type { Caller } from '../request/caller.ts'
import { requireInstanceAdmin } from '../pipeline/admit.ts'
import type { FeatureSource } from '../pipeline/gate.ts'
import { requireMember } from '../request/require-member.ts'
import { requireTier } from '../pipeline/guard.ts'
import { requireAccess } from '../pipeline/require-access.ts'
import { enabledFeatures } from './enabled-features.ts'

/** Dependencies of the check. */
export interface OpenRoutesOptions {
  readonly features: FeatureSource
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** The scopes that make a token that of an agent. */
  readonly agentScopes: ReadonlySet<string>
  /** Undefined when no part of this build knows plans. */
  readonly entitlements: () => EntitlementsService | undefined
}

/** The routes that a caller may call; undefined for an anonymous client. */
export async function openRoutes(
  caller: Caller | undefined,
  routes: readonly ApiRoute[],
  options: OpenRoutesOptions,
): Promise<readonly ApiRoute[]> {
  const isOn = caller?.orgId === undefined ? undefined : await enabledFeatures(routes, options.features, caller.orgId)
  const gated = routes.filter((route) => isOn === undefined || isThroughGate(route, isOn))
  const isLetIn = await Promise.all(gated.map((route) => isOpen(route, caller, options)))
  return gated.filter((_, index) => isLetIn[index] === true)
}

/** As the step `gate` decides: the console and a person's own affairs stand beside the gate. */
function isThroughGate({ plugin, audience }: ApiRoute, isOn: ReadonlySet<string>): boolean {
  return plugin.info.core === true || audience === 'user' || audience === 'instance' || isOn.has(plugin.feature)
}

async function isOpen(route: ApiRoute, caller: Caller | undefined, options: OpenRoutesOptions): Promise<boolean> {
  try {
    await requireCall(route, caller, options)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

function requireCall(
  { audience, requirements, plugin, pattern }: ApiRoute,
  caller: Caller | undefined,
  { clock, agentScopes, entitlements }: OpenRoutesOptions,
): MaybePromise<void> {
  if (audience === 'public') return
  if (caller === undefined) throw new Problem('unauthenticated')
  if (audience === 'instance') requireInstanceAdmin(caller)
  const member = audience === 'user' || audience === 'instance' ? undefined : requireMember(caller, audience)
  const method = parsePattern(pattern).method ?? 'GET'
  const state = { plugin: plugin.name, request: { method } }
  const calling = audience === 'instance' ? withoutSupport(caller) : caller
  requireAccess({ state, caller: calling, clock, agentScopes }, requirements ?? { session: 'any' })
  if (member !== undefined && requirements?.tier !== undefined) {
    return requireTier(entitlements(), member.orgId, requirements.tier)
  }
}

/** The console is called without a workspace, so that support access is neither used nor a limit there. */
function withoutSupport({ support: _support, ...caller }: Caller): Caller {
  return caller
}
