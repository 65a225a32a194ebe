import * as z from 'zod/mini'
import { defineEvent } from '@host/plugin/zod'

export const emailReceived = defineEvent({
  name: 'email.received',
  description: 'An email was received and stored',
  data: z.object({
    emailId: z.string(),
    mailboxId: z.string(),
    from: z.string().check(z.describe('The address that the email states, or an empty text. Untrusted.')),
    subject: z.string().check(z.describe('Untrusted text of the sender.')),
    folder: z.string().check(z.describe('`inbox`, or `spam` where the checks of its sender failed.')),
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

export const events = [emailReceived] as const
