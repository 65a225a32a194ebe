/** The statements behind the arrows of `states.ts`. */
import { NamedStatement } from '../database/named-statement.ts'
import type { Dialect } from '../database/statement.ts'
import { leaseHolds } from '../database/nodes/lease-holds.ts'
import { entryIsOver } from './entry-is-over.ts'
import type { Claim, Entry } from './entry-store.ts'

type Name = 'org_id' | 'endpoint' | 'key'
type First = 'id' | 'plugin' | 'route' | 'fingerprint' | 'owner' | 'user_id' | 'role' | 'scopes' | 'now'
type Fence = 'id' | 'owner' | 'epoch'
type Kept = 'state' | 'status' | 'answer' | 'expires_at'

/** An entry under a key, with its owner and whether it is over (1). */
interface FoundRow extends Entry {
  readonly owner: string
  readonly over: number
}

/** The statements for one database. */
export type EntryStatements = ReturnType<typeof entryStatements>

export function entryStatements(dialect: Dialect) {
  return Object.freeze({
    find: new NamedStatement<Name | 'now', FoundRow>(dialect, find(dialect)),
    claim: new NamedStatement<Name | First, Claim>(dialect, claim(dialect), lost),
    keep: new NamedStatement<Fence | Kept>(dialect, keep),
    release: new NamedStatement<Fence>(dialect, release, lost),
  })
}

/** A power cut ends every lease too, so it frees the claims; durable writes of a handler preserve its claim. */
const lost = { isRelaxed: true }

const find = (dialect: Dialect): string => `
  select state, owner, fingerprint, role, scopes, status, answer, case when ${entryIsOver(dialect)} then 1 else 0 end as over
  from idempotency_entries as entry where org_id = :org_id and endpoint = :endpoint and key = :key`

/** Its type, which PostgreSQL does not infer here. */
const scopes: Readonly<Record<Dialect, string>> = { sqlite: ':scopes', postgres: 'cast(:scopes as jsonb)' }

/**
 * Takes a free key: an unused one, one whose entry has expired, or one left behind by this very process after a failure
 * to record how a handler ended. The claimer has made sure that this process runs no handler under it. A process
 * without a lease takes none: others would take the key at once.
 */
const claim = (dialect: Dialect): string => `
  insert into idempotency_entries as entry (
    id, org_id, endpoint, key, plugin, route, fingerprint, state, owner, epoch, user_id, role, scopes, created_at
  ) select
    :id, :org_id, :endpoint, :key, :plugin, :route, :fingerprint, 'in_flight', :owner, 1, :user_id, :role,
    ${scopes[dialect]}, cast(:now as bigint)
  where ${leaseHolds(dialect, ':owner')}
  on conflict (org_id, endpoint, key) do update set
    plugin = excluded.plugin, route = excluded.route, fingerprint = excluded.fingerprint, state = excluded.state,
    owner = excluded.owner, epoch = entry.epoch + 1, user_id = excluded.user_id, role = excluded.role,
    scopes = excluded.scopes, status = null, answer = null, created_at = excluded.created_at, expires_at = null
  where ${entryIsOver(dialect)} or entry.state = 'in_flight' and entry.owner = :owner
  returning id, epoch`

/** Whether a claim is still ours: another one of the same key has another epoch, or another process's id. */
const isOurs = `id = :id and owner = :owner and epoch = :epoch and state = 'in_flight'`

const keep = `
  update idempotency_entries set state = :state, status = :status, answer = :answer, expires_at = :expires_at
  where ${isOurs}`

const release = `delete from idempotency_entries where ${isOurs}`
