import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineDownload, defineEndpoint, defineUpload, listInput, pageOf } from '@host/plugin/zod'
import { HtmlBody, recipientsOf, SenderName, Subject, TextBody } from './recipients.ts'
import { attachedTypes, writingLimits } from './writing-limits.ts'

/** How a draft began. */
export const draftKinds = ['new', 'reply', 'reply-all', 'forward'] as const
export type DraftKind = (typeof draftKinds)[number]

const Id = z.string().check(z.minLength(1), z.maxLength(60))
const AddressOut = z.object({ name: z.string(), address: z.string() })

const FileOut = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
})

/** A file of a draft, or one that waits for an email. */
export type DraftFile = z.infer<typeof FileOut>

const listed = {
  id: z.string(),
  mailboxId: z.string(),
  kind: z.enum(draftKinds),
  to: z.array(AddressOut).check(z.describe('In lists the first few.')),
  subject: z.string(),
  snippet: z.string().check(z.describe('The first words.')),
  updatedAt: z.string(),
}

const DraftItem = z.object(listed)

/** A draft as a list shows it. */
export type DraftItem = z.infer<typeof DraftItem>

export const DraftOut = z.object({
  ...listed,
  from: z.string().check(z.describe('The address that it is sent from.')),
  fromName: z.string(),
  cc: z.array(AddressOut),
  bcc: z.array(AddressOut),
  text: z.string(),
  html: z.nullable(z.string()).check(z.describe('HTML of its author; null where it is made from the text.')),
  editable: z.string().check(z.describe('HTML to edit: that of its author, or made from the text.')),
  original: z
    .nullable(z.string())
    .check(
      z.describe('Sanitized HTML of the email that it forwards, sent below the text; null where the text quotes it.'),
    ),
  answeredId: z.nullable(z.string()).check(z.describe('The email that it answers or forwards.')),
  signatureId: z.nullable(z.string()),
  files: z.array(FileOut),
  revision: z.int().check(z.describe('Counts changes. A change or a send names the one that it is based on.')),
  createdAt: z.string(),
})

/** A draft with its text. */
export type Draft = z.infer<typeof DraftOut>

const content = {
  to: z.optional(recipientsOf('Recipients.')),
  cc: z.optional(recipientsOf('Recipients of a copy.')),
  bcc: z.optional(recipientsOf('Recipients of a copy that the others do not see.')),
  subject: z.optional(Subject),
  text: z.optional(TextBody),
  html: z.optional(z.nullable(HtmlBody)),
}

const sender = {
  mailboxId: z.optional(
    Id.check(z.describe('The mailbox to write from; that of the answered email, or the first one, when left out.')),
  ),
  from: z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(254), z.describe('An address of the mailbox; its main address when left out.')),
  ),
  fromName: z.optional(SenderName),
}

const example: Draft = {
  id: 'maildraft_01h455vb4pex5vsknk084sn02q',
  mailboxId: 'mailbox_01h455vb4pex5vsknk084sn02q',
  kind: 'new',
  from: 'support@example.com',
  fromName: 'Support',
  to: [{ name: 'Ada', address: 'ada@example.org' }],
  cc: [],
  bcc: [],
  subject: 'Your invoice',
  snippet: 'Hello Ada,',
  text: 'Hello Ada,\n\nhere it is.',
  html: null,
  editable: '<p>Hello Ada,</p><p>here it is.</p>',
  original: null,
  answeredId: null,
  signatureId: null,
  files: [],
  revision: 1,
  updatedAt: '2026-01-31T08:15:00.000Z',
  createdAt: '2026-01-31T08:15:00.000Z',
}

export const listDrafts = defineEndpoint({
  pattern: 'GET /api/x/mail/drafts',
  input: listInput({
    sort: ['updatedAt'],
    filters: { mailboxId: z.string().check(z.maxLength(60), z.describe('Drafts of this mailbox only.')) },
  }),
  output: pageOf(DraftItem),
  summary: 'List the drafts of the mailboxes that you may write from, the newest first',
  errors: ['not_found'],
})

export const readDraft = defineEndpoint({
  pattern: 'GET /api/x/mail/drafts/{id}',
  input: nothing,
  output: DraftOut,
  summary: 'Read a draft',
})

export const createDraft = defineEndpoint({
  pattern: 'POST /api/x/mail/drafts',
  input: z.strictObject({
    kind: z.optional(z.enum(draftKinds)).check(z.describe('`new` when left out; the others need `emailId`.')),
    emailId: z.optional(Id.check(z.describe('The email to answer or forward.'))),
    ...sender,
    ...content,
    withSignature: z.optional(z.boolean()).check(z.describe('Adds the default signature; true when left out.')),
  }),
  output: DraftOut,
  status: 201,
  bodyLimit: writingLimits.body,
  audit: 'mail_draft.created',
  summary: 'Begin a draft, also of a reply or a forward',
  description: 'Replies and forwards begin with recipients, subject, quoted text and files of the original.',
  errors: ['not_found', 'conflict', 'quota_exceeded', 'overloaded', 'service_unavailable'],
  mcp: {
    name: 'draft',
    description:
      'Writes a draft of an email, a reply or a forward, which people can read, change and send. It sends nothing.',
  },
  examples: [{ input: { subject: 'Your invoice', to: [{ address: 'ada@example.org' }] }, output: example }],
})

export const changeDraft = defineEndpoint({
  pattern: 'PATCH /api/x/mail/drafts/{id}',
  input: z.strictObject({
    revision: z.int().check(z.gte(1), z.describe('The revision that the change is based on.')),
    ...sender,
    ...content,
    original: z.optional(z.null()).check(z.describe('Removes the email that it forwards.')),
    signatureId: z
      .optional(z.nullable(Id))
      .check(z.describe('Replaces the signature in the text by this one, or removes it.')),
  }),
  output: DraftOut,
  bodyLimit: writingLimits.body,
  // Saved while people type: the log has the beginning, the send and the deletion.
  audit: false,
  summary: 'Change a draft; refused where it was changed meanwhile',
  errors: ['conflict'],
})

export const deleteDraft = defineEndpoint({
  pattern: 'DELETE /api/x/mail/drafts/{id}',
  input: nothing,
  output: nothing,
  audit: 'mail_draft.deleted',
  summary: 'Delete a draft with its files',
})

export const addDraftFile = defineUpload({
  pattern: 'POST /api/x/mail/drafts/{id}/files',
  accept: attachedTypes,
  maxBytes: writingLimits.fileBytes,
  output: FileOut,
  status: 201,
  audit: false,
  summary: 'Attach a file to a draft',
  errors: ['conflict', 'quota_exceeded'],
  changes: ['/api/x/mail/drafts'],
})

export const removeDraftFile = defineEndpoint({
  pattern: 'DELETE /api/x/mail/drafts/{id}/files/{fileId}',
  input: nothing,
  output: nothing,
  audit: false,
  summary: 'Remove a file from a draft',
})

export const downloadDraftFile = defineDownload({
  pattern: 'GET /api/x/mail/drafts/{id}/files/{fileId}',
  summary: 'Download a file of a draft',
})
