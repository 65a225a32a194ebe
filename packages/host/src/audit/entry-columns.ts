/** Columns covered by every mac, in this order. */
export const sealedColumns = [
  'id',
  'org_id',
  'action',
  'actor_kind',
  'actor_id',
  'target',
  'before',
  'after',
  'plugin',
  'endpoint',
  'address',
  'user_agent',
  'request_id',
  'at',
] as const

/** Columns of an entry, in the order in which they are written. */
export const entryColumns = [...sealedColumns, 'token_id', 'granted_by'] as const
