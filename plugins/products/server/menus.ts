import type { ActionItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'products', label: 'Products', path: '/products', icon: 'package', category: 'Commerce', order: 60 },
  { id: 'orders', label: 'Orders', path: '/products/orders', icon: 'receipt', category: 'Commerce', order: 61 },
  { id: 'licenses', label: 'Licenses', path: '/products/licenses', icon: 'key-round', category: 'Commerce', order: 62 },
  {
    id: 'discounts',
    label: 'Discounts',
    path: '/products/discounts',
    icon: 'ticket-percent',
    category: 'Commerce',
    order: 63,
  },
  {
    id: 'reports',
    label: 'Sales reports',
    path: '/products/reports',
    icon: 'chart-column',
    category: 'Commerce',
    order: 64,
    requiredRole: 'admin',
  },
]

export const actions: readonly ActionItem[] = [
  { id: 'create', label: 'Create product', icon: 'package', path: '/products?create=1', requiredRole: 'admin' },
  {
    id: 'record-order',
    label: 'Record order',
    icon: 'receipt',
    path: '/products/orders?create=1',
    requiredRole: 'admin',
  },
  {
    id: 'create-discount',
    label: 'Create discount',
    icon: 'ticket-percent',
    path: '/products/discounts?create=1',
    requiredRole: 'admin',
  },
]
