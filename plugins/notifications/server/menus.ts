import type { MenuItem } from '@host/plugin'

/** Pages of the reader, who has them without a workspace too. */
export const menus: readonly MenuItem[] = [
  {
    id: 'notifications',
    label: 'Inbox',
    path: '/notifications',
    icon: 'bell',
    category: '',
    order: 15,
    personal: true,
  },
  {
    id: 'notification-settings',
    label: 'Notification settings',
    path: '/settings/notification-settings',
    icon: 'bell-ring',
    settings: 'account',
    order: 955,
    personal: true,
  },
]
