import { Live, Problem, requireService, type Mux, type NotificationCategory, type PluginContext } from '@host/plugin'
import { SupportAccesses, type SupportAccess } from '@host/plugin/platform'
import { endSupport, listSupportRequests, requestSupport, startSupport } from '../shared.ts'
import type { Tables } from './models.ts'

export const supportNotifications: readonly NotificationCategory[] = [
  { id: 'support', title: 'Requests for support access', byMail: true, isUrgent: true },
]

/** Pages of a workspace that show its support access. */
const shown = ['/api/support-access', '/api/auth/me']

/** Support access of instance admins. Its owners are notified of a request. */
export function mountSupport(
  mux: Mux<'instance', Tables, 'instance'>,
  ctx: Pick<PluginContext, 'lookup' | 'notify'>,
): void {
  const support = requireService(ctx, SupportAccesses)
  const live = ctx.lookup(Live)

  mux.endpoint(listSupportRequests, async ({ params }) => ({
    items: [...(await support.list(params.id))],
    nextCursor: null,
  }))
  mux.endpoint(requestSupport, async ({ userId, params, input }) => {
    const access = await support.request({ orgId: params.id, actorId: userId, ...input })
    live?.changed(params.id, shown)
    await notify(ctx, params.id, access)
    return access
  })
  mux.endpoint(startSupport, async ({ request, params }) => {
    const access = await support.start(request, params.id)
    live?.changed(params.id, shown)
    return access
  })
  mux.endpoint(endSupport, async ({ userId, params }) => {
    const access = await support.leave({ orgId: params.id, actorId: userId })
    live?.changed(params.id, shown)
    return access
  })
}

/** In a build without notifications the settings of the workspace show it all the same. */
async function notify(
  ctx: Pick<PluginContext, 'notify'>,
  orgId: string,
  { id, admin, reason }: SupportAccess,
): Promise<void> {
  const name = admin.name ?? admin.id
  try {
    await ctx.notify({
      to: { orgId, role: 'owner' },
      title: { en: `${name} requests support access to this workspace`, zh: `${name} 申请对此工作区的支持访问` },
      body: {
        en: `Reason: ${reason}\nOpen the settings of the workspace to grant or decline it.`,
        zh: `原因：${reason}\n请打开工作区设置以授予或拒绝。`,
      },
      category: 'support',
      path: '/settings/workspace',
      key: `support:${id}`,
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}
