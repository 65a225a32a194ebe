/**
 * More rows than one statement may examine in each table of the host that grows with accounts, workspaces or time,
 * written by SQL into SQLite beside a host that may be running. Values are such that a plan by the wrong index, or by
 * none, examines all of them.
 */
import type { TestDatabase } from '@host/host/testing/database/test-databases'
import { fillAuditLog } from './audit-load.ts'
import { runSql } from './run-sql.ts'

/** Rows of each table. */
export const fullRows = 10_500

const time = `'2026-01-01T00:00:00.000Z'`
const id = `printf('%05d', n)`
const hour = 3_600_000
const lastHour = Math.floor(Date.now() / hour) * hour
const later = Date.now() + 24 * hour

/** Columns and values of row n, by table. */
const rows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: {
    id: `'usr_x' || ${id}`,
    email: `'x' || n || '@example.test'`,
    name: `'Xenia ' || n`,
    is_email_verified: '0',
    created_at: `'${new Date().toISOString()}'`,
  },
  totp_apps: { id: `'otp_x' || ${id}`, user_id: `'usr_x' || ${id}`, secret: `'x'`, active_since: time },
  passkeys: {
    id: `'pky_x' || ${id}`,
    user_id: `'usr_x' || ${id}`,
    credential_id: `'x' || n`,
    user_handle: `'x'`,
    public_key: `x'00'`,
    transports: `'[]'`,
    name: `'x'`,
    created_at: time,
  },
  workspaces: {
    id: `'org_zx' || ${id}`,
    slug: `'xenia-' || n`,
    name: `'Xenia ' || n`,
    created_at: `'${new Date().toISOString()}'`,
  },
  host_storage: {
    id: `'sto_x' || ${id}`,
    org_id: `'org_zx' || printf('%05d', ${fullRows} - n / 50)`,
    table_name: `'table_' || (n % 50)`,
    bytes: '1',
    row_count: '1',
    counted_at: time,
  },
  host_usage: {
    id: `'usg_x' || ${id}`,
    hour: String(lastHour),
    plugin: `'lab'`,
    org_id: `'org_zx' || ${id}`,
    ...Object.fromEntries(
      ['calls', 'errors', 'time', 'queries', 'database_time', 'outbound_calls', 'outbound_errors']
        .concat('jobs', 'job_errors', 'job_time')
        .map((column) => [column, '1']),
    ),
  },
  idempotency_entries: {
    id: `'idk_x' || ${id}`,
    org_id: `'instance'`,
    endpoint: `'x'`,
    key: `'x' || n`,
    plugin: `'lab'`,
    route: `'POST /lab'`,
    fingerprint: `'x'`,
    state: `'stored'`,
    owner: `'node_x'`,
    epoch: '1',
    user_id: `'usr_x'`,
    role: `'owner'`,
    created_at: String(lastHour),
    expires_at: `${later} + n`,
  },
  external_identities: {
    id: `'xid_x' || ${id}`,
    issuer: `'https://lab.test'`,
    subject: `'x' || n`,
    user_id: `'usr_x' || ${id}`,
    provider_id: `'idp_lab'`,
    created_at: time,
  },
}

function jobsIn(state: string): Readonly<Record<string, string>> {
  return {
    id: `'job_${state}' || ${id}`,
    org_id: `'org_zx' || ${id}`,
    plugin: `'lab'`,
    kind: `'tag'`,
    lane: `'lab:tag'`,
    state: `'${state}'`,
    at: `${later} + n`,
    attempt: '1',
    attempts: '8',
    epoch: '1',
    created_at: String(lastHour),
    input: `'{}'`,
  }
}

/** @param orgId the workspace with many members and audit entries; the instance has as many entries. @returns the tables */
export async function fillTables(database: TestDatabase, orgId: string): Promise<readonly string[]> {
  const members = {
    id: `'mbr_x' || ${id}`,
    org_id: `'${orgId}'`,
    user_id: `'usr_x' || ${id}`,
    role: `'member'`,
    created_at: time,
  }
  for (const [table, values] of Object.entries({ ...rows, memberships: members })) await fill(database, table, values)
  for (const state of ['done', 'failed', 'held']) await fill(database, 'host_jobs', jobsIn(state))
  await runSql(
    database,
    `insert into sign_in_providers (id, key, kind, label, issuer, client_id, client_secret, created_at)
     values ('idp_lab', 'lab', 'oidc', 'Lab', 'https://lab.test', 'lab', 'x', ${time})`,
  )
  for (const each of [orgId, 'instance']) await fillAuditLog(database, each, fullRows)
  return [...Object.keys(rows), 'memberships', 'host_jobs', 'audit_entries']
}

async function fill(database: TestDatabase, table: string, row: Readonly<Record<string, string>>): Promise<void> {
  await runSql(
    database,
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${fullRows})
     insert into ${table} (${Object.keys(row).join(', ')}) select ${Object.values(row).join(', ')} from numbers`,
  )
}
