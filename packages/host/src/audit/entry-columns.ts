/** What every mac stands over, in this order. */
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

/** What an entry says, in the order in which it is written. */
export const entryColumns = [...sealedColumns, 'token_id'] as const
