import { Jobs, type NotificationsService, type PluginContext } from '@host/plugin'
import { needed } from '../needed.ts'
import type { Categories } from '../preferences/categories.ts'
import { settle, tell, tellAdmins } from './jobs.ts'
import { hasOwnRoute } from './own-routes.ts'
import { checkRecipients, toldNotice, toldOutcome } from './told-notice.ts'

/** Makes the service: a notice is checked at once, and told by a job, which is a part of the caller's transaction. */
export function notificationsService(ctx: PluginContext, categories: Categories): NotificationsService {
  return Object.freeze<NotificationsService>({
    notify: async (plugin, notice) => {
      const jobs = needed(ctx, Jobs)
      if ('outcome' in notice) {
        await jobs.enqueue(notice.orgId, settle, toldOutcome(notice, plugin))
        return
      }
      const { to } = notice
      checkRecipients(to)
      const told = toldNotice(notice, {
        plugin,
        category: categories.keyOf(plugin, notice.category),
        hasRoute: (method, path) => hasOwnRoute(ctx, plugin, { method, path }),
      })
      if ('instanceAdmins' in to) await jobs.enqueueForInstance(tellAdmins, { notice: told, after: null, toldBy: null })
      else {
        const { orgId, ...whom } = to
        await jobs.enqueue(orgId, tell, { notice: told, to: whom, after: null, toldBy: null })
      }
    },
  })
}
