import { column, model } from '@host/plugin'
import type { RuleActions, RuleCondition } from '../../shared.ts'
import { Mailbox } from './mailboxes.ts'

/** A rule of a mailbox, applied to received emails in the order of the positions. */
export const Rule = model(
  'mail_rules',
  {
    id: column.id('mailrule'),
    org_id: column.org(),
    mailbox_id: column.reference(Mailbox, { onDelete: 'cascade' }),
    position: column.integer(),
    name: column.text({ max: 60 }),
    is_on: column.boolean({ default: true }),
    match: column.text<'all' | 'any'>({ max: 3, default: 'all' }),
    conditions: column.json<readonly RuleCondition[]>(),
    actions: column.json<RuleActions>(),
  },
  {
    index: [
      ['org_id', 'id'],
      ['org_id', 'mailbox_id', 'position', 'id'],
    ],
    label: 'name',
  },
)

/** An address that a mailbox forwards to, once it is confirmed. */
export const Forward = model(
  'mail_forwards',
  {
    id: column.id('mailforward'),
    org_id: column.org(),
    mailbox_id: column.reference(Mailbox, { onDelete: 'cascade' }),
    /** In its one form, see `readAddress`. */
    address: column.text({ max: 254 }),
    /** Whether it gets every email; otherwise rules choose. */
    takes_all: column.boolean({ default: false }),
    confirmed_at: column.time({ nullable: true }),
    /** Of the token in the link by which its owner agrees. */
    link_hash: column.text({ max: 43, nullable: true, secret: true }),
    link_until: column.time({ nullable: true }),
    created_by: column.text({ max: 60 }),
  },
  {
    unique: [['org_id', 'mailbox_id', 'address'], ['link_hash']],
    index: [['org_id', 'id']],
    label: 'address',
    transfer: {
      reason: 'The link that confirms it is for the original.',
      clone: (row) => ({ ...row, link_hash: null, link_until: null }),
    },
  },
)
