import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'mcp', label: 'Agents', path: '/mcp', icon: 'bot', settings: 'developers', order: 959 },
  {
    id: 'approvals',
    label: 'Agent approvals',
    path: '/mcp/approvals',
    icon: 'list-checks',
    category: '',
    order: 30,
    requiredRole: 'admin',
  },
]
