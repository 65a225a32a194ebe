import { column, model } from '@host/plugin'
import type { LabelTone } from '../../shared.ts'
import { Email } from './messages.ts'

export const Label = model(
  'mail_labels',
  {
    id: column.id('maillabel'),
    org_id: column.org(),
    name: column.text({ max: 50 }),
    /** See `foldName`. */
    folded: column.text({ max: 150 }),
    tone: column.text<LabelTone>({ max: 10, default: 'neutral' }),
  },
  { unique: [['org_id', 'folded']], index: [['org_id', 'id']], label: 'name' },
)

/**
 * A label of an email, with the facts of the email by which it is listed and counted, so that both are ranges of an index.
 * Rows of a label that is gone count nowhere, and a job deletes them.
 */
export const Labeled = model(
  'mail_labeled',
  {
    id: column.id('maillabeled'),
    org_id: column.org(),
    email_id: column.reference(Email, { onDelete: 'cascade' }),
    label_id: column.text({ max: 60 }),
    mailbox_id: column.text({ max: 60 }),
    received_at: column.time(),
    /** Whether its folder is listed by label: any but spam and trash. */
    is_listed: column.boolean(),
    is_read: column.boolean(),
  },
  {
    unique: [['org_id', 'email_id', 'label_id']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'label_id', 'is_listed', 'received_at', 'email_id', 'mailbox_id'],
      ['org_id', 'label_id', 'is_listed', 'is_read', 'received_at', 'email_id', 'mailbox_id'],
    ],
  },
)
