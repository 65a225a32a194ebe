import { Live, noContent, type PluginContext, requireService } from '@host/plugin'
import { Sessions, Workspaces } from '@host/plugin/platform'
import {
  changeWorkspace,
  createWorkspace,
  deleteWorkspace,
  frame,
  leaveWorkspace,
  listWorkspaces,
  readWorkspace,
  restoreWorkspace,
  transferWorkspace,
} from '../shared.ts'
import type { WorkspacesMux } from './workspaces-mux.ts'

/** Workspaces themselves: look, rules, owner, end. */
export function mountWorkspaces(mux: WorkspacesMux, ctx: Pick<PluginContext, 'lookup'>): void {
  const workspaces = requireService(ctx, Workspaces)
  const sessions = requireService(ctx, Sessions)
  const live = ctx.lookup(Live)

  mux.endpoint(listWorkspaces, async ({ request, userId }) => {
    const [own, only] = [await workspaces.list(userId), sessions.confinedTo(request)]
    return { items: own.filter(({ id }) => only === undefined || id === only), nextCursor: null }
  })
  mux.endpoint(createWorkspace, ({ userId, input }) => workspaces.create({ ...input, ownerId: userId }))
  mux.endpoint(readWorkspace, ({ request, userId, params }) =>
    sessions.isSupporting(request, params.id)
      ? workspaces.readForSupport(params.id)
      : workspaces.read(userId, params.id),
  )
  mux.endpoint(changeWorkspace, async ({ request, userId, params, input }) => {
    if (isOwners(input)) sessions.requireRecentProof(request)
    await sessions.requireEntry(request, params.id)
    const changed = await workspaces.change({ orgId: params.id, actorId: userId }, input)
    live?.changed(params.id, frame)
    return changed
  })
  mux.endpoint(leaveWorkspace, async ({ userId, params }) => {
    await workspaces.leave({ orgId: params.id, actorId: userId })
    live?.changed(params.id, ['/api/members'])
    return noContent()
  })
  mux.endpoint(transferWorkspace, async ({ request, userId, params, input }) => {
    await sessions.requireEntry(request, params.id)
    const workspace = await workspaces.transfer({ orgId: params.id, actorId: userId, userId: input.userId })
    live?.changed(params.id, ['/api/members', ...frame])
    return workspace
  })
  mux.endpoint(deleteWorkspace, async ({ request, userId, params, input }) => {
    await sessions.requireEntry(request, params.id)
    await workspaces.erase({ orgId: params.id, actorId: userId }, input.confirmation)
    live?.changed(params.id, frame)
    return noContent()
  })
  mux.endpoint(restoreWorkspace, async ({ userId, params }) => {
    const workspace = await workspaces.restore({ orgId: params.id, actorId: userId })
    live?.changed(params.id, frame)
    return workspace
  })
}

/** Changes reserved for owners require a recent proof of identity. */
function isOwners(changes: Partial<Record<(typeof ownersRules)[number], unknown>>): boolean {
  return ownersRules.some((name) => changes[name] !== undefined)
}

const ownersRules = ['slug', 'requireSecondFactor', 'requireSso', 'requireSsoForTokens'] as const
