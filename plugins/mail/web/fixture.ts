import { folders, type Email, type EmailDetails, type Mailbox } from '../shared.ts'

const counts = folders.map((folder) => ({ folder, emails: 0, unread: 0 }))

export const mailbox: Mailbox = {
  id: 'mailbox_1',
  address: 'support@example.com',
  name: 'Support',
  aliases: ['help@example.com'],
  isCatchAll: false,
  takesPlus: true,
  onDmarcReject: 'refuse',
  onDmarcQuarantine: 'spam',
  retentionDays: null,
  shortensLinks: false,
  canShortenLinks: false,
  isReceiving: true,
  canRead: true,
  members: 1,
  folders: counts.map((count) => (count.folder === 'inbox' ? { folder: 'inbox', emails: 3, unread: 2 } : count)),
  createdAt: '2026-01-05T08:00:00.000Z',
}

export const email: Email = {
  id: 'email_1',
  mailboxId: mailbox.id,
  threadId: 'mailthread_1',
  direction: 'in',
  folder: 'inbox',
  isRead: false,
  subject: 'Question about an invoice',
  from: { name: 'Ada', address: 'ada@example.org' },
  to: [{ name: '', address: mailbox.address }],
  cc: [],
  snippet: 'Hello, I have a question about the invoice of January.',
  receivedAt: '2026-01-31T08:15:00.000Z',
  size: 2_048,
  attachments: 0,
  parse: 'complete',
  labels: [],
  checks: null,
}

export const details: EmailDetails = {
  ...email,
  bcc: [],
  replyTo: [],
  messageId: '<1@example.org>',
  text: 'Hello, I have a question about the invoice of January.\n\nAda',
  html: null,
  remoteImages: 'blocked',
  files: [],
  problems: [],
}

/** That many emails, the newest first. */
export function manyEmails(count: number): readonly Email[] {
  const newest = Date.parse(email.receivedAt)
  return Array.from({ length: count }, (_, at) => ({
    ...email,
    id: `email_${at + 1}`,
    threadId: `mailthread_${at + 1}`,
    subject: `Email ${at + 1}`,
    receivedAt: new Date(newest - at * 60_000).toISOString(),
  }))
}
