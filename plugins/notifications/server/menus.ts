import type { MenuItem } from '@host/plugin'

/** Pages of the reader, who has them without a workspace too, and the channels of the workspace. */
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
  {
    id: 'workspace-channels',
    label: 'Workspace channels',
    path: '/settings/workspace-channels',
    icon: 'megaphone',
    settings: 'workspace',
    order: 931,
    requiredRole: 'admin',
  },
]
