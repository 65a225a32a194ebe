import type { ActionItem, MenuItem } from '@host/plugin'

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
]

export const actions: readonly ActionItem[] = [
  {
    id: 'create-mailbox',
    label: 'Create mailbox',
    icon: 'inbox',
    path: '/mail/mailboxes?create=1',
    requiredRole: 'admin',
  },
]
