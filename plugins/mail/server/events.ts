import * as z from 'zod/mini'
import { defineEvent } from '@host/plugin/zod'
import { senderEvents } from './senders/sender-events.ts'
import { suppressionEvents } from './suppressions/suppression-events.ts'

export const emailReceived = defineEvent({
  name: 'email.received',
  description: 'An email was received and stored',
  data: z.object({
    emailId: z.string(),
    mailboxId: z.string(),
    from: z.string().check(z.describe('The address that the email states, or an empty text. Untrusted.')),
    subject: z.string().check(z.describe('Untrusted text of the sender.')),
    folder: z
      .string()
      .check(z.describe('`inbox`, `spam` where the checks of its sender failed, or the folder that a rule chose.')),
    receivedAt: z.string(),
  }),
  example: {
    emailId: 'email_01h455vb4pex5vsknk084sn02q',
    mailboxId: 'mailbox_01h455vb4pex5vsknk084sn02q',
    from: 'ada@example.org',
    subject: 'Question about an invoice',
    folder: 'inbox',
    receivedAt: '2026-01-31T08:15:00.000Z',
  },
})

const recipientData = {
  outgoingId: z.string(),
  recipientId: z.string(),
  address: z.string(),
  reply: z.string().check(z.describe('The reply of the server, or the reason in its place. Untrusted.')),
}

const recipientExample = {
  outgoingId: 'mailout_01h455vb4pex5vsknk084sn02q',
  recipientId: 'mailrecipient_01h455vb4pex5vsknk084sn02q',
  address: 'ada@example.org',
}

export const emailSent = defineEvent({
  name: 'email.sent',
  description: 'An email left the queue: its first delivery began',
  data: z.object({
    outgoingId: z.string(),
    mailboxId: z.nullable(z.string()).check(z.describe('Null for an automatic email.')),
    from: z.string(),
    subject: z.string(),
    recipients: z.int(),
  }),
  example: {
    outgoingId: recipientExample.outgoingId,
    mailboxId: 'mailbox_01h455vb4pex5vsknk084sn02q',
    from: 'info@example.com',
    subject: 'Your invoice',
    recipients: 1,
  },
})

export const emailDelivered = defineEvent({
  name: 'email.delivered',
  description: 'A mail server accepted an email for a recipient',
  data: z.object(recipientData),
  example: { ...recipientExample, reply: '250 2.0.0 Accepted' },
})

export const emailFailed = defineEvent({
  name: 'email.failed',
  description: 'An email was not delivered to a recipient, or it is unknown whether it was',
  data: z.object({
    ...recipientData,
    state: z
      .enum(['refused', 'unknown', 'suppressed'])
      .check(z.describe('`unknown`: the connection was lost when the server may have had the email.')),
  }),
  example: { ...recipientExample, reply: '550 5.1.1 Unknown user', state: 'refused' },
})

export const emailBounced = defineEvent({
  name: 'email.bounced',
  description: 'A delivered email came back from a recipient',
  data: z.object(recipientData),
  example: { ...recipientExample, reply: '5.2.2 Mailbox full' },
})

export const emailComplained = defineEvent({
  name: 'email.complained',
  description: 'A recipient reported an email as spam',
  data: z.object(recipientData),
  example: { ...recipientExample, reply: 'abuse' },
})

export const events = [
  emailReceived,
  emailSent,
  emailDelivered,
  emailFailed,
  emailBounced,
  emailComplained,
  ...suppressionEvents,
  ...senderEvents,
] as const
