import { Live, noContent, type PluginContext, requireService } from '@host/plugin'
import { Sessions, Workspaces } from '@host/plugin/platform'
import {
  changeWorkspace,
  createWorkspace,
  deleteWorkspace,
  leaveWorkspace,
  listWorkspaces,
  readLogo,
  readWorkspace,
  restoreWorkspace,
  transferWorkspace,
} from '../shared.ts'
import type { WorkspacesMux } from './workspaces-mux.ts'

/** Paths shown in every workspace frame, besides the resource itself. */
const frame = ['/api/workspaces', '/api/auth/me']

/** Workspaces themselves: look, rules, owner, end. */
export function mountWorkspaces(mux: WorkspacesMux, ctx: PluginContext): void {
  const workspaces = requireService(ctx, Workspaces)
  const sessions = requireService(ctx, Sessions)
  const live = ctx.lookup(Live)

  mux.endpoint(listWorkspaces, async ({ request, userId }) => {
    const [own, only] = [await workspaces.list(userId), sessions.confinedTo(request)]
    return { items: own.filter(({ id }) => only === undefined || id === only), nextCursor: null }
  })
  mux.endpoint(createWorkspace, ({ userId, input }) => workspaces.create({ ...input, ownerId: userId }))
  mux.endpoint(readWorkspace, ({ userId, params }) => workspaces.read(userId, params.id))
  mux.endpoint(changeWorkspace, async ({ request, userId, params, input: { logo, ...changes } }) => {
    if (isOwners(changes)) sessions.requireRecentProof(request)
    await sessions.requireEntry(request, params.id)
    const picture = typeof logo === 'string' ? Buffer.from(logo, 'base64') : logo
    const changed = await workspaces.change({ orgId: params.id, actorId: userId }, { ...changes, logo: picture })
    live?.changed(params.id, frame)
    return changed
  })
  mux.endpoint(readLogo, async ({ userId, params }) => {
    const { type, content } = await workspaces.logo(userId, params.id, params.hash)
    return new Response(new Uint8Array(content), { headers: { ...pictureHeaders, 'content-type': type } })
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

/** The path names the content, so it never changes; nothing inside it runs, wherever it is opened. */
const pictureHeaders = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-disposition': 'inline; filename="logo"',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}
