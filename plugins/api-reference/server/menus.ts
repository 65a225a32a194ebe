import type { InstanceMenuItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  {
    id: 'api-reference',
    label: 'API reference',
    path: '/api-reference',
    icon: 'braces',
    settings: 'developers',
    order: 970,
  },
]

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'whole-api', label: 'API reference', path: '/whole-api', icon: 'braces', order: 85 },
]
