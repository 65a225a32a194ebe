import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  {
    id: 'webhooks',
    label: 'Webhooks',
    path: '/webhooks',
    icon: 'webhook',
    settings: 'developers',
    order: 957,
    requiredRole: 'admin',
  },
  {
    id: 'webhook-events',
    label: 'Events',
    path: '/webhooks/events',
    icon: 'radio',
    settings: 'developers',
    order: 958,
    requiredRole: 'admin',
  },
]
