import { column, model } from '@host/plugin'

/** A delivery to a mailbox that is known for a while, so that a repeat is stored once. */
export const Seen = model(
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
export const Inbound = model(
  'mail_inbound',
  {
    id: column.id('mailinbound'),
    org_id: column.org(),
    secret_hash: column.text({ max: 43, secret: true }),
    former_hash: column.text({ max: 43, nullable: true, secret: true }),
    former_until: column.time({ nullable: true }),
    rotated_at: column.time(),
  },
  {
    unique: [['org_id']],
    index: [['org_id', 'id']],
    transfer: { reason: 'Servers deliver to the original.', clone: 'none' },
  },
)
