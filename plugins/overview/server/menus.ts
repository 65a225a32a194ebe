import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'overview', label: 'Overview', path: '/', icon: 'layout-dashboard', category: '', order: 0 },
]
