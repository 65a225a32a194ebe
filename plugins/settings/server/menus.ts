import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  {
    id: 'personal',
    label: 'Preferences',
    path: '/settings/personal',
    icon: 'sliders-horizontal',
    settings: 'account',
    order: 960,
    personal: true,
  },
]
