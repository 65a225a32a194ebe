/** The statements behind the arrows of `states.ts`. */
import { NamedStatement } from '../db/named-statement.ts'
import type { Dialect } from '../db/statement.ts'
import { leaseMoment } from '../nodes/lease-clock.ts'

type Name = 'org_id' | 'endpoint' | 'key'
type Claimed = Name | 'id' | 'plugin' | 'route' | 'fingerprint' | 'owner' | 'user_id' | 'role' | 'scopes' | 'now'
type Fence = 'id' | 'owner' | 'epoch'

/** The statements for one database. */
export type EntryStatements = ReturnType<typeof entryStatements>

export function entryStatements(dialect: Dialect) {
  return Object.freeze({
    find: new NamedStatement<Name | 'now'>(dialect, find(dialect)),
    claim: new NamedStatement<Claimed>(dialect, claim(dialect)),
    keep: new NamedStatement<Fence | 'state' | 'status' | 'answer' | 'expires_at'>(dialect, keep),
    release: new NamedStatement<Fence>(dialect, release),
    abandoned: new NamedStatement<'owner'>(dialect, abandoned),
    sweep: new NamedStatement<'owner' | 'now'>(dialect, sweep(dialect)),
  })
}

/** An entry that holds its key no longer: its day has passed, or the process that ran its handler is gone. */
const isOver = (dialect: Dialect): string => `(
  entry.state in ('stored', 'stored_without_body') and entry.expires_at <= :now
  or entry.state = 'in_flight' and not exists (
    select 1 from host_nodes where id = entry.owner and lease_until > ${leaseMoment[dialect]}
  ))`

const find = (dialect: Dialect): string => `
  select state, fingerprint, role, scopes, status, answer, case when ${isOver(dialect)} then 1 else 0 end as over
  from idempotency_entries as entry where org_id = :org_id and endpoint = :endpoint and key = :key`

/**
 * Takes a key that is free: one that nobody holds, one whose entry is over, or one that this very process left behind,
 * having failed to write how a handler ended. Whoever claims has made sure that this process runs no handler under it.
 */
const claim = (dialect: Dialect): string => `
  insert into idempotency_entries as entry (
    id, org_id, endpoint, key, plugin, route, fingerprint, state, owner, epoch, user_id, role, scopes, created_at
  ) values (
    :id, :org_id, :endpoint, :key, :plugin, :route, :fingerprint, 'in_flight', :owner, 1, :user_id, :role, :scopes, :now
  ) on conflict (org_id, endpoint, key) do update set
    plugin = excluded.plugin, route = excluded.route, fingerprint = excluded.fingerprint, state = excluded.state,
    owner = excluded.owner, epoch = entry.epoch + 1, user_id = excluded.user_id, role = excluded.role,
    scopes = excluded.scopes, status = null, answer = null, created_at = excluded.created_at, expires_at = null
  where ${isOver(dialect)} or entry.state = 'in_flight' and entry.owner = :owner
  returning id, epoch`

const isOwn = `id = :id and owner = :owner and epoch = :epoch and state = 'in_flight'`

const keep = `
  update idempotency_entries set state = :state, status = :status, answer = :answer, expires_at = :expires_at
  where ${isOwn}`

const release = `delete from idempotency_entries where ${isOwn}`

/** What this process holds by the table; it holds the less, what it failed to write back the rest. */
const abandoned = `
  select id, org_id, endpoint, key, epoch from idempotency_entries
  where state = 'in_flight' and owner = :owner limit ${1_000}`

const sweep = (dialect: Dialect): string => `
  delete from idempotency_entries where id in (
    select id from idempotency_entries as entry where ${isOver(dialect)} limit ${200}
  ) and :owner = (select min(id) from host_nodes where lease_until > ${leaseMoment[dialect]})`
