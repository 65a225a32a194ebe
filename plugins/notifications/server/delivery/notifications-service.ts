import { hasRole, Jobs, requireService, type NotificationsService, type PluginContext, type Role } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Categories } from '../preferences/categories.ts'
import { settle, deliverToChannels, deliverToPeople, deliverToAdmins } from './jobs.ts'
import { hasOwnRoute } from './own-routes.ts'
import { checkRecipients, sentNotification, toldOutcome } from './sent-notification.ts'

/**
 * Creates the service: a notification is validated at once, and delivered by a job that is part of the caller's
 * transaction.
 */
export function notificationsService(ctx: PluginContext<Tables>, categories: Categories): NotificationsService {
  return Object.freeze<NotificationsService>({
    notify: async (plugin, notification) => {
      const jobs = requireService(ctx, Jobs)
      if ('outcome' in notification) {
        await jobs.enqueue(notification.orgId, settle, toldOutcome(notification, plugin))
        return
      }
      const { to } = notification
      checkRecipients(to)
      const sent = sentNotification(notification, {
        plugin,
        category: categories.keyOf(plugin, notification.category),
        hasRoute: (method, path) => hasOwnRoute(ctx, plugin, { method, path }),
      })
      if ('instanceAdmins' in to) {
        await jobs.enqueueForInstance(deliverToAdmins, { notice: sent, after: null, toldBy: null })
      } else {
        const { orgId, ...whom } = to
        await jobs.enqueue(orgId, deliverToPeople, { notice: sent, to: whom, after: null, toldBy: null })
        if (reachesChannels(whom)) await jobs.enqueue(orgId, deliverToChannels, { notice: sent })
      }
    },
  })
}

/**
 * Channels of a workspace get what its admins read: neither notifications to a single user, nor those to owners, since
 * admins choose where the channels lead.
 */
function reachesChannels(to: { readonly userId: string } | { readonly role: Role }): boolean {
  return 'role' in to && hasRole('admin', to.role)
}
