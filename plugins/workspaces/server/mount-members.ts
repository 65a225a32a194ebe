import { noContent, type PluginContext, type WorkspaceScope, requireService } from '@host/plugin'
import { Sessions, Workspaces, type MemberTarget } from '@host/plugin/platform'
import { changeMember, listMembers, readMemberSummary, removeMember } from '../shared.ts'
import type { WorkspacesMux } from './workspaces-mux.ts'

const dayMilliseconds = 86_400_000

/** Routes of members. */
export function mountMembers(mux: WorkspacesMux, ctx: Pick<PluginContext, 'lookup'>): void {
  const workspaces = requireService(ctx, Workspaces)
  const sessions = requireService(ctx, Sessions)
  const targetOf = ({ request, orgId, userId, role, params }: MemberCall): MemberTarget => ({
    orgId,
    actorId: userId,
    asRole: role,
    userId: params.userId,
    requireProof: () => sessions.requireRecentProof(request),
  })

  mux.endpoint(listMembers, async ({ orgId, input: { total = false, ...request } }) => {
    const { items, nextCursor } = await workspaces.members(orgId, request)
    const page = { items: [...items], nextCursor }
    return total ? { ...page, total: await workspaces.countMembers(orgId, request) } : page
  })
  mux.endpoint(readMemberSummary, async ({ orgId, now }) => {
    const daysAgo = (days: number): string => new Date(now().getTime() - days * dayMilliseconds).toISOString()
    const summary = await workspaces.memberSummary(orgId, { lately: daysAgo(30), before: daysAgo(60) })
    return { ...summary, newest: [...summary.newest] }
  })
  mux.endpoint(changeMember, (scope) => workspaces.changeRole(targetOf(scope), scope.input.role))
  mux.endpoint(removeMember, async (scope) => {
    await workspaces.removeMember(targetOf(scope))
    return noContent()
  })
}

/** A call about one member. */
type MemberCall = Pick<
  WorkspaceScope<object, { readonly userId: string }>,
  'request' | 'orgId' | 'userId' | 'role' | 'params'
>
