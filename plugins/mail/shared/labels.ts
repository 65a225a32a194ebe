import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { mailLimits } from './limits.ts'

/** Colors of labels: the meanings that every theme has. */
export const labelTones = ['neutral', 'accent', 'positive', 'warning', 'danger'] as const

export type LabelTone = (typeof labelTones)[number]

const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(mailLimits.labelName),
    z.refine(isDisplayName, displayNameComplaint.en),
    z.describe('Compared without case.'),
  )
const Tone = z.enum(labelTones).check(z.describe('Its color.'))

export const LabelOut = z.object({ id: z.string(), name: z.string(), tone: z.enum(labelTones) })

/** A label of a workspace, which emails of all its mailboxes can have. */
export type EmailLabel = z.infer<typeof LabelOut>

const example: EmailLabel = { id: 'maillabel_01h455vb4pex5vsknk084sn02q', name: 'Invoices', tone: 'accent' }

const CountedLabel = z.object({
  ...LabelOut.shape,
  unread: z.int().check(z.describe('Unread emails that it lists for you.')),
})

export const listLabels = defineEndpoint({
  pattern: 'GET /api/x/mail/labels',
  input: nothing,
  output: z.object({ items: z.array(CountedLabel) }),
  summary: 'List the labels that emails can have, by name',
  mcp: { name: 'list_labels', description: 'Lists the labels that emails can have, with their ids.' },
  examples: [{ input: undefined, output: { items: [{ ...example, unread: 2 }] } }],
})

export const createLabel = defineEndpoint({
  pattern: 'POST /api/x/mail/labels',
  input: z.strictObject({ name: Name, tone: z.optional(Tone) }),
  output: LabelOut,
  status: 201,
  audit: 'mail_label.created',
  summary: 'Create a label for emails',
  errors: ['conflict'],
  examples: [{ input: { name: example.name, tone: example.tone }, output: example }],
})

export const changeLabel = defineEndpoint({
  pattern: 'PATCH /api/x/mail/labels/{id}',
  input: z.strictObject({ name: z.optional(Name), tone: z.optional(Tone) }),
  output: LabelOut,
  audit: 'mail_label.updated',
  summary: 'Rename a label, or change its color',
  errors: ['conflict'],
})

export const deleteLabel = defineEndpoint({
  pattern: 'DELETE /api/x/mail/labels/{id}',
  input: nothing,
  output: nothing,
  audit: 'mail_label.deleted',
  summary: 'Delete a label and take it off all emails',
  changes: ['/api/emails'],
})

const Id = z.string().check(z.minLength(1), z.maxLength(60))
const LabelIds = z.array(Id).check(z.maxLength(mailLimits.labelsOfEmail))

export const labelEmails = defineEndpoint({
  pattern: 'PATCH /api/emails/bulk/labels',
  input: z.strictObject({
    ids: z
      .array(Id)
      .check(z.minLength(1), z.maxLength(mailLimits.changedAtOnce), z.describe('IDs of emails; each counts once.')),
    add: z.optional(LabelIds).check(z.describe('IDs of labels that they get.')),
    remove: z.optional(LabelIds).check(z.describe('IDs of labels that are taken off.')),
  }),
  output: z.object({ changed: z.int() }),
  audit: 'email.labeled',
  summary: 'Label up to 200 emails, or take labels off them, all or none',
  errors: ['not_found', 'conflict'],
  changes: ['/api/x/mail/labels'],
})

export const markAllRead = defineEndpoint({
  pattern: 'POST /api/x/mail/mailboxes/{id}/mark-all-read',
  input: z.strictObject({
    folder: z
      .enum(['inbox', 'archive', 'spam', 'trash', 'sent'])
      .check(z.describe('The folder whose emails are marked.')),
  }),
  output: z.object({
    changed: z.int().check(z.describe('How many were marked at once.')),
    jobId: z.nullable(z.string()).check(z.describe('The job that marks the rest; null when all are marked.')),
  }),
  audit: 'mailbox.marked_read',
  summary: 'Mark all emails of a folder as read',
  changes: ['/api/emails', '/api/x/mail/mailboxes'],
})
