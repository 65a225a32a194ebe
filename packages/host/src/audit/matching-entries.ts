import { sql, type SqlBool } from 'kysely'
import type { AuditActorKind, InstanceTables, ScopedDatabase, TablesOf } from '@host/plugin'
import type { AuditFilter } from '@host/plugin/platform'
import { normalizeEmail } from '../identity/accounts/email.ts'
import type { identityModels } from '../identity/index.ts'
import type { auditModels } from './models.ts'

/** The entries, and the people who are named in them. */
export type EntryDatabase = ScopedDatabase<
  InstanceTables<TablesOf<readonly [...typeof auditModels, ...typeof identityModels]>>
>

/** The same for reads that run beside the main thread. */
export type EntryReads = ReturnType<EntryDatabase['backgroundReads']>

/** Entries that a query selects from. */
export type EntryQuery = ReturnType<typeof unsealedEntries>

/** Columns that a filter compares with a value. `audit_entries` has an index by each, the workspace before and `at` behind it. */
const columns = ['request_id', 'target', 'token_id', 'actor_id', 'action', 'actor_kind'] as const
export type EntryColumn = (typeof columns)[number]

/** A column and its value. */
export interface Equality {
  readonly column: EntryColumn
  readonly value: string
}

/** A column and the texts between which its value lies: all that begin with a noun. */
interface TextRange {
  readonly column: EntryColumn
  readonly from: string
  readonly to: string
}

/** A filter by index columns; times are separate. */
export interface EntryConditions {
  readonly equal: readonly Equality[]
  readonly between: readonly TextRange[]
  /** Actions that are left out. */
  readonly except: readonly string[]
}

const kinds: readonly string[] = [
  'user',
  'token',
  'agent',
  'support',
  'host',
  'anonymous',
] satisfies readonly AuditActorKind[]

/** The entries of a workspace that wait for their seal. */
export function unsealedEntries(db: EntryReads, orgId: string) {
  return db.selectFrom('audit_unsealed as e').where('e.org_id', '=', orgId)
}

/** The sealed entries of a workspace, with their places. All filters of the unsealed ones apply to them, too. */
export function sealedEntries(db: EntryReads, orgId: string): EntryQuery {
  return db.selectFrom('audit_entries as e').select('e.seq as sequence').where('e.org_id', '=', orgId)
}

/** The filter with a user's id in place of an email address. */
export async function withActorId<Filter extends AuditFilter>(db: EntryReads, filter: Filter): Promise<Filter> {
  const { actor } = filter
  const email = actor === undefined || kinds.includes(actor) ? undefined : normalizeEmail(actor)
  if (email === undefined) return filter
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return { ...filter, actor: user?.id ?? actor }
}

/** @param filter its actor is the id of a user or of an API token, or a kind */
export function conditionsOf({ action, actor, target, requestId, exceptActions = [] }: AuditFilter): EntryConditions {
  const isKind = actor !== undefined && kinds.includes(actor)
  const isToken = actor?.startsWith('tok_') === true
  const values: Readonly<Record<EntryColumn, string | undefined>> = {
    request_id: requestId,
    target: target?.includes(':') === true ? target : undefined,
    token_id: isToken ? actor : undefined,
    actor_id: isKind || isToken ? undefined : actor,
    action: action?.includes('.') === true ? action : undefined,
    actor_kind: isKind ? actor : undefined,
  }
  return {
    equal: columns.flatMap((column) => {
      const value = values[column]
      return value === undefined ? [] : [{ column, value }]
    }),
    between: [
      ...(action === undefined || values.action !== undefined ? [] : [rangeOf('action', action, '.')]),
      ...(target === undefined || values.target !== undefined ? [] : [rangeOf('target', target, ':')]),
    ],
    except: exceptActions,
  }
}

/** The character behind the separator ends the range of all that begin with the noun and it. */
function rangeOf(column: EntryColumn, noun: string, separator: string): TextRange {
  const next = String.fromCharCode(separator.charCodeAt(0) + 1)
  return { column, from: `${noun}${separator}`, to: `${noun}${next}` }
}

/**
 * Entries that fit the conditions, of which one is looked up in its index. The others compare an expression, which no index
 * serves: a planner that took the index of another one could look at all entries of the workspace.
 */
export function matching(entries: EntryQuery, conditions: EntryConditions, indexed: Equality | undefined): EntryQuery {
  let query = indexed === undefined ? entries : entries.where(`e.${indexed.column}`, '=', indexed.value as never)
  for (const { column, value } of conditions.equal) {
    if (column !== indexed?.column) query = query.where(sql<SqlBool>`${unindexed(column)} = ${value}`)
  }
  for (const { column, from, to } of conditions.between) {
    query = query.where(sql<SqlBool>`${unindexed(column)} >= ${from} and ${unindexed(column)} < ${to}`)
  }
  if (conditions.except.length === 0) return query
  return query.where(sql<SqlBool>`${unindexed('action')} not in (${sql.join(conditions.except)})`)
}

function unindexed(column: EntryColumn) {
  return sql<string>`(${sql.ref(`e.${column}`)} || '')`
}
