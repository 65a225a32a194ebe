/**
 * Authentication and authorization: 401 without a session, 403 without a workspace, role or permission, 402 without the
 * tier.
 *
 * The scope is the proof. It is created only here, so a handler that holds the id of a workspace holds one whose member
 * its caller is.
 */
import type {
  EntitlementReason,
  EntitlementsService,
  Guarded,
  GuardOptions,
  Handler,
  MaybePromise,
  RequestScope,
  RouteRequirements,
  Role,
} from '@host/plugin'
import { hasRole, Problem } from '@host/plugin'
import { tierRequired } from '@host/plugin/platform'
import { MemberScope, type ScopeTools } from '../request/request-scope.ts'
import { workspaceSuspended } from '../identity/workspaces/suspend-workspace.ts'
import { stateOf } from '../request/request-state.ts'
import { isReading } from '../request/route-scope.ts'
import { requireAccess } from './require-access.ts'
import { approvalRequirement } from './require-approval.ts'
import { routeRequirements } from './route-requirements.ts'
import { andThen } from '../request/and-then.ts'
import { requireMember } from '../request/require-member.ts'

/** Dependencies of the guard of one plugin. */
export interface GuardTools extends ScopeTools {
  /** The lowest role that has a permission; undefined when the plugin declares no such permission. */
  roleOf(permission: string): Role | undefined
  /** Undefined when no part of this build knows plans: then no workspace has any tier. */
  entitlements(): EntitlementsService | undefined
  /** Counts a call of an API token under the plan of its workspace. @throws Problem `quota_exceeded` */
  takeApiCall(orgId: string): MaybePromise<void>
}

/** Requirements of an endpoint on its guard. */
export interface EndpointGuardOptions extends GuardOptions {
  /** Whether agents have each call approved. */
  readonly needsApproval?: boolean
}

/** Puts the guard before a handler. @throws TypeError for a role or permission that does not exist, or no handler */
export function guardHandler(handler: Handler<MemberScope>, options: EndpointGuardOptions, tools: GuardTools): Guarded {
  if (typeof handler !== 'function') throw new TypeError('the handler must be a function')
  const audience = requiredRole(options, tools)
  const requirements = routeRequirements(options, { session: 'any', role: audience })
  const requireApproval = options.needsApproval === true ? approvalRequirement(tools.agentScopes) : undefined
  const authorize = (request: Request): MaybePromise<MemberScope> => {
    const state = stateOf(request)
    const caller = requireMember(state?.caller, audience)
    if (state === undefined) throw new Problem('unauthenticated')
    requireAccess({ state, caller, clock: tools.clock, agentScopes: tools.agentScopes }, requirements)
    if (caller.suspension !== undefined) refuseChange(caller.suspension, state.request.method, requirements)
    requireApproval?.(caller)
    const scope = new MemberScope(state, tools, caller)
    const { orgId, tokenId } = caller
    const taken = tokenId === undefined ? undefined : tools.takeApiCall(orgId)
    const { tier } = options
    if (tier !== undefined) {
      return andThen(taken, () => andThen(requireTier(tools.entitlements(), orgId, tier), () => scope))
    }
    return taken === undefined ? scope : andThen(taken, () => scope)
  }
  const guarded = (scope: RequestScope): MaybePromise<Response> => andThen(authorize(scope.request), handler)
  return Object.freeze(Object.assign(guarded, { audience, requirements, authorize, run: handler }))
}

function requiredRole(options: GuardOptions, tools: GuardTools): Role {
  const byRole = options.role ?? 'member'
  if (!hasRole('owner', byRole)) throw new TypeError(`unknown role "${byRole}"; use "owner", "admin", or "member"`)
  if (options.permission === undefined) return byRole
  const byPermission = tools.roleOf(options.permission)
  if (byPermission === undefined) {
    throw new TypeError(`unknown permission "${options.permission}"; declare it under permissions`)
  }
  return hasRole(byRole, byPermission) ? byRole : byPermission
}

/**
 * A suspended workspace is read-only.
 * @throws Problem `workspace_suspended`
 */
function refuseChange(reason: string, method: string, { readsOnly }: RouteRequirements): void {
  if (!isReading(method) && readsOnly !== true) throw workspaceSuspended(reason)
}

/** @param entitlements undefined when no part of this build knows plans @throws Problem `tier_required` */
export function requireTier(
  entitlements: EntitlementsService | undefined,
  orgId: string,
  tier: string,
): MaybePromise<void> {
  const answer = entitlements?.hasTier(orgId, tier) ?? false
  if (answer === true) return
  return andThen(answer, (hasTier) =>
    hasTier ? undefined : andThen(entitlements?.explain(orgId, tier), (reason) => refuse(tier, reason)),
  )
}

function refuse(tier: string, reason: EntitlementReason | undefined): never {
  throw tierRequired({ name: tier, title: tier }, reason)
}
