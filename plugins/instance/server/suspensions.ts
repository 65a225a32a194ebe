import { Problem, type Mux, type Notification, type NotificationCategory, type PluginContext } from '@host/plugin'
import type { WorkspacesService } from '@host/plugin/platform'
import { resumeWorkspace, suspendWorkspace } from '../shared.ts'
import { done } from './done.ts'
import type { Tables } from './models.ts'

export const notifications: readonly NotificationCategory[] = [
  { id: 'suspension', title: 'Suspension of a workspace', byMail: true, isUrgent: true },
]

/** Suspension of workspaces by instance admins. Owners and admins of the workspace are notified. */
export function mountSuspensions(
  mux: Mux<'instance', Tables, 'instance'>,
  ctx: Pick<PluginContext, 'notify'>,
  workspaces: Pick<WorkspacesService, 'suspend'>,
): void {
  mux.endpoint(suspendWorkspace, async ({ userId, params, input: { reason } }) => {
    const suspension = await workspaces.suspend({ orgId: params.id, actorId: userId, reason })
    if (suspension === undefined) throw new Problem('not_found')
    await notify(ctx, params.id, {
      title: { en: 'This workspace was suspended', zh: '此工作区已被暂停' },
      body: { en: `It is read-only. Reason: ${reason}`, zh: `工作区现在仅可查看。原因：${reason}` },
    })
    return { ...suspension }
  })
  mux.endpoint(resumeWorkspace, async ({ userId, params }) => {
    await workspaces.suspend({ orgId: params.id, actorId: userId, reason: null })
    await notify(ctx, params.id, {
      title: { en: 'The suspension of this workspace was lifted', zh: '此工作区的暂停已解除' },
      body: { en: 'Everyone can make changes again.', zh: '所有成员可以重新进行更改。' },
    })
    return await done(Promise.resolve())
  })
}

/** In a build without notifications the page says it all the same. */
async function notify(
  ctx: Pick<PluginContext, 'notify'>,
  orgId: string,
  texts: Pick<Notification, 'title' | 'body'>,
): Promise<void> {
  try {
    await ctx.notify({ ...texts, to: { orgId, role: 'admin' }, category: 'suspension', path: '/', key: 'suspension' })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'service_unavailable') throw error
  }
}
