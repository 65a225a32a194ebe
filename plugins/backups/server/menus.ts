import type { InstanceMenuItem } from '@host/plugin'

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'backups', label: 'Backups', path: '/backups', icon: 'database-backup', order: 32 },
]
