import type { MenuItem } from '@host/plugin'

/** Pages of the reader, who has them without a workspace too. */
export const menus: readonly MenuItem[] = [
  {
    id: 'profile',
    label: 'Profile',
    path: '/settings/profile',
    icon: 'user-round',
    category: 'Settings',
    order: 940,
    personal: true,
  },
  {
    id: 'security',
    label: 'Security',
    path: '/settings/security',
    icon: 'shield-check',
    category: 'Settings',
    order: 945,
    personal: true,
  },
  {
    id: 'sessions',
    label: 'Sessions',
    path: '/settings/sessions',
    icon: 'monitor-smartphone',
    category: 'Settings',
    order: 950,
    personal: true,
  },
]
