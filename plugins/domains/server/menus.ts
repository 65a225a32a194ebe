import type { ActionItem, InstanceMenuItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'domains', label: 'Domains', path: '/domains', icon: 'globe', category: 'Domains', order: 40 },
  { id: 'zones', label: 'DNS zones', path: '/domains/zones', icon: 'list-tree', category: 'Domains', order: 41 },
  {
    id: 'accounts',
    label: 'DNS accounts',
    path: '/domains/accounts',
    icon: 'cloud',
    settings: 'features',
    order: 42,
    requiredRole: 'admin',
  },
  {
    id: 'ddns',
    label: 'Dynamic DNS',
    path: '/domains/ddns',
    icon: 'router',
    settings: 'features',
    order: 43,
    requiredRole: 'admin',
  },
]

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'all-domains', label: 'Domains', path: '/all-domains', icon: 'globe', order: 34 },
]

export const actions: readonly ActionItem[] = [
  { id: 'add', label: 'Add domain', icon: 'globe', path: '/domains?add=1', creates: true, requiredRole: 'admin' },
  {
    id: 'add-zone',
    label: 'Add zone',
    icon: 'list-tree',
    path: '/domains/zones?add=1',
    creates: true,
    requiredRole: 'admin',
  },
  {
    id: 'add-account',
    label: 'Add DNS account',
    icon: 'cloud',
    path: '/domains/accounts?add=1',
    creates: true,
    requiredRole: 'admin',
  },
  {
    id: 'add-ddns-token',
    label: 'Create dynamic DNS token',
    icon: 'router',
    path: '/domains/ddns?add=1',
    creates: true,
    requiredRole: 'admin',
  },
]
