import type { ActionItem, InstanceMenuItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'links', label: 'Short links', path: '/links', icon: 'link', category: 'Links', order: 43 },
  {
    id: 'hosts',
    label: 'Link hosts',
    path: '/links/hosts',
    icon: 'link-2',
    settings: 'features',
    order: 44,
    requiredRole: 'admin',
  },
]

export const actions: readonly ActionItem[] = [
  { id: 'create', label: 'Create short link', icon: 'link', path: '/links?create=1', creates: true },
]

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'link-reports', label: 'Link reports', path: '/link-reports', icon: 'shield-alert', order: 35 },
]
