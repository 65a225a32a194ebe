import type { ActionItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'products', label: 'Products', path: '/products', icon: 'package', category: 'Products', order: 60 },
  { id: 'orders', label: 'Orders', path: '/products/orders', icon: 'receipt', category: 'Products', order: 61 },
  { id: 'licenses', label: 'Licenses', path: '/products/licenses', icon: 'id-card', category: 'Products', order: 62 },
  {
    id: 'discounts',
    label: 'Discounts',
    path: '/products/discounts',
    icon: 'ticket-percent',
    category: 'Products',
    order: 63,
  },
  {
    id: 'reports',
    label: 'Sales reports',
    path: '/products/reports',
    icon: 'chart-column',
    category: 'Products',
    order: 64,
    requiredRole: 'admin',
  },
]

export const actions: readonly ActionItem[] = [
  {
    id: 'create',
    label: 'Create product',
    icon: 'package',
    path: '/products?create=1',
    creates: true,
    requiredRole: 'admin',
  },
  {
    id: 'record-order',
    label: 'Record order',
    icon: 'receipt',
    path: '/products/orders?create=1',
    creates: true,
    requiredRole: 'admin',
  },
  {
    id: 'create-discount',
    label: 'Create discount',
    icon: 'ticket-percent',
    path: '/products/discounts?create=1',
    creates: true,
    requiredRole: 'admin',
  },
]
