import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'members', label: 'Members', path: '/members', icon: 'users', category: 'Settings', order: 900 },
  {
    id: 'workspace',
    label: 'Workspace settings',
    path: '/settings/workspace',
    icon: 'settings',
    category: 'Settings',
    order: 920,
    requiredRole: 'admin',
  },
]
