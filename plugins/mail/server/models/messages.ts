import { column, model } from '@host/plugin'
import type { Direction, EmailAddress, Folder, ParseState, SenderVerdicts } from '../../shared.ts'

/** A received or written message, once for all mailboxes of the workspace that have it. */
export const Message = model(
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
    /** The ID of its mailing list, in lower case; empty without one. */
    list_id: column.text({ max: 255, default: '' }),
    /** Sent by a program. */
    is_automatic: column.boolean({ default: false }),
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
      ['org_id', 'size'],
      ['org_id', 'message_key', 'id'],
      ['org_id', 'root_key', 'id'],
    ],
  },
)

/** The HTML of a message, apart, so that no list reads it. */
export const Body = model(
  'mail_bodies',
  {
    id: column.id('mailbody'),
    org_id: column.org(),
    message_id: column.reference(Message, { onDelete: 'cascade' }),
    html: column.text({ max: 4_194_304 }),
  },
  { unique: [['org_id', 'message_id']], index: [['org_id', 'id']] },
)

export const Attachment = model(
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
  { unique: [['org_id', 'message_id', 'position']], index: [['org_id', 'id']] },
)

/** A message in a mailbox. The mailbox may be gone: such an email is shown nowhere, and a job deletes it. */
export const Email = model(
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
    /** Of a sent email: recipients that no other one learns of. Its bytes have none of them. */
    bcc: column.json<readonly EmailAddress[]>({ default: [] }),
    received_at: column.time(),
  },
  {
    unique: [['org_id', 'message_id', 'mailbox_id']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'received_at', 'id'],
      // With the columns that choose among its rows, so that a list of all mailboxes reads no other rows.
      ['org_id', 'folder', 'received_at', 'id', 'mailbox_id', 'is_read'],
      ['org_id', 'mailbox_id', 'received_at', 'id'],
      ['org_id', 'mailbox_id', 'folder', 'received_at', 'id'],
      ['org_id', 'mailbox_id', 'folder', 'is_read', 'received_at', 'id'],
      ['org_id', 'thread_id', 'received_at', 'id'],
    ],
  },
)
