import type { ActionItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'domains', label: 'Domains', path: '/domains', icon: 'globe', category: 'Workspace', order: 40 },
]

export const actions: readonly ActionItem[] = [
  { id: 'add', label: 'Add domain', icon: 'globe', path: '/domains?add=1', requiredRole: 'admin' },
]
