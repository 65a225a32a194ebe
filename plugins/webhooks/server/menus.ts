import type { ActionItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  {
    id: 'webhooks',
    label: 'Webhooks',
    path: '/webhooks',
    icon: 'webhook',
    category: 'Settings',
    order: 957,
    requiredRole: 'admin',
  },
]

export const actions: readonly ActionItem[] = [
  { id: 'events', label: 'Browse webhook events', icon: 'webhook', path: '/webhooks/events', requiredRole: 'admin' },
]
