import { column, model } from '@host/plugin'
import type { SuppressionReason } from '../../shared.ts'
import { Message } from './messages.ts'

/** An address that a workspace sends nothing to, or `*@domain` for all of a domain. */
export const Suppression = model(
  'mail_suppressions',
  {
    id: column.id('suppression'),
    org_id: column.org(),
    /** In its one form, see `readAddress`. */
    address: column.text({ max: 320 }),
    reason: column.text<SuppressionReason>({ max: 20 }),
    /** The reply of the recipient's server, or the kind of complaint. Untrusted. */
    detail: column.text({ max: 500, default: '' }),
    note: column.text({ max: 500, default: '' }),
    /** The message whose delivery failed or led to the complaint. */
    message_id: column.reference(Message, { onDelete: 'null' }),
    /** How many times it was reported. */
    count: column.integer({ default: 1 }),
    /** Null for one that stays. */
    expires_at: column.time({ nullable: true }),
    created_at: column.time({ default: 'now' }),
    last_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'address']],
    index: [['org_id', 'id'], ['org_id', 'last_at', 'id'], ['org_id', 'reason', 'last_at', 'id'], ['expires_at']],
    label: 'address',
  },
)

/** Failures of an address that may pass. Several within some time suppress it for a while. */
export const SoftBounce = model(
  'mail_soft_bounces',
  {
    id: column.id('softbounce'),
    org_id: column.org(),
    address: column.text({ max: 320 }),
    count: column.integer({ default: 1 }),
    since: column.time(),
    last_at: column.time(),
  },
  { unique: [['org_id', 'address']], index: [['org_id', 'id'], ['last_at']] },
)

/** Keys of the instance by their purpose, sealed. */
export const Key = model(
  'mail_keys',
  {
    id: column.id('mailkey'),
    purpose: column.text({ max: 20 }),
    sealed: column.text({ max: 500, secret: true }),
  },
  { unique: [['purpose']] },
)

export const suppressionModels = [Suppression, SoftBounce, Key] as const
