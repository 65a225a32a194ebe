import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'changes', label: 'Changes', path: '/changes', icon: 'git-compare', category: '', order: 20 },
]
