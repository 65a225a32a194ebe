import type { Endpoint } from '@host/client'
import { hasRole, type Me } from '@host/plugin/wire'
import { useSession } from '../session/useSession.ts'

/**
 * Whether the user may call an endpoint according to its definition; use it to hide a button that would be rejected.
 * Advisory: the server decides, and conditions known only to the server (a permission, a plan) count as met.
 * @example const canAdd = usePermission(addMember)
 * @since 1.0.0
 */
export function usePermission(endpoint: Endpoint): boolean {
  return mayCall(endpoint, useSession())
}

function mayCall({ audience, role = 'member' }: Endpoint, { user, workspace, role: own }: Me): boolean {
  if (audience === 'instance') return user.isInstanceAdmin
  if (audience !== 'workspace') return true
  return workspace !== null && hasRole(own ?? undefined, role)
}
