import { Jobs, type NotificationsService, type PluginContext } from '@host/plugin'
import { needed } from '../needed.ts'
import type { Categories } from '../preferences/categories.ts'
import { tell, tellAdmins } from './jobs.ts'
import { checkRecipients, toldNotice } from './told-notice.ts'

/** Makes the service: a notice is checked at once, and told by a job, which is a part of the caller's transaction. */
export function notificationsService(ctx: PluginContext, categories: Categories): NotificationsService {
  return Object.freeze<NotificationsService>({
    notify: async (plugin, notice) => {
      const { to } = notice
      checkRecipients(to)
      const told = toldNotice(notice, categories.keyOf(plugin, notice.category))
      const jobs = needed(ctx, Jobs)
      if ('instanceAdmins' in to) await jobs.enqueueForInstance(tellAdmins, { notice: told, after: null, toldBy: null })
      else {
        const { orgId, ...whom } = to
        await jobs.enqueue(orgId, tell, { notice: told, to: whom, after: null, toldBy: null })
      }
    },
  })
}
