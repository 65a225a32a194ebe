import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  {
    id: 'features',
    label: 'Features',
    path: '/features',
    icon: 'toggle-right',
    settings: 'workspace',
    order: 910,
    requiredRole: 'admin',
  },
]
