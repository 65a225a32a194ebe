/** The words that a query may bring into the SQL text as they are; both databases read each alike. */

export const operators: ReadonlySet<string> = new Set([
  '=',
  '!=',
  '<>',
  '>',
  '>=',
  '<',
  '<=',
  'in',
  'not in',
  'is',
  'is not',
  'like',
  'not like',
  'ilike',
  'not ilike',
  'is distinct from',
  'is not distinct from',
  'between',
  '+',
  '-',
  '*',
  '/',
  '%',
  '||',
  'and',
])

export const unaryOperators: ReadonlySet<string> = new Set(['not', '-', 'exists', 'not exists'])

export const functions: ReadonlySet<string> = new Set([
  'coalesce',
  'nullif',
  'lower',
  'upper',
  'length',
  'substr',
  'replace',
  'trim',
  'ltrim',
  'rtrim',
  'concat',
  'abs',
  'round',
])

export const aggregates: ReadonlySet<string> = new Set([
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'string_agg',
  'row_number',
  'rank',
  'dense_rank',
  'percent_rank',
  'cume_dist',
  'ntile',
  'lag',
  'lead',
  'first_value',
  'last_value',
])

export const setOperators: ReadonlySet<string> = new Set(['union', 'intersect', 'except'])

export const nullPositions: ReadonlySet<string> = new Set(['first', 'last'])

/** Types of a cast, by the name both databases know. */
export const castTypes: ReadonlyMap<string, { readonly sqlite: string; readonly postgres: string }> = new Map([
  ['text', { sqlite: 'text', postgres: 'text' }],
  ['integer', { sqlite: 'integer', postgres: 'bigint' }],
  ['bigint', { sqlite: 'integer', postgres: 'bigint' }],
  ['real', { sqlite: 'real', postgres: 'double precision' }],
  ['double precision', { sqlite: 'real', postgres: 'double precision' }],
])

/** Joins that keep no row of the other side unmatched: a right or full join would show rows that the predicate hid. */
export const joins: Readonly<Record<string, string>> = Object.freeze({
  InnerJoin: 'inner join',
  LeftJoin: 'left join',
  CrossJoin: 'cross join',
})

/** Row locks, which PostgreSQL takes; SQLite has one writer and needs none. */
export const locks: Readonly<Record<string, string>> = Object.freeze({
  ForUpdate: 'for update',
  ForNoKeyUpdate: 'for no key update',
  ForShare: 'for share',
  ForKeyShare: 'for key share',
  NoWait: 'nowait',
  SkipLocked: 'skip locked',
})
