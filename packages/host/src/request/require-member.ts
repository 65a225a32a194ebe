import type { Role } from '@host/plugin'
import { hasRole, Problem } from '@host/plugin'
import type { Caller } from './caller.ts'
import type { MemberCaller } from './request-scope.ts'

const roleNames: Readonly<Record<Role, string>> = { owner: '所有者', admin: '管理员', member: '成员' }

/** The caller as a member of a workspace who has a role there. @throws Problem 401 or 403 */
export function requireMember(caller: Caller | undefined, role: Role): MemberCaller {
  if (caller === undefined) throw new Problem('unauthenticated')
  if (!isMember(caller)) throw new Problem('no_workspace')
  if (caller.needsSso) throw new Problem('sso_required')
  if (caller.needsSecondFactor) throw new Problem('second_factor_required')
  if (!hasRole(caller.role, role)) {
    throw new Problem('forbidden', {
      detail: {
        en: `This requires the role "${role}"; yours is "${caller.role}".`,
        zh: `此操作需要${roleNames[role]}角色；您的角色是${roleNames[caller.role]}。`,
      },
    })
  }
  return caller
}

function isMember(caller: Caller): caller is MemberCaller {
  return caller.orgId !== undefined && caller.role !== undefined
}
