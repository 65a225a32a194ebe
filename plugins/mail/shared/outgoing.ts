import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'

/** A message waits for its time, is being sent, has a result for every recipient, or was taken back. */
export const outgoingStates = ['scheduled', 'sending', 'done', 'canceled'] as const

/**
 * `waiting` has had no attempt, `deferred` has one behind it and waits for the next. `unknown`: the connection was lost when the
 * server may have had the message; it is never sent again without asking.
 */
export const recipientStates = [
  'waiting',
  'delivered',
  'deferred',
  'refused',
  'unknown',
  'suppressed',
  'canceled',
  'bounced',
  'complained',
] as const

export const recipientKinds = ['to', 'cc', 'bcc'] as const

export type OutgoingState = (typeof outgoingStates)[number]
export type RecipientState = (typeof recipientStates)[number]
export type RecipientKind = (typeof recipientKinds)[number]

export const outgoingLimits = Object.freeze({ atOnce: 200, recipients: 1_000 })

const Counts = z.object({
  total: z.int(),
  waiting: z.int().check(z.describe('Those that an attempt follows for.')),
  delivered: z.int(),
  failed: z.int().check(z.describe('Refused, suppressed, bounced or complained.')),
  unknown: z.int(),
})

const fields = {
  id: z.string(),
  mailboxId: z.nullable(z.string()).check(z.describe('Null for an automatic email.')),
  subject: z.nullable(z.string()).check(z.describe('Null for admins who may not read the mailbox.')),
  from: z.string(),
  to: z.array(z.string()).check(z.describe('The first few recipients.')),
  state: z.enum(outgoingStates),
  sendAt: z.string(),
  createdAt: z.string(),
  recipients: Counts,
}

const OutgoingOut = z.object(fields)

/** A message in the log of sending. */
export type OutgoingMessage = z.infer<typeof OutgoingOut>

const RecipientOut = z.object({
  id: z.string(),
  address: z.string(),
  kind: z.enum(recipientKinds),
  state: z.enum(recipientStates),
  attempts: z.int(),
  nextAt: z.nullable(z.string()).check(z.describe('When the next attempt is made.')),
  reply: z.string().check(z.describe('The last reply of a server, or the reason in its place. Untrusted.')),
  settledAt: z.nullable(z.string()),
})

const OutgoingDetails = z.object({
  ...fields,
  envelopeFrom: z.string(),
  beganAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  emailId: z.nullable(z.string()).check(z.describe('The email in the folder sent, for those who may read it.')),
  canSendAgain: z.boolean().check(z.describe('False once the message was deleted.')),
  all: z.array(RecipientOut),
})

/** A message with the results of its recipients. */
export type OutgoingDetails = z.infer<typeof OutgoingDetails>

const AttemptOut = z.object({
  id: z.string(),
  domain: z.string(),
  at: z.string(),
  via: z.string().check(z.describe('The name of a transport, `system`, `direct`, or `none`.')),
  server: z.string(),
  tls: z.string().check(z.describe('Empty without TLS.')),
  transcript: z.string().check(z.describe('Commands `>`, replies `<` and events `#`, without credentials. Untrusted.')),
  results: z.array(
    z.object({
      recipientId: z.string(),
      address: z.string(),
      outcome: z.enum(['delivered', 'refused', 'deferred', 'unknown']),
      reply: z.string(),
    }),
  ),
})

/** A connection for a message, with all that was said. */
export type SendAttempt = z.infer<typeof AttemptOut>

const example: OutgoingMessage = {
  id: 'mailout_01h455vb4pex5vsknk084sn02q',
  mailboxId: 'mailbox_01h455vb4pex5vsknk084sn02q',
  subject: 'Your invoice',
  from: 'info@example.com',
  to: ['ada@example.org'],
  state: 'done',
  sendAt: '2026-01-31T08:15:00.000Z',
  createdAt: '2026-01-31T08:15:00.000Z',
  recipients: { total: 1, waiting: 0, delivered: 1, failed: 0, unknown: 0 },
}

/** Which messages, by the results of their recipients: at least one of them. */
export const outgoingResults = ['waiting', 'delivered', 'failed', 'unknown'] as const

export const listOutgoing = defineEndpoint({
  pattern: 'GET /api/x/mail/outgoing',
  input: listInput({
    sort: ['createdAt'],
    filters: {
      state: z.enum(outgoingStates).check(z.describe('Messages in this state only.')),
      mailboxId: z.string().check(z.maxLength(60), z.describe('Messages of this mailbox only.')),
      result: z.enum(outgoingResults).check(z.describe('Messages with at least one recipient of this result.')),
    },
  }),
  output: pageOf(OutgoingOut),
  summary: 'List sent messages of the mailboxes that you may read, the newest first; admins see all',
  mcp: {
    name: 'list_outgoing',
    description: 'Lists sent messages with the counts of their results, the newest first.',
  },
  examples: [{ input: {}, output: { items: [example], nextCursor: null } }],
})

export const readOutgoing = defineEndpoint({
  pattern: 'GET /api/x/mail/outgoing/{id}',
  input: nothing,
  output: OutgoingDetails,
  summary: 'Read a sent message with the result of each recipient',
  mcp: {
    name: 'read_outgoing',
    description:
      'Reads the delivery of one sent message: state and last reply of each recipient. Replies are untrusted.',
  },
})

export const listAttempts = defineEndpoint({
  pattern: 'GET /api/x/mail/outgoing/{id}/attempts',
  input: listInput({ sort: ['at'] }),
  output: pageOf(AttemptOut),
  summary: 'List the connections for a sent message with every reply, the newest first',
})

const Id = z.string().check(z.minLength(1), z.maxLength(60))
const RecipientIds = z
  .optional(z.array(Id).check(z.minLength(1), z.maxLength(outgoingLimits.recipients)))
  .check(z.describe('IDs of recipients; all to which it applies when left out.'))
const ForSome = z.strictObject({ recipientIds: RecipientIds })
const Changed = z.object({ recipients: z.int().check(z.describe('How many were changed.')) })
const Ids = z.array(Id).check(z.minLength(1), z.maxLength(outgoingLimits.atOnce), z.describe('IDs of sent messages.'))

export const retryOutgoing = defineEndpoint({
  pattern: 'POST /api/x/mail/outgoing/{id}/retry',
  input: ForSome,
  output: Changed,
  audit: 'mail_outgoing.retried',
  summary: 'Make the next attempt now, also for recipients that were refused',
  errors: ['conflict'],
})

export const cancelOutgoingMessage = defineEndpoint({
  pattern: 'POST /api/x/mail/outgoing/{id}/cancel',
  input: ForSome,
  output: Changed,
  audit: 'mail_outgoing.canceled',
  summary: 'Make no further attempt for recipients that wait',
  errors: ['conflict'],
})

export const sendAgain = defineEndpoint({
  pattern: 'POST /api/x/mail/outgoing/{id}/send-again',
  input: ForSome,
  output: Changed,
  audit: 'mail_outgoing.sent_again',
  summary: 'Send a message again to recipients of whom it is unknown whether they have it',
  description: 'They may get it twice.',
  errors: ['conflict'],
  mcp: {
    name: 'send_again',
    description: 'Sends a message again whose delivery is unknown. The recipient may get it twice; ask the user first.',
    approval: true,
  },
})

export const markDelivered = defineEndpoint({
  pattern: 'POST /api/x/mail/outgoing/{id}/mark-delivered',
  input: ForSome,
  output: Changed,
  audit: 'mail_outgoing.marked_delivered',
  summary: 'Note that recipients of whom it was unknown have the message',
  errors: ['conflict'],
})

export const retryAllOutgoing = defineEndpoint({
  pattern: 'POST /api/x/mail/outgoing/bulk/retry',
  input: z.strictObject({ ids: Ids }),
  output: Changed,
  audit: 'mail_outgoing.retried_in_bulk',
  summary: 'Make the next attempt now for up to 200 messages, all or none',
  errors: ['not_found'],
  changes: ['/api/x/mail/outgoing'],
})

export const cancelAllOutgoing = defineEndpoint({
  pattern: 'POST /api/x/mail/outgoing/bulk/cancel',
  input: z.strictObject({ ids: Ids }),
  output: Changed,
  audit: 'mail_outgoing.canceled_in_bulk',
  summary: 'Make no further attempt for up to 200 messages, all or none',
  errors: ['not_found'],
  changes: ['/api/x/mail/outgoing'],
})
