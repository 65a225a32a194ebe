import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  {
    id: 'sessions',
    label: 'Sessions',
    path: '/settings/sessions',
    icon: 'monitor-smartphone',
    category: 'Settings',
    order: 950,
  },
]
