import { newRule } from './fill-mail.ts'
import type { Call } from './foreign-ids.ts'

const mailbox =
  (body?: object): Call =>
  (of) => ({ params: { id: of.mailbox }, ...(body !== undefined && { body }) })
const email =
  (body?: object): Call =>
  (of) => ({ params: { id: of.email }, ...(body !== undefined && { body }) })

const draft =
  (body?: object): Call =>
  (of) => ({ params: { id: of.mailDraft }, ...(body !== undefined && { body }) })
const template =
  (body?: object): Call =>
  (of) => ({ params: { id: of.mailTemplate }, ...(body !== undefined && { body }) })

const label =
  (body?: object): Call =>
  (of) => ({ params: { id: of.mailLabel }, ...(body !== undefined && { body }) })
const transport =
  (body?: object): Call =>
  (of) => ({ params: { id: of.mailTransport }, ...(body !== undefined && { body }) })
const rule =
  (body?: object): Call =>
  (of) => ({ params: { id: of.mailRule }, ...(body !== undefined && { body }) })
const forward =
  (body?: object): Call =>
  (of) => ({ params: { id: of.mailForward }, ...(body !== undefined && { body }) })
const sender =
  (body?: object): Call =>
  (of) => ({ params: { id: of.mailSender }, ...(body !== undefined && { body }) })
const outgoing =
  (body?: object): Call =>
  (of) => ({ params: { id: of.mailOutgoing }, ...(body !== undefined && { body }) })
const foreignRecipient: Call = (of, own) => ({
  params: { id: own.mailOutgoing },
  body: { recipientIds: [of.mailRecipient] },
  status: 409,
})

const newEmail = { to: [{ address: 'guest@example.test' }], subject: 'Hello', text: 'Hi' }
const newSignature = { name: 'Mine', text: 'Yours', html: null, mailboxId: null, isDefault: false }
const soon = new Date(Date.now() + 3_600_000).toISOString()
const variant = { subject: 'Hi', text: 'Hello', html: null }
const newTemplate = { slug: 'mine', name: 'Mine', en: variant, zh: null }

/** Routes of mail, by pattern. */
export const foreignMailPaths: Readonly<Record<string, Call>> = {
  'GET /api/x/mail/mailboxes/{id}': mailbox(),
  'PATCH /api/x/mail/mailboxes/{id}': mailbox({ name: 'Mine' }),
  'DELETE /api/x/mail/mailboxes/{id}': mailbox(),
  'GET /api/x/mail/mailboxes/{id}/members': mailbox(),
  'PUT /api/x/mail/mailboxes/{id}/members': mailbox({ userIds: [] }),
  'GET /api/emails/{id}': email(),
  'PATCH /api/emails/{id}': email({ isRead: true }),
  'DELETE /api/emails/{id}': email(),
  'GET /api/emails/{id}/conversation': email(),
  'GET /api/emails/{id}/raw': email(),
  'GET /api/emails/{id}/images': (of) => ({
    params: { id: of.email },
    query: { url: 'https://www.example.com/a.png' },
  }),
  'POST /api/emails/{id}/replay': email({}),
  'GET /api/emails/{id}/attachments/{attachmentId}': (of, own) => ({
    params: { id: own.email, attachmentId: of.emailFile },
  }),
  'PATCH /api/emails/{id}/schedule': email({ scheduledAt: soon }),
  'POST /api/emails/{id}/undo': email({}),
  'GET /api/x/mail/drafts/{id}': draft(),
  'PATCH /api/x/mail/drafts/{id}': draft({ revision: 1, subject: 'Mine' }),
  'DELETE /api/x/mail/drafts/{id}': draft(),
  'POST /api/x/mail/drafts/{id}/send': draft({ revision: 1 }),
  'DELETE /api/x/mail/drafts/{id}/files/{fileId}': (of) => ({ params: { id: of.mailDraft, fileId: 'unknown' } }),
  'GET /api/x/mail/drafts/{id}/files/{fileId}': (of) => ({ params: { id: of.mailDraft, fileId: 'unknown' } }),
  'PUT /api/x/mail/signatures/{id}': (of) => ({ params: { id: of.mailSignature }, body: newSignature }),
  'DELETE /api/x/mail/signatures/{id}': (of) => ({ params: { id: of.mailSignature } }),
  'GET /api/x/mail/templates/{id}': template(),
  'PUT /api/x/mail/templates/{id}': template(newTemplate),
  'DELETE /api/x/mail/templates/{id}': template(),
  'POST /api/x/mail/templates/{id}/preview': template({ language: 'en', variables: {} }),
  'POST /api/x/mail/templates/{id}/test': (of, own) => ({
    params: { id: of.mailTemplate },
    body: { language: 'en', variables: {}, mailboxId: own.mailbox },
  }),
  'POST /api/x/mail/mailboxes/{id}/mark-all-read': mailbox({ folder: 'inbox' }),
  'PATCH /api/x/mail/labels/{id}': label({ name: 'Mine' }),
  'DELETE /api/x/mail/labels/{id}': label(),
  'PATCH /api/x/mail/transports/{id}': transport({ name: 'Mine' }),
  'DELETE /api/x/mail/transports/{id}': transport(),
  'POST /api/x/mail/transports/{id}/test': transport({}),
  'GET /api/x/mail/outgoing/{id}': outgoing(),
  'GET /api/x/mail/outgoing/{id}/attempts': outgoing(),
  'POST /api/x/mail/outgoing/{id}/cancel': outgoing({}),
  'POST /api/x/mail/outgoing/{id}/retry': outgoing({}),
  'POST /api/x/mail/outgoing/{id}/send-again': outgoing({}),
  'POST /api/x/mail/outgoing/{id}/mark-delivered': outgoing({}),
  'GET /api/x/mail/mailboxes/{id}/rules': mailbox(),
  'POST /api/x/mail/mailboxes/{id}/rules': mailbox(newRule),
  'POST /api/x/mail/mailboxes/{id}/rules/try': mailbox({ conditions: newRule.conditions }),
  'PUT /api/x/mail/mailboxes/{id}/rules/order': (of) => ({
    params: { id: of.mailbox },
    body: { ids: [of.mailRule] },
  }),
  'PUT /api/x/mail/rules/{id}': rule(newRule),
  'DELETE /api/x/mail/rules/{id}': rule(),
  'POST /api/x/mail/rules/{id}/apply': rule({}),
  'GET /api/x/mail/mailboxes/{id}/forwards': mailbox(),
  'POST /api/x/mail/mailboxes/{id}/forwards': mailbox({ address: 'guest@example.test' }),
  'PATCH /api/x/mail/forwards/{id}': forward({ takesAll: true }),
  'DELETE /api/x/mail/forwards/{id}': forward(),
  'POST /api/x/mail/forwards/{id}/send-link': forward({}),
  'GET /api/x/mail/senders/{id}': sender(),
  'PATCH /api/x/mail/senders/{id}': sender({ rotateDays: null }),
  'DELETE /api/x/mail/senders/{id}': sender(),
  'POST /api/x/mail/senders/{id}/check': sender(),
  'POST /api/x/mail/senders/{id}/plan': sender({}),
  'POST /api/x/mail/senders/{id}/proof': sender({}),
  'POST /api/x/mail/senders/{id}/rotate': sender(),
}

/** Inputs of mail, by pattern and property. */
export const foreignMailInputs: Readonly<Record<string, Call>> = {
  'GET /api/emails mailboxId': (of) => ({ query: { mailboxId: of.mailbox } }),
  'GET /api/emails threadId': (of) => ({ query: { threadId: of.emailThread }, isList: true }),
  'POST /api/emails/replay mailboxId': (of) => ({ body: { mailboxId: of.mailbox, since: '2026-01-01T00:00:00Z' } }),
  'PUT /api/x/mail/mailboxes/{id}/members userIds': (of, own) => ({
    params: { id: own.mailbox },
    body: { userIds: [of.member] },
    status: 400,
  }),
  'GET /api/x/mail/drafts mailboxId': (of) => ({ query: { mailboxId: of.mailbox } }),
  'GET /api/x/mail/scheduled mailboxId': (of) => ({ query: { mailboxId: of.mailbox } }),
  'POST /api/emails mailboxId': (of) => ({ body: { ...newEmail, mailboxId: of.mailbox }, status: 400 }),
  'POST /api/x/mail/drafts mailboxId': (of) => ({ body: { mailboxId: of.mailbox }, status: 400 }),
  'POST /api/x/mail/drafts emailId': (of) => ({ body: { kind: 'reply', emailId: of.email } }),
  'PATCH /api/x/mail/drafts/{id} mailboxId': (of, own) => ({
    params: { id: own.mailDraft },
    body: { revision: 1, mailboxId: of.mailbox },
    status: 400,
  }),
  'PATCH /api/x/mail/drafts/{id} signatureId': (of, own) => ({
    params: { id: own.mailDraft },
    body: { revision: 1, signatureId: of.mailSignature },
    status: 400,
  }),
  'POST /api/x/mail/image-senders emailId': (of) => ({ body: { emailId: of.email } }),
  'POST /api/x/mail/signatures mailboxId': (of) => ({
    body: { ...newSignature, mailboxId: of.mailbox },
    status: 400,
  }),
  'PUT /api/x/mail/signatures/{id} mailboxId': (of, own) => ({
    params: { id: own.mailSignature },
    body: { ...newSignature, mailboxId: of.mailbox },
    status: 400,
  }),
  'POST /api/x/mail/templates/{id}/test mailboxId': (of, own) => ({
    params: { id: own.mailTemplate },
    body: { language: 'en', variables: {}, mailboxId: of.mailbox },
    status: 400,
  }),
  'GET /api/emails labelId': (of) => ({ query: { labelId: of.mailLabel }, isList: true }),
  'GET /api/x/mail/outgoing mailboxId': (of) => ({ query: { mailboxId: of.mailbox }, isList: true }),
  'POST /api/x/mail/outgoing/{id}/cancel recipientIds': foreignRecipient,
  'POST /api/x/mail/outgoing/{id}/retry recipientIds': foreignRecipient,
  'POST /api/x/mail/outgoing/{id}/send-again recipientIds': foreignRecipient,
  'POST /api/x/mail/outgoing/{id}/mark-delivered recipientIds': foreignRecipient,
}

const textOfWorkspace =
  'Names an email of this build and a language, and no row; the text is that of the workspace of the caller'
const byLink = 'The token of a link, which names no workspace; wrong ones are tried where forwarding is tested'

/** Routes of mail that take no ID of a workspace, and why. */
export const reviewedMail: Readonly<Record<string, string>> = {
  'GET /p/mail/forwards/{token}': byLink,
  'POST /p/mail/forwards/{token}/confirm': byLink,
  'POST /api/x/mail/inbound/{id}':
    'Found without a workspace, by its secret; one of another workspace is tried where receiving is tested',
  'POST /api/x/mail/drafts/{id}/files': 'Takes a file; the same check is tried where a draft is changed',
  'DELETE /api/x/mail/files/{id}': 'A file of its uploader alone; those of others are tried where drafts are tested',
  'DELETE /api/x/mail/image-senders/{id}':
    'A sender of one person, added by a verified email alone; those of others are tried where images are tested',
  'PUT /api/x/mail/system-emails/{key}/{language}': textOfWorkspace,
  'DELETE /api/x/mail/system-emails/{key}/{language}': textOfWorkspace,
  'POST /api/x/mail/system-emails/{key}/{language}/preview': textOfWorkspace,
  'POST /api/x/mail/system-emails/{key}/{language}/test': textOfWorkspace,
  'GET /api/x/mail/reports/domains/{domain}':
    'The name of a domain; one of another workspace is tried where reports are tested',
  'POST /api/x/mail/providers/{id}':
    'Found without a workspace, by its secret; one of another workspace is tried where providers are tested',
}
