import type { InstanceMenuItem } from '@host/plugin'

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'home', label: 'Home', path: '/', icon: 'house', order: 0 },
  { id: 'readiness', label: 'Readiness', path: '/readiness', icon: 'shield-check', order: 5 },
  { id: 'workspaces', label: 'Workspaces', path: '/workspaces', icon: 'building', order: 10 },
  { id: 'users', label: 'Users', path: '/users', icon: 'users', order: 20 },
  { id: 'sign-in', label: 'Sign-in', path: '/sign-in', icon: 'log-in', order: 24 },
  { id: 'operator', label: 'Settings', path: '/settings', icon: 'sliders-horizontal', order: 26 },
  { id: 'plugins', label: 'Plugins', path: '/plugins', icon: 'puzzle', order: 30 },
  { id: 'upgrades', label: 'Upgrades', path: '/upgrades', icon: 'package', order: 31 },
  { id: 'telemetry', label: 'Usage', path: '/telemetry', icon: 'activity', order: 36 },
  { id: 'idempotency', label: 'Idempotency keys', path: '/idempotency', icon: 'repeat', order: 40 },
]
