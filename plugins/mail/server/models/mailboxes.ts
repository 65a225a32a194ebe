import { column, model } from '@host/plugin'
import type { Folder, QuarantinePolicy, RejectPolicy } from '../../shared.ts'

export const Mailbox = model(
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
    /** Whether the links of sent emails become short links. */
    shortens_links: column.boolean({ default: false }),
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

/** How many mailboxes a workspace has: its row is locked by those who create or delete one. */
export const MailboxTotal = model(
  'mail_totals',
  {
    id: column.id('mailtotal'),
    org_id: column.org(),
    mailboxes: column.integer({ default: 0 }),
  },
  { unique: [['org_id']], index: [['org_id', 'id']] },
)

/** Which role an address has for its mailbox. */
export type AddressKind = 'main' | 'alias' | 'catch-all'

/** An address that mail arrives at, or `*@domain` for the rest of a domain; unique in the instance. */
export const Address = model(
  'mail_addresses',
  {
    id: column.id('mailaddress'),
    org_id: column.org(),
    mailbox_id: column.reference(Mailbox, { onDelete: 'cascade' }),
    address: column.text({ max: 254 }),
    kind: column.text<AddressKind>({ max: 10 }),
  },
  {
    unique: [['address']],
    index: [['org_id', 'id']],
    label: 'address',
    transfer: { reason: 'An address belongs to one mailbox.', clone: 'none' },
  },
)

/** A member who may read a mailbox. */
export const Access = model(
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
export const Count = model(
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
