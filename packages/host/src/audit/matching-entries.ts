import type { AuditActorKind, AuditFilter, InstanceTables, ScopedDatabase, TablesOf } from '@host/plugin'
import { normalizeEmail } from '../identity/accounts/email.ts'
import type { identityModels } from '../identity/index.ts'
import type { auditModels } from './models.ts'

/** The entries, and the people who are named in them. */
export type EntryDatabase = ScopedDatabase<
  InstanceTables<TablesOf<readonly [...typeof auditModels, ...typeof identityModels]>>
>

/** Entries that a query selects from. */
export type EntryQuery = ReturnType<typeof entriesOf>

const kinds: readonly string[] = ['user', 'token', 'agent', 'host', 'anonymous'] satisfies readonly AuditActorKind[]

/** The entries of a workspace. */
export function entriesOf(db: EntryDatabase, orgId: string) {
  return db.selectFrom('audit_entries as e').where('e.org_id', '=', orgId)
}

/** The entries of a workspace that a filter wants. Each wish is an equality or a range, so that an index serves it. */
export async function matchingEntries(db: EntryDatabase, orgId: string, filter: AuditFilter): Promise<EntryQuery> {
  const { action, actor, target, from, to, requestId } = filter
  let query = entriesOf(db, orgId)
  if (action !== undefined) query = ofAction(query, action)
  if (target !== undefined) query = ofTarget(query, target)
  if (actor !== undefined) query = await ofActor(db, query, actor)
  if (from !== undefined) query = query.where('e.at', '>=', from)
  if (to !== undefined) query = query.where('e.at', '<', to)
  return requestId === undefined ? query : query.where('e.request_id', '=', requestId)
}

/** The characters behind the point and the colon end the range of what begins with a noun. */
function ofAction(query: EntryQuery, action: string): EntryQuery {
  if (action.includes('.')) return query.where('e.action', '=', action)
  return query.where('e.action', '>=', `${action}.`).where('e.action', '<', `${action}/`)
}

function ofTarget(query: EntryQuery, target: string): EntryQuery {
  if (target.includes(':')) return query.where('e.target', '=', target)
  return query.where('e.target', '>=', `${target}:`).where('e.target', '<', `${target};`)
}

async function ofActor(db: EntryDatabase, query: EntryQuery, actor: string): Promise<EntryQuery> {
  if (kinds.includes(actor)) return query.where('e.actor_kind', '=', actor as AuditActorKind)
  const email = normalizeEmail(actor)
  const user =
    email === undefined
      ? undefined
      : await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return query.where('e.actor_id', '=', user?.id ?? actor)
}
