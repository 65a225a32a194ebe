import { column, mirror, model, type TablesOf } from '@host/plugin'
import type {
  Direction,
  EmailAddress,
  Folder,
  ParseState,
  QuarantinePolicy,
  RejectPolicy,
  SenderVerdicts,
} from '../shared.ts'

const Mailbox = model(
  'mail_mailboxes',
  {
    id: column.id('mailbox'),
    org_id: column.org(),
    /** In its one form, see `readAddress`; where mail arrives says `mail_addresses`. */
    address: column.text({ max: 254 }),
    name: column.text({ max: 60 }),
    takes_plus: column.boolean({ default: true }),
    on_dmarc_reject: column.text<RejectPolicy>({ max: 10, default: 'refuse' }),
    on_dmarc_quarantine: column.text<QuarantinePolicy>({ max: 10, default: 'spam' }),
    retention_days: column.integer({ nullable: true }),
    created_by: column.text({ max: 60 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'address', 'id'],
      ['retention_days', 'id'],
    ],
    label: 'address',
  },
)

/** Which role an address has for its mailbox. */
export type AddressKind = 'main' | 'alias' | 'catch-all'

/** An address that mail arrives at, or `*@domain` for the rest of a domain; unique in the instance. */
const Address = model(
  'mail_addresses',
  {
    id: column.id('mailaddress'),
    org_id: column.org(),
    mailbox_id: column.reference(Mailbox, { onDelete: 'cascade' }),
    address: column.text({ max: 254 }),
    kind: column.text<AddressKind>({ max: 10 }),
  },
  { unique: [['address']], index: [['org_id', 'id']], label: 'address' },
)

/** A member who may read a mailbox. */
const Access = model(
  'mail_access',
  {
    id: column.id('mailaccess'),
    org_id: column.org(),
    mailbox_id: column.reference(Mailbox, { onDelete: 'cascade' }),
    user_id: column.text({ max: 60 }),
  },
  {
    unique: [['org_id', 'mailbox_id', 'user_id']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'user_id', 'mailbox_id'],
    ],
  },
)

/** Counts of a folder, changed in the transactions of its emails, so that nothing counts them. */
const Count = model(
  'mail_counts',
  {
    id: column.id('mailcount'),
    org_id: column.org(),
    mailbox_id: column.reference(Mailbox, { onDelete: 'cascade' }),
    folder: column.text<Folder>({ max: 10 }),
    emails: column.integer({ default: 0 }),
    unread: column.integer({ default: 0 }),
  },
  { unique: [['org_id', 'mailbox_id', 'folder']], index: [['org_id', 'id']] },
)

/** A received or written message, once for all mailboxes of the workspace that have it. */
const Message = model(
  'mail_messages',
  {
    id: column.id('mailmessage'),
    org_id: column.org(),
    raw: column.blob(),
    size: column.integer(),
    /** As the message states it, with angle brackets; empty without one. */
    message_id: column.text({ max: 1_000, default: '' }),
    /** See `idKey`; of the message, and of the first one of its conversation. */
    message_key: column.text({ max: 43, nullable: true, secret: false }),
    root_key: column.text({ max: 43, nullable: true, secret: false }),
    in_reply_to: column.text({ max: 1_000, default: '' }),
    thread_id: column.text({ max: 60 }),
    envelope_from: column.text({ max: 320, default: '' }),
    sender: column.json<EmailAddress | null>({ nullable: true }),
    recipients: column.json<readonly EmailAddress[]>({ default: [] }),
    cc: column.json<readonly EmailAddress[]>({ default: [] }),
    reply_to: column.json<readonly EmailAddress[]>({ default: [] }),
    /** The sender as searched. */
    sender_text: column.text({ max: 600, search: true }),
    subject: column.text({ max: 1_000, search: true }),
    snippet: column.text({ max: 200, default: '' }),
    text: column.text({ max: 200_000, default: '', search: true }),
    attachments: column.integer({ default: 0 }),
    parse: column.text<ParseState>({ max: 20 }),
    problems: column.json<readonly string[]>({ default: [] }),
    checks: column.json<SenderVerdicts | null>({ nullable: true }),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'message_key', 'id'],
      ['org_id', 'root_key', 'id'],
    ],
    label: 'subject',
  },
)

/** The HTML of a message, apart, so that no list reads it. */
const Body = model(
  'mail_bodies',
  {
    id: column.id('mailbody'),
    org_id: column.org(),
    message_id: column.reference(Message, { onDelete: 'cascade' }),
    html: column.text({ max: 4_194_304 }),
  },
  { unique: [['org_id', 'message_id']], index: [['org_id', 'id']] },
)

const Attachment = model(
  'mail_attachments',
  {
    id: column.id('mailfile'),
    org_id: column.org(),
    message_id: column.reference(Message, { onDelete: 'cascade' }),
    position: column.integer(),
    name: column.text({ max: 255 }),
    type: column.text({ max: 127 }),
    size: column.integer(),
    content_id: column.text({ max: 127, nullable: true }),
    is_inline: column.boolean({ default: false }),
    is_truncated: column.boolean({ default: false }),
    file: column.blob(),
  },
  { unique: [['org_id', 'message_id', 'position']], index: [['org_id', 'id']], label: 'name' },
)

/** A message in a mailbox. The mailbox may be gone: such an email is shown nowhere, and a job deletes it. */
const Email = model(
  'mail_emails',
  {
    id: column.id('email'),
    org_id: column.org(),
    message_id: column.reference(Message, { onDelete: 'cascade' }),
    mailbox_id: column.text({ max: 60 }),
    thread_id: column.text({ max: 60 }),
    direction: column.text<Direction>({ max: 3 }),
    folder: column.text<Folder>({ max: 10 }),
    is_read: column.boolean({ default: false }),
    received_at: column.time(),
  },
  {
    unique: [['org_id', 'message_id', 'mailbox_id']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'received_at', 'id'],
      ['org_id', 'mailbox_id', 'received_at', 'id'],
      ['org_id', 'mailbox_id', 'folder', 'received_at', 'id'],
      ['org_id', 'mailbox_id', 'folder', 'is_read', 'received_at', 'id'],
      ['org_id', 'thread_id', 'received_at', 'id'],
    ],
  },
)

/** A delivery to a mailbox that is known for a while, so that a repeat is stored once. */
const Seen = model(
  'mail_seen',
  {
    id: column.id('mailseen'),
    org_id: column.org(),
    /** See `fingerprint`. */
    fingerprint: column.text({ max: 43 }),
    seen_at: column.time(),
  },
  { unique: [['org_id', 'fingerprint']], index: [['org_id', 'id'], ['seen_at']] },
)

/** The endpoint by which a workspace receives emails over HTTP. */
const Inbound = model(
  'mail_inbound',
  {
    id: column.id('mailinbound'),
    org_id: column.org(),
    secret_hash: column.text({ max: 43, secret: true }),
    former_hash: column.text({ max: 43, nullable: true, secret: true }),
    former_until: column.time({ nullable: true }),
    rotated_at: column.time(),
  },
  { unique: [['org_id']], index: [['org_id', 'id']] },
)

const Membership = mirror('memberships', { id: column.id('mbr'), org_id: column.org(), user_id: column.text() })

export const models = [
  Mailbox,
  Address,
  Access,
  Count,
  Message,
  Body,
  Attachment,
  Email,
  Seen,
  Inbound,
  Membership,
] as const

export type Tables = TablesOf<typeof models>
