import type { InstanceMenuItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  {
    id: 'tokens',
    label: 'API tokens',
    path: '/settings/tokens',
    icon: 'key-round',
    settings: 'developers',
    order: 955,
  },
]

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'instance-tokens', label: 'API tokens', path: '/tokens', icon: 'key-round', order: 80 },
]
