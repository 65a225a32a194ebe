import type { ConfinedSessions, FactorProof } from '../endpoint.ts'
import type { Admitted, GuardOptions, Unguarded } from '../handler.ts'
import type { InstanceScope, UserScope } from '../scope.ts'
import { serviceToken } from '../service.ts'

/** Options of `UserGuard` and `InstanceGuard`; `session` is `required` and `any` when left out. */
export type AdmitOptions = Pick<GuardOptions, 'session' | 'revealsSecret' | 'agents' | 'support'>

/** Further requirements of `UserGuard`: see `EndpointOptions`. */
export interface UserAdmitOptions extends AdmitOptions {
  readonly factor?: FactorProof
  readonly confined?: ConfinedSessions
}

/** Puts sign-in before a handler, for people in any workspace or none. */
export type UserGuardService = <Params>(
  handler: Unguarded<UserScope<Params>>,
  options?: UserAdmitOptions,
) => Admitted<Params>

/** Puts the instance admin's flag before a handler. */
export type InstanceGuardService = <Params>(
  handler: Unguarded<InstanceScope<Params>>,
  options?: AdmitOptions,
) => Admitted<Params>

/**
 * Accepts signed-in users, with or without a workspace.
 *
 * Audience: platform.
 */
export const UserGuard = serviceToken<UserGuardService>('core.user-guard')

/**
 * Accepts instance admins only; a workspace's switch never affects its routes.
 *
 * Audience: platform.
 */
export const InstanceGuard = serviceToken<InstanceGuardService>('core.instance-guard')
