import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'plan', label: 'Plan and usage', path: '/settings/plan', icon: 'gauge', category: 'Settings', order: 905 },
]
