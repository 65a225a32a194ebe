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
  { id: 'drafts', label: 'Drafts', path: '/mail/drafts', icon: 'file-pen', category: 'Mail', order: 47 },
  {
    id: 'templates',
    label: 'Email templates',
    path: '/mail/templates',
    icon: 'file-text',
    category: 'Mail',
    order: 48,
  },
  { id: 'signatures', label: 'Signatures', path: '/mail/signatures', icon: 'signature', category: 'Mail', order: 49 },
  {
    id: 'suppressions',
    label: 'Suppressions',
    path: '/mail/suppressions',
    icon: 'mail-x',
    category: 'Mail',
    order: 48,
  },
  {
    id: 'mail-reports',
    label: 'Domain reports',
    path: '/mail/reports',
    icon: 'shield-check',
    category: 'Mail',
    order: 49,
    requiredRole: 'admin',
  },
]

export const actions: readonly ActionItem[] = [
  { id: 'write-email', label: 'Write an email', icon: 'pencil', path: '/mail/write' },
  {
    id: 'create-mailbox',
    label: 'Create mailbox',
    icon: 'inbox',
    path: '/mail/mailboxes?create=1',
    requiredRole: 'admin',
  },
]
