import type { NotificationChannel } from '../services/notifications.ts'
import { serviceToken } from '../service.ts'

/** The ways to reach people that the plugins of this build offer. */
export interface NotificationChannelsService {
  list(): readonly NotificationChannel[]
  /** The whole address of a page, such as `/admin/notifications`; undefined for an instance that knows no address of its own. */
  addressOf(path: string): string | undefined
}

/**
 * The channels of all plugins; the host provides it once mounting has ended.
 *
 * Audience: platform.
 */
export const NotificationChannels = serviceToken<NotificationChannelsService>('core.notification-channels')
