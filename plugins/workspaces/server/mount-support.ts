import { Problem, requireService, type Notification, type NotificationCategory, type PluginContext } from '@host/plugin'
import { SupportAccesses, type SupportAccess } from '@host/plugin/platform'
import { declineSupportAccess, endSupportAccess, grantSupportAccess, listSupportAccess } from '../shared.ts'
import type { WorkspacesMux } from './workspaces-mux.ts'

export const notifications: readonly NotificationCategory[] = [
  { id: 'support', title: 'Support access', byMail: true, isUrgent: true },
]

/** Decisions of a workspace about support access. */
export function mountSupport(mux: WorkspacesMux, ctx: Pick<PluginContext, 'lookup' | 'notify'>): void {
  const support = requireService(ctx, SupportAccesses)

  mux.endpoint(listSupportAccess, async ({ orgId }) => ({ items: [...(await support.list(orgId))], nextCursor: null }))
  mux.endpoint(grantSupportAccess, async ({ orgId, userId, params, input }) => {
    const access = await support.grant({ orgId, actorId: userId, accessId: params.id }, input)
    await notify(ctx, access, {
      en: `Support access for ${nameOf(access)} was granted`,
      zh: `已授予 ${nameOf(access)} 支持访问`,
    })
    return access
  })
  mux.endpoint(declineSupportAccess, async ({ orgId, userId, params }) => {
    const access = await support.decline({ orgId, actorId: userId, accessId: params.id })
    await notify(ctx, access, {
      en: `Support access for ${nameOf(access)} was declined`,
      zh: `已拒绝 ${nameOf(access)} 的支持访问`,
    })
    return access
  })
  mux.endpoint(endSupportAccess, ({ orgId, userId, params }) =>
    support.end({ orgId, actorId: userId, accessId: params.id }),
  )
}

function nameOf({ admin }: SupportAccess): string {
  return admin.name ?? admin.id
}

/** Notifies the instance admins, of whom one waits for it. In a build without notifications their page shows it. */
async function notify(
  ctx: Pick<PluginContext, 'notify'>,
  { id, state }: SupportAccess,
  title: Notification['title'],
): Promise<void> {
  try {
    await ctx.notify({
      to: { instanceAdmins: true },
      title,
      category: 'support',
      path: '/workspaces',
      key: `support:${id}:${state}`,
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}
