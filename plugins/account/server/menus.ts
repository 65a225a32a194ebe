import type { MenuItem } from '@host/plugin'

/** Pages of the reader, who has them without a workspace too. */
export const menus: readonly MenuItem[] = [
  {
    id: 'profile',
    label: 'Profile',
    path: '/settings/profile',
    icon: 'user-round',
    settings: 'account',
    order: 940,
    personal: true,
  },
  {
    id: 'security',
    label: 'Security',
    path: '/settings/security',
    icon: 'shield-check',
    settings: 'account',
    order: 945,
    personal: true,
  },
  {
    id: 'sessions',
    label: 'Sessions',
    path: '/settings/sessions',
    icon: 'monitor-smartphone',
    settings: 'account',
    order: 950,
    personal: true,
  },
]
