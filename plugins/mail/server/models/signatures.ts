import { column, model } from '@host/plugin'
import { Mailbox } from './mailboxes.ts'

/** A signature of a person, for one mailbox or for all. */
export const Signature = model(
  'mail_signatures',
  {
    id: column.id('mailsignature'),
    org_id: column.org(),
    user_id: column.text({ max: 60 }),
    mailbox_id: column.reference(Mailbox, { onDelete: 'cascade', nullable: true }),
    name: column.text({ max: 60 }),
    text: column.text({ max: 4_000 }),
    html: column.text({ max: 20_000, nullable: true }),
    is_default: column.boolean({ default: false }),
    created_at: column.time({ default: 'now' }),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'user_id', 'id'],
    ],
    label: 'name',
  },
)
