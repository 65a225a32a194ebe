import type { InstanceMenuItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  {
    id: 'sso',
    label: 'Single sign-on',
    path: '/settings/sso',
    icon: 'waypoints',
    settings: 'workspace',
    order: 925,
    requiredRole: 'admin',
  },
]

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'providers', label: 'Sign-in providers', path: '/providers', icon: 'waypoints', order: 25 },
]
