/** What an entry says, in the order in which it is written and in which a mac stands over it. */
export const entryColumns = [
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
