import type { Endpoint } from '@host/client'
import { hasRole, isReachedBySupport, type Me } from '@host/plugin/wire'
import { useSession } from '../session/useSession.ts'
import { ownSupport } from '../session/useSupportRefusal.ts'

/**
 * Whether the user may call an endpoint according to its definition; use it to hide a button that would be rejected. In
 * support access it is false for all that the access doesn't include.
 * Advisory: the server decides, and conditions known only to the server (a permission, a plan) count as met.
 * @example const canAdd = usePermission(addMember)
 * @since 1.0.0
 */
export function usePermission(endpoint: Endpoint): boolean {
  return mayCall(endpoint, useSession())
}

function mayCall(endpoint: Endpoint, me: Me): boolean {
  const { audience, role = 'member' } = endpoint
  const { user, workspace, role: own } = me
  if (audience === 'instance') return user.isInstanceAdmin
  if (audience === 'public') return true
  const support = ownSupport(me)
  if (support !== undefined && !isReachedBySupport(endpoint, support)) return false
  if (audience !== 'workspace') return true
  return workspace !== null && hasRole(own ?? undefined, role)
}
