import type { InstanceMenuItem } from '@host/plugin'

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'jobs', label: 'Jobs', path: '/jobs', icon: 'list-checks', order: 36 },
]
