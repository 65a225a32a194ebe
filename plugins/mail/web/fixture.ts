import { folders, type Email, type EmailDetails, type Mailbox, type OutgoingDetails } from '../shared.ts'

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
  delivery: null,
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

const recipient = { kind: 'to', attempts: 1, nextAt: null, settledAt: email.receivedAt } as const

/** A sent message with a recipient who has it, one from whom it came back, and one who is tried again. */
export const outgoing: OutgoingDetails = {
  id: 'mailout_1',
  mailboxId: mailbox.id,
  subject: email.subject,
  from: mailbox.address,
  to: ['ada@example.org'],
  state: 'sending',
  sendAt: email.receivedAt,
  createdAt: email.receivedAt,
  recipients: { total: 3, waiting: 1, delivered: 1, failed: 1, unknown: 0 },
  envelopeFrom: mailbox.address,
  beganAt: email.receivedAt,
  endedAt: null,
  emailId: email.id,
  canSendAgain: true,
  all: [
    { ...recipient, id: 'mailrecipient_1', address: 'ada@example.org', state: 'delivered', reply: '250 2.0.0 Stored' },
    {
      ...recipient,
      id: 'mailrecipient_2',
      address: 'bo@example.org',
      state: 'bounced',
      reply: '550 5.1.1 Unknown user',
    },
    {
      ...recipient,
      id: 'mailrecipient_3',
      address: 'cy@example.org',
      state: 'deferred',
      reply: '451 4.2.1 Later',
      nextAt: '2026-01-31T09:15:00.000Z',
      settledAt: null,
    },
  ],
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
