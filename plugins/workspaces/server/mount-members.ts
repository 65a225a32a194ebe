import { noContent, Workspaces, type PluginContext } from '@host/plugin'
import { changeMember, listMembers, readMemberSummary, removeMember } from '../shared.ts'
import { needed } from './needed.ts'
import type { WorkspacesMux } from './workspaces-mux.ts'

const dayMilliseconds = 86_400_000

/** Who is in a workspace. */
export function mountMembers(mux: WorkspacesMux, ctx: PluginContext): void {
  const workspaces = needed(ctx, Workspaces)

  mux.endpoint(listMembers, async ({ orgId, input: { total = false, ...request } }) => {
    const { items, nextCursor } = await workspaces.members(orgId, request)
    const page = { items: [...items], nextCursor }
    return total ? { ...page, total: await workspaces.countMembers(orgId, request) } : page
  })
  mux.endpoint(readMemberSummary, async ({ orgId }) => {
    const daysAgo = (days: number): string => new Date(Date.now() - days * dayMilliseconds).toISOString()
    const summary = await workspaces.memberSummary(orgId, { lately: daysAgo(30), before: daysAgo(60) })
    return { ...summary, newest: [...summary.newest] }
  })
  mux.endpoint(changeMember, ({ orgId, userId, role, params, input }) =>
    workspaces.changeRole({ orgId, actorId: userId, asRole: role, userId: params.userId }, input.role),
  )
  mux.endpoint(removeMember, async ({ orgId, userId, role, params }) => {
    await workspaces.removeMember({ orgId, actorId: userId, asRole: role, userId: params.userId })
    return noContent()
  })
}
