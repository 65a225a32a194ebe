import type { AuditActorKind, AuditFilter, InstanceTables, ScopedDatabase, TablesOf } from '@host/plugin'
import { normalizeEmail } from '../identity/accounts/email.ts'
import type { identityModels } from '../identity/index.ts'
import type { auditModels } from './models.ts'

/** The entries, and the people who are named in them. */
export type EntryDatabase = ScopedDatabase<
  InstanceTables<TablesOf<readonly [...typeof auditModels, ...typeof identityModels]>>
>

/** Entries that a query selects from. */
export type EntryQuery = ReturnType<typeof unsealedEntries>

const kinds: readonly string[] = ['user', 'token', 'agent', 'host', 'anonymous'] satisfies readonly AuditActorKind[]

/** The entries of a workspace that wait for their seal. */
export function unsealedEntries(db: EntryDatabase, orgId: string) {
  return db.selectFrom('audit_unsealed as e').where('e.org_id', '=', orgId)
}

/** The sealed entries of a workspace, with their places. Whatever may be asked of the others may be asked of them. */
export function sealedEntries(db: EntryDatabase, orgId: string): EntryQuery {
  return db.selectFrom('audit_entries as e').select('e.seq as sequence').where('e.org_id', '=', orgId)
}

/** The id of whoever is meant by a user's id or e-mail; a kind of actor stays as it is. */
export async function actorIdOf(db: EntryDatabase, { actor }: AuditFilter): Promise<string | undefined> {
  const email = actor === undefined || kinds.includes(actor) ? undefined : normalizeEmail(actor)
  if (email === undefined) return actor
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return user?.id ?? actor
}

/**
 * Entries that a filter wants. Each wish is an equality or a range, so that an index serves it.
 * @param filter its actor is a user's id or a kind
 */
export function matching(entries: EntryQuery, { action, actor, target, from, to, requestId }: AuditFilter): EntryQuery {
  let query = entries
  if (action !== undefined) query = ofAction(query, action)
  if (target !== undefined) query = ofTarget(query, target)
  if (actor !== undefined) {
    query = kinds.includes(actor)
      ? query.where('e.actor_kind', '=', actor as AuditActorKind)
      : query.where('e.actor_id', '=', actor)
  }
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
