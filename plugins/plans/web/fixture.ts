import type { WorkspaceEntitlement } from '../shared.ts'

const none = { unit: 'count', has: true, limit: null, used: null, resetsAt: null, over: null } as const

export const reports: WorkspaceEntitlement = {
  ...none,
  kind: 'tier',
  name: 'reports',
  title: { en: 'Reports', zh: '报表' },
  has: false,
}
export const links: WorkspaceEntitlement = {
  ...none,
  kind: 'quota',
  name: 'links',
  title: { en: 'Links', zh: '链接' },
  limit: 1_050,
  used: 900,
}
export const stored: WorkspaceEntitlement = {
  ...none,
  kind: 'quota',
  name: 'stored-bytes',
  title: { en: 'Stored files', zh: '文件存储' },
  unit: 'bytes',
  limit: 1_000_000_000,
  used: 900_000_000,
}
export const sent: WorkspaceEntitlement = {
  ...none,
  kind: 'meter',
  name: 'sent',
  title: { en: 'Sent emails', zh: '已发送的邮件' },
  limit: 100,
  used: 100,
  resetsAt: '2027-02-01T00:00:00.000Z',
}
export const mailboxes: WorkspaceEntitlement = {
  ...none,
  kind: 'quota',
  name: 'mailboxes',
  title: { en: 'Mailboxes', zh: '邮箱' },
  limit: 3,
  used: 5,
  over: { by: 2, since: '2027-01-02T12:00:00.000Z', until: '2027-01-16T12:00:00.000Z', isLockable: true, locked: 0 },
}
export const team = { name: 'team', title: { en: 'Team', zh: '团队版' } }

export const planAnswers = {
  'GET /api/x/plans/entitlements': { plan: team, items: [reports, links, sent, mailboxes] },
  'GET /api/x/plans/entitlements/mailboxes/above': {
    items: [
      { id: 'mailbox_1', title: 'tea@acme.example', path: '/mail/mailboxes/mailbox_1' },
      { id: 'mailbox_2', title: 'jobs@acme.example', path: '/mail/mailboxes/mailbox_2' },
    ],
  },
  'GET /api/x/plans/entitlements/links': {
    ...links,
    reason: {
      plan: 'team',
      plans: [{ name: 'business', title: { en: 'Business', zh: '商业版' } }],
      sources: [
        { from: 'grant', name: 'Trade fair', limit: 50, until: '2027-03-01T12:00:00.000Z' },
        { from: 'override', name: 'Early customer', limit: 1_000, until: null },
        { from: 'plan', name: 'team', limit: 500, until: null },
      ],
    },
  },
}
