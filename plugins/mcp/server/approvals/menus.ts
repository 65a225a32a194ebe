import type { MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'mcp', label: 'Agents', path: '/mcp', icon: 'bot', category: 'Settings', order: 958 },
]
