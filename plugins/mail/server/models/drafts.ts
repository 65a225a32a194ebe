import { column, model } from '@host/plugin'
import type { DraftKind, EmailAddress } from '../../shared.ts'
import { Mailbox } from './mailboxes.ts'

/** An email that is written. One that was sent stays, unseen, until its send can't be undone any more. */
export const Draft = model(
  'mail_drafts',
  {
    id: column.id('maildraft'),
    org_id: column.org(),
    mailbox_id: column.reference(Mailbox, { onDelete: 'cascade' }),
    author_id: column.text({ max: 60 }),
    kind: column.text<DraftKind>({ max: 10 }),
    from_address: column.text({ max: 254 }),
    from_name: column.text({ max: 255, default: '' }),
    recipients: column.json<readonly EmailAddress[]>({ default: [] }),
    cc: column.json<readonly EmailAddress[]>({ default: [] }),
    bcc: column.json<readonly EmailAddress[]>({ default: [] }),
    /** All recipients for those who may not read the draft; see `recipientsText`. */
    recipients_text: column.text({ max: 200, default: '' }),
    subject: column.text({ max: 998, default: '' }),
    text: column.text({ max: 200_000, default: '' }),
    /** Null where the HTML is made from the text. */
    html: column.text({ max: 500_000, nullable: true }),
    /** The head and the sanitized HTML of the email that it forwards. */
    original_html: column.text({ max: 1_000_000, nullable: true }),
    snippet: column.text({ max: 200, default: '' }),
    /** The email that it answers or forwards, and the headers that say so even when that is deleted. */
    answered_id: column.text({ max: 60, nullable: true }),
    in_reply_to: column.text({ max: 1_000, default: '' }),
    reference_ids: column.json<readonly string[]>({ default: [] }),
    signature_id: column.text({ max: 60, nullable: true }),
    revision: column.integer({ default: 1 }),
    /** The email of its send; null for one that is still written. */
    email_id: column.text({ max: 60, nullable: true }),
    outgoing_id: column.text({ max: 60, nullable: true }),
    send_at: column.time({ nullable: true }),
    created_at: column.time({ default: 'now' }),
    updated_at: column.time(),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'mailbox_id', 'updated_at', 'id'],
      ['org_id', 'email_id'],
      ['org_id', 'signature_id'],
    ],
    // Approvals name it for admins, who may not read it.
    label: ['from_address', 'recipients_text'],
  },
)

/** A file of a draft, or one that a person has uploaded for emails of a program. */
export const DraftFile = model(
  'mail_draft_files',
  {
    id: column.id('maildraftfile'),
    org_id: column.org(),
    draft_id: column.reference(Draft, { onDelete: 'cascade', nullable: true }),
    uploaded_by: column.text({ max: 60 }),
    name: column.text({ max: 255 }),
    type: column.text({ max: 127 }),
    /** By which the HTML of a forwarded email shows it. */
    content_id: column.text({ max: 127, nullable: true }),
    size: column.integer(),
    file: column.blob(),
    created_at: column.time(),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'size'],
      ['org_id', 'uploaded_by', 'draft_id', 'id'],
      ['draft_id', 'created_at', 'id'],
    ],
    label: 'name',
  },
)

/** A send with an `Idempotency-Key`, stored with its emails, so that no repeat sends again. */
export const Send = model(
  'mail_sends',
  {
    id: column.id('mailsend'),
    org_id: column.org(),
    /** Of the caller, the route and the key. */
    fingerprint: column.text({ max: 43 }),
    emails:
      column.json<readonly { readonly emailId: string; readonly outgoingId: string; readonly sendAt: string }[]>(),
    sent_at: column.time(),
  },
  {
    unique: [['org_id', 'fingerprint']],
    index: [
      ['org_id', 'id'],
      ['sent_at', 'id'],
    ],
  },
)
