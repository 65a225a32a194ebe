import type { ActionItem, MenuItem } from '@host/plugin'

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

export const actions: readonly ActionItem[] = [
  {
    id: 'add',
    label: 'Add webhook endpoint',
    icon: 'webhook',
    path: '/webhooks?add=1',
    creates: true,
    requiredRole: 'admin',
  },
]
