/** Sending emails, by drafts and by programs. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, defineUpload, listInput, pageOf } from '@host/plugin/zod'
import { HtmlBody, recipientsOf, Recipient, SenderName, Subject, TextBody } from './recipients.ts'
import { attachedTypes, writingLimits } from './writing-limits.ts'

const Id = z.string().check(z.minLength(1), z.maxLength(60))

const ScheduledAt = z.optional(
  z.string().check(
    z.maxLength(40),
    z.refine((text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)), 'Enter a date and a time.'),
    z.describe(`When it is sent, in ISO 8601, within ${writingLimits.scheduledDays} days; at once when left out.`),
  ),
)

const VariableName = z.string().check(z.maxLength(writingLimits.variableName))
const Variables = z.record(VariableName, z.string().check(z.maxLength(writingLimits.variableValue))).check(
  z.refine((given) => Object.keys(given).length <= writingLimits.variables, 'Use fewer variables.'),
  z.describe('Values of the variables of the template, by name.'),
)

/** An email that a program sends. */
const newEmail = {
  mailboxId: z.optional(Id.check(z.describe('The mailbox to send from, or leave it out and name `from`.'))),
  from: z.optional(
    z.strictObject({
      address: z.optional(
        z.string().check(z.trim(), z.maxLength(254), z.describe('An address of a mailbox of this workspace.')),
      ),
      name: z.optional(SenderName),
    }),
  ),
  to: recipientsOf('Recipients.'),
  cc: z.optional(recipientsOf('Recipients of a copy.')),
  bcc: z.optional(recipientsOf('Recipients of a copy that the others do not see.')),
  replyTo: z.optional(
    z
      .array(Recipient)
      .check(z.maxLength(writingLimits.replyTo), z.describe('Where answers go in place of the sender.')),
  ),
  subject: z.optional(Subject.check(z.describe('Required without a template.'))),
  text: z.optional(TextBody),
  html: z.optional(HtmlBody),
  inReplyTo: z.optional(Id.check(z.describe('The ID of the email that it answers, which you may read.'))),
  files: z.optional(
    z.array(Id).check(z.maxLength(writingLimits.files), z.describe('IDs of uploaded files, in their order.')),
  ),
  unsubscribeUrl: z.optional(
    z.string().check(z.maxLength(900)).register(z.globalRegistry, {
      description: 'An https address that unsubscribes by one POST, for the header List-Unsubscribe.',
      writeOnly: true,
    }),
  ),
  template: z.optional(
    z.string().check(z.maxLength(writingLimits.templateKey), z.describe('The key of a template, in place of a text.')),
  ),
  language: z.optional(z.enum(['en', 'zh'])).check(z.describe('The variant of the template; English when left out.')),
  variables: z.optional(Variables),
  scheduledAt: ScheduledAt,
}

const NewEmail = z.strictObject(newEmail)
export type NewEmail = z.infer<typeof NewEmail>

const SentOut = z.object({
  emailId: z.string(),
  outgoingId: z.string().check(z.describe('The entry of the queue, with the result of each recipient.')),
  sendAt: z.string().check(z.describe('When the first attempt is made.')),
})

/** An email that is on its way. */
export type SentEmail = z.infer<typeof SentOut>

const example: SentEmail = {
  emailId: 'email_01h455vb4pex5vsknk084sn02q',
  outgoingId: 'mailout_01h455vb4pex5vsknk084sn02q',
  sendAt: '2026-01-31T08:15:00.000Z',
}

const sentErrors = ['conflict', 'quota_exceeded', 'overloaded', 'service_unavailable'] as const

export const sendEmail = defineEndpoint({
  pattern: 'POST /api/emails',
  input: NewEmail,
  output: SentOut,
  status: 202,
  bodyLimit: writingLimits.body,
  audit: 'email.sent',
  summary: 'Send an email from a mailbox that you may write from',
  description:
    'With an `Idempotency-Key` a repeat sends nothing and gets the first answer. Results of recipients come with events.',
  errors: sentErrors,
  changes: ['/api/x/mail/mailboxes'],
  mcp: {
    name: 'send',
    description: 'Sends an email to people outside of the workspace. Prefer a draft unless the user asked to send.',
    approval: true,
  },
  examples: [
    {
      input: {
        mailboxId: 'mailbox_01h455vb4pex5vsknk084sn02q',
        to: [{ address: 'ada@example.org' }],
        subject: 'Hi',
        text: 'Hi',
      },
      output: example,
    },
  ],
})

export const sendBatch = defineEndpoint({
  pattern: 'POST /api/emails/batch',
  input: z.strictObject({
    emails: z
      .array(NewEmail)
      .check(z.minLength(1), z.maxLength(writingLimits.batch), z.describe('Emails; all are valid and sent, or none.')),
  }),
  output: z.object({ items: z.array(SentOut).check(z.describe('In the order of the emails.')) }),
  status: 202,
  bodyLimit: writingLimits.batchBody,
  structureLimit: 200_000,
  audit: 'email.sent_in_batch',
  summary: `Send up to ${writingLimits.batch} emails, all or none`,
  errors: sentErrors,
  changes: ['/api/x/mail/mailboxes'],
})

export const sendDraft = defineEndpoint({
  pattern: 'POST /api/x/mail/drafts/{id}/send',
  input: z.strictObject({
    revision: z.int().check(z.gte(1), z.describe('The revision that is sent.')),
    scheduledAt: ScheduledAt,
  }),
  output: z.object({
    ...SentOut.shape,
    undoUntil: z.nullable(z.string()).check(z.describe('Until when it can be undone; null for no time at all.')),
  }),
  status: 202,
  audit: 'email.sent',
  summary: 'Send a draft, after the time to undo that its author has set',
  errors: sentErrors,
  changes: ['/api/emails', '/api/x/mail/mailboxes', '/api/x/mail/scheduled'],
  mcp: {
    name: 'send_draft',
    description: 'Sends a draft to its recipients. Read it before.',
    approval: true,
  },
})

const ScheduledOut = z.object({
  emailId: z.string(),
  mailboxId: z.string(),
  subject: z.string(),
  to: z.array(z.object({ name: z.string(), address: z.string() })).check(z.describe('The first few.')),
  sendAt: z.string(),
})

/** An email that waits for its time. */
export type ScheduledEmail = z.infer<typeof ScheduledOut>

export const listScheduled = defineEndpoint({
  pattern: 'GET /api/x/mail/scheduled',
  input: listInput({
    sort: ['sendAt'],
    filters: { mailboxId: z.string().check(z.maxLength(60), z.describe('Emails of this mailbox only.')) },
  }),
  output: pageOf(ScheduledOut),
  summary: 'List the emails that wait for their time, the next first',
  errors: ['not_found'],
})

export const undoSend = defineEndpoint({
  pattern: 'POST /api/emails/{id}/undo',
  input: z.strictObject({}),
  output: z.object({
    draftId: z.nullable(z.string()).check(z.describe('The draft that is back; null where none was sent.')),
  }),
  audit: 'email.send_undone',
  summary: 'Undo a send that has not begun, or cancel a scheduled email',
  description: 'The email is removed. One that was written as a draft is a draft again.',
  errors: ['conflict'],
  changes: ['/api/x/mail/mailboxes', '/api/x/mail/drafts', '/api/x/mail/scheduled'],
})

export const rescheduleEmail = defineEndpoint({
  pattern: 'PATCH /api/emails/{id}/schedule',
  input: z.strictObject({ scheduledAt: z.string().check(z.maxLength(40), z.describe('The new time, in ISO 8601.')) }),
  output: SentOut,
  audit: 'email.rescheduled',
  summary: 'Change the time of a scheduled email',
  errors: ['conflict'],
  changes: ['/api/x/mail/scheduled'],
})

const FileOut = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  deletedAt: z.string().check(z.describe('When it is deleted.')),
})

export const uploadFile = defineUpload({
  pattern: 'POST /api/x/mail/files',
  accept: attachedTypes,
  maxBytes: writingLimits.fileBytes,
  output: FileOut,
  status: 201,
  audit: false,
  changes: false,
  summary: `Upload a file for emails that you send by the API within ${writingLimits.looseHours} hours`,
  errors: ['conflict', 'quota_exceeded'],
})

export const deleteFile = defineEndpoint({
  pattern: 'DELETE /api/x/mail/files/{id}',
  input: nothing,
  output: nothing,
  audit: false,
  changes: false,
  summary: 'Delete a file that you uploaded for emails',
})
