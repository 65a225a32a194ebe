/**
 * A long audit log: entries of a workspace, written by SQL into the tables of a host that may be running.
 *
 * Entry n was written n steps before the end of a span of 89 days that ends now, so entries are spread evenly and no two
 * have the same time. 1 in 100 is of an agent, 1 in 10 of a token, and all others are of a user; half of all are of the
 * user `usr_busy`. Actions, targets and request ids repeat as `actions` and the functions below say. Places in the chain
 * begin at 10 million, where no sealer of a test arrives; `host audit verify` would call them astray.
 */
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { TestDatabase } from '@host/host/testing/database/test-databases'
import { queryPostgres } from '@host/host/testing/database/query-postgres'

/** In rotation, one an entry. */
export const actions = ['note.created', 'note.changed', 'note.removed', 'view.saved', 'member.invited'] as const

/** The user of every second entry. */
export const busyUser = 'usr_busy'

const span = 89 * 24 * 60 * 60 * 1_000

/**
 * Gives a workspace entries, 500,000 in less than a minute, and lets the database take its statistics.
 * @param orgId a workspace's id, or `instance`
 */
export async function fillAuditLog(database: TestDatabase, orgId: string, count: number): Promise<void> {
  const start = Date.now() - span
  const step = Math.max(1, Math.floor(span / count))
  if (database.url.startsWith('postgres')) await fillPostgres(database, { orgId, count, start, step })
  else fillSqlite(database, { orgId, count, start, step })
}

interface Filling {
  readonly orgId: string
  readonly count: number
  /** Milliseconds since 1970 of the first entry. */
  readonly start: number
  /** Milliseconds between two. */
  readonly step: number
}

const columns =
  'id, org_id, action, actor_kind, actor_id, target, "before", "after", plugin, endpoint, address, user_agent, request_id, at, seq, mac'

const shared = `case when n % 100 = 7 then 'agent' when n % 10 = 3 then 'token' else 'user' end,
  case when n % 2 = 0 then '${busyUser}' else 'usr_' || (n % 1000) end,
  case when n % 5 = 3 then 'view:' else 'note:' end || (n % 5000), '{"title":"before"}', '{"title":"after"}', 'lab',
  'PATCH /api/x/lab/notes/{id}', '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64)', 'request-' || (n / 5)`

const actionOf = `case n % 5 ${actions.map((action, place) => `when ${place} then '${action}'`).join(' ')} end`

/** Ten characters by which ids of workspaces differ. */
function markOf(orgId: string): string {
  return createHash('sha256').update(orgId).digest('hex').slice(0, 10)
}

function fillSqlite({ url }: TestDatabase, { orgId, count, start, step }: Filling): void {
  const database = new DatabaseSync(url, { timeout: 30_000 })
  try {
    const at = `strftime('%Y-%m-%dT%H:%M:%fZ', (${start} + n * ${step}) / 1000.0, 'unixepoch')`
    database.exec(`
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count - 1})
      insert into audit_entries (${columns})
      select 'aud_' || printf('%016d', n) || '${markOf(orgId)}', '${orgId}', ${actionOf}, ${shared}, ${at}, 10000000 + n, 'mac' from numbers`)
  } finally {
    database.close()
  }
}

async function fillPostgres({ adminUrl }: TestDatabase, { orgId, count, start, step }: Filling): Promise<void> {
  const url = new URL(adminUrl)
  await queryPostgres(
    url,
    `insert into audit_entries (${columns})
     select 'aud_' || lpad(n::text, 16, '0') || '${markOf(orgId)}', '${orgId}', ${actionOf}, ${shared},
       to_timestamp((${start} + n * ${step}::bigint) / 1000.0), 10000000 + n, 'mac'
     from generate_series(0, ${count - 1}) as numbers(n)`,
  )
  await queryPostgres(url, 'vacuum analyze audit_entries')
}
