import type { Admitted, Unguarded } from '../handler.ts'
import type { InstanceScope, UserScope } from '../scope.ts'
import { serviceToken } from '../service.ts'

/** Puts sign-in before a handler, for people in any workspace or none. */
export type UserGuardService = <Params>(handler: Unguarded<UserScope<Params>>) => Admitted<Params>

/** Puts the instance admin's flag before a handler. */
export type InstanceGuardService = <Params>(handler: Unguarded<InstanceScope<Params>>) => Admitted<Params>

/** Lets in people who are signed in, with or without a workspace. */
export const UserGuard = serviceToken<UserGuardService>('core.user-guard')

/** Lets in instance admins only; a workspace's switch never touches what stands behind it. */
export const InstanceGuard = serviceToken<InstanceGuardService>('core.instance-guard')
