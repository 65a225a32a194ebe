import type { Call } from './foreign-ids.ts'

const mailbox =
  (body?: object): Call =>
  (of) => ({ params: { id: of.mailbox }, ...(body !== undefined && { body }) })
const email =
  (body?: object): Call =>
  (of) => ({ params: { id: of.email }, ...(body !== undefined && { body }) })

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
}

/** Inputs of mail, by pattern and property. */
export const foreignMailInputs: Readonly<Record<string, Call>> = {
  'GET /api/emails mailboxId': (of) => ({ query: { mailboxId: of.mailbox } }),
  'GET /api/emails threadId': (of) => ({ query: { threadId: of.emailThread }, isList: true }),
  'POST /api/emails/replay mailboxId': (of) => ({ body: { mailboxId: of.mailbox, since: '2026-01-01T00:00:00Z' } }),
}

/** Routes of mail that take no ID of a workspace, and why. */
export const reviewedMail: Readonly<Record<string, string>> = {
  'PUT /api/x/mail/mailboxes/{id}/members userIds':
    'Answers 400 for a user of no membership, as for an unknown one; tried where mailboxes are tested',
  'POST /api/x/mail/inbound/{id}':
    'Found without a workspace, by its secret; one of another workspace is tried where receiving is tested',
}
