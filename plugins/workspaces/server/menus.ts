import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'members', label: 'Members', path: '/members', icon: 'users', settings: 'workspace', order: 904 },
  {
    id: 'workspace',
    label: 'General',
    path: '/settings/workspace',
    icon: 'building',
    settings: 'workspace',
    order: 900,
    requiredRole: 'admin',
  },
]
