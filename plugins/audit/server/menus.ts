import type { InstanceMenuItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  {
    id: 'audit',
    label: 'Audit log',
    path: '/audit',
    icon: 'scroll-text',
    settings: 'workspace',
    order: 930,
    requiredRole: 'admin',
  },
]

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'instance-audit', label: 'Audit log', path: '/audit-log', icon: 'scroll-text', order: 50 },
]
