import type { Endpoint } from '@host/client'
import { hasRole, type Me } from '@host/plugin/wire'
import { useSession } from '../session/useSession.ts'

/**
 * Whether the reader may call an endpoint, as far as its definition says: for leaving out a button that would be
 * refused. Advisory: the server decides, and what only the server knows (a permission, a plan) counts as allowed here.
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
