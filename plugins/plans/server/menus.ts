import type { InstanceMenuItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'plan', label: 'Plan and usage', path: '/settings/plan', icon: 'gauge', settings: 'workspace', order: 927 },
]

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'plans', label: 'Plans', path: '/plans', icon: 'gauge', order: 12 },
]
