import type { StoredStsPolicy } from '@host/email'
import { column, model } from '@host/plugin'
import type { OutgoingState, RecipientKind, RecipientState, TransportSecurity } from '../../shared.ts'
import { cloneOutgoing, cloneRecipient } from './clone-outgoing.ts'
import { Message } from './messages.ts'

/** A message that is sent, once for all its recipients. */
export const Outgoing = model(
  'mail_outgoing',
  {
    id: column.id('mailout'),
    org_id: column.org(),
    /** Null for an email of a plugin, whose bytes are sealed here, and for a message that was deleted. */
    message_id: column.reference(Message, { onDelete: 'null' }),
    /** The bytes of a plugin's email, sealed for `seal` and gone when it is done: they may have secret links in them. */
    body: column.text({ max: 4_194_304, nullable: true, secret: true }),
    seal: column.text({ max: 36, nullable: true }),
    /** The job of the host that handed an email of a plugin over, so that a repeat of it is known. */
    source_key: column.text({ max: 60, nullable: true }),
    /** Trace headers before the bytes of a stored message that is forwarded. */
    prefix: column.text({ max: 1_000, default: '' }),
    mailbox_id: column.text({ max: 60, nullable: true }),
    /** Sender of the envelope where no bounce address replaces it. */
    envelope_from: column.text({ max: 320, default: '' }),
    from_address: column.text({ max: 320, default: '' }),
    /** All recipients for those who may not read the message; see `recipientsText`. */
    recipients_text: column.text({ max: 200, default: '' }),
    subject: column.text({ max: 1_000, default: '' }),
    state: column.text<OutgoingState>({ max: 10 }),
    send_at: column.time(),
    /** After this moment no further attempt is made. */
    deadline: column.time({ nullable: true }),
    began_at: column.time({ nullable: true }),
    /** When the sender was told that it is delayed. */
    delay_told_at: column.time({ nullable: true }),
    ended_at: column.time({ nullable: true }),
    created_by: column.text({ max: 60, nullable: true }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'source_key']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'state', 'id'],
      ['org_id', 'mailbox_id', 'id'],
      ['ended_at', 'id'],
    ],
    // Approvals name it for admins, who may not read it.
    label: ['from_address', 'recipients_text'],
    transfer: { reason: 'The original sends emails that wait.', clone: cloneOutgoing },
  },
)

/** A recipient of a message that is sent, with its own result. */
export const Recipient = model(
  'mail_recipients',
  {
    id: column.id('mailrecipient'),
    org_id: column.org(),
    outgoing_id: column.reference(Outgoing, { onDelete: 'cascade' }),
    address: column.text({ max: 320 }),
    /** In ASCII: recipients of one domain are sent to together. */
    domain: column.text({ max: 255 }),
    kind: column.text<RecipientKind>({ max: 3 }),
    state: column.text<RecipientState>({ max: 10 }),
    attempts: column.integer({ default: 0 }),
    next_at: column.time({ nullable: true }),
    /** The last reply of a server, or the reason in its place. */
    reply: column.text({ max: 1_000, default: '' }),
    /** The job that sends to it; an older one finds nothing to do. */
    job_id: column.text({ max: 64, nullable: true }),
    /** The attempt that runs. */
    claim: column.text({ max: 36, nullable: true }),
    /** Set and committed before the end of the message is sent: from then on the server may have it. */
    in_doubt_at: column.time({ nullable: true }),
    settled_at: column.time({ nullable: true }),
  },
  {
    unique: [['org_id', 'outgoing_id', 'address']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'state', 'id'],
      ['org_id', 'outgoing_id', 'domain', 'id'],
      ['state', 'next_at', 'id'],
    ],
    label: 'address',
    transfer: { reason: 'The original sends emails that wait.', clone: cloneRecipient },
  },
)

/** The result of an attempt for one recipient. */
export interface AttemptResult {
  readonly recipientId: string
  readonly address: string
  readonly outcome: 'delivered' | 'refused' | 'deferred' | 'unknown'
  readonly reply: string
}

/** One connection for a message and the recipients of a domain, with all that was said but credentials. */
export const Attempt = model(
  'mail_attempts',
  {
    id: column.id('mailtry'),
    org_id: column.org(),
    outgoing_id: column.reference(Outgoing, { onDelete: 'cascade' }),
    domain: column.text({ max: 255 }),
    at: column.time(),
    /** The name of the transport, `system` or `direct`. */
    via: column.text({ max: 60 }),
    server: column.text({ max: 320, default: '' }),
    tls: column.text({ max: 100, default: '' }),
    transcript: column.text({ max: 8_192, default: '' }),
    results: column.json<readonly AttemptResult[]>({ default: [] }),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'outgoing_id', 'domain', 'id'],
    ],
  },
)

/** A server that takes the mail of a workspace, in the order in which they are tried. */
export const Transport = model(
  'mail_transports',
  {
    id: column.id('mailtransport'),
    org_id: column.org(),
    name: column.text({ max: 60 }),
    host: column.text({ max: 253 }),
    port: column.integer(),
    security: column.text<TransportSecurity>({ max: 10 }),
    username: column.text({ max: 200, default: '' }),
    /** The name for which the password is sealed, known before the row is. */
    seal: column.text({ max: 36 }),
    password: column.text({ max: 2_000, nullable: true, secret: true }),
    position: column.integer(),
    is_on: column.boolean({ default: true }),
    /** Only mail from these domains; all where there are none. */
    from_domains: column.json<readonly string[]>({ default: [] }),
    /** The sender of the workspace's automatic emails; null where the transport sends none. */
    system_from: column.text({ max: 254, nullable: true }),
    /** Whether bounces come back to an address of this instance instead of the sender. */
    has_bounce_address: column.boolean({ default: true }),
    created_at: column.time({ default: 'now' }),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'position', 'id'],
    ],
    label: 'name',
  },
)

/** The MTA-STS policy of a destination, for the whole instance. */
export const StsPolicyRow = model(
  'mail_sts_policies',
  {
    id: column.id('mailpolicy'),
    domain: column.text({ max: 253 }),
    stored: column.json<StoredStsPolicy>(),
    changed_at: column.time(),
  },
  { unique: [['domain']], index: [['changed_at']] },
)

export const outgoingModels = [Outgoing, Recipient, Attempt, Transport, StsPolicyRow] as const
