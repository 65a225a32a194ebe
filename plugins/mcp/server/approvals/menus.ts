import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'mcp', label: 'Agents', path: '/mcp', icon: 'bot', category: 'Settings', order: 958 },
  {
    id: 'approvals',
    label: 'Agent approvals',
    path: '/mcp/approvals',
    icon: 'list-checks',
    category: 'Settings',
    order: 959,
    requiredRole: 'admin',
  },
]
