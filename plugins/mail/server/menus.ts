import type { ActionItem, InstanceMenuItem, MenuItem } from '@host/plugin'

export const menus: readonly MenuItem[] = [
  { id: 'mail', label: 'Mail', path: '/mail', icon: 'mail', category: 'Mail', order: 45 },
  {
    id: 'mailboxes',
    label: 'Mailboxes',
    path: '/mail/mailboxes',
    icon: 'inbox',
    category: 'Mail',
    order: 46,
    requiredRole: 'admin',
  },
  { id: 'mail-log', label: 'Message log', path: '/mail/log', icon: 'send', category: 'Mail', order: 47 },
  {
    id: 'suppressions',
    label: 'Suppressions',
    path: '/mail/suppressions',
    icon: 'mail-x',
    category: 'Mail',
    order: 48,
  },
  {
    id: 'senders',
    label: 'Sending domains',
    path: '/mail/senders',
    icon: 'badge-check',
    settings: 'features',
    order: 49,
    requiredRole: 'admin',
  },
  {
    id: 'transports',
    label: 'Sending servers',
    path: '/mail/transports',
    icon: 'server',
    settings: 'features',
    order: 50,
    requiredRole: 'admin',
  },
  {
    id: 'mail-reports',
    label: 'Domain reports',
    path: '/mail/reports',
    icon: 'file-chart-column',
    settings: 'features',
    order: 51,
    requiredRole: 'admin',
  },
]

export const instanceMenus: readonly InstanceMenuItem[] = [
  { id: 'system-emails', label: 'System emails', path: '/system-emails', icon: 'mail', order: 36 },
]

export const actions: readonly ActionItem[] = [
  { id: 'write-email', label: 'Write email', icon: 'pencil', path: '/mail/write', creates: true },
  {
    id: 'create-mailbox',
    label: 'Create mailbox',
    icon: 'inbox',
    path: '/mail/mailboxes?create=1',
    creates: true,
    requiredRole: 'admin',
  },
  {
    id: 'add-transport',
    label: 'Add sending server',
    icon: 'server',
    path: '/mail/transports?add=1',
    creates: true,
    requiredRole: 'admin',
  },
  {
    id: 'add-sender',
    label: 'Add sending domain',
    icon: 'badge-check',
    path: '/mail/senders?add=1',
    creates: true,
    requiredRole: 'admin',
  },
]
