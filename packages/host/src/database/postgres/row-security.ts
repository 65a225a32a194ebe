/**
 * Row-level security: PostgreSQL itself shows and takes only rows of the workspace that a transaction was begun for,
 * whatever its statements are. It is the second line of defense: the compiler binds each statement to the workspace,
 * and a mistake there, or a statement that bypassed it, finds nothing here.
 *
 * Fails closed: without the setting, or with that of an earlier transaction, which is empty by then, no row is there.
 */
import type pg from 'pg'
import { DatabaseError } from '../database-error.ts'

/** The setting's value where a statement is over all workspaces, as the host's own and those of `asInstance` are. */
const everyWorkspace = '*'

/**
 * For the connections of a process without row-level security, such as an offline command: it is then effectively off
 * for it, where the database would otherwise look empty.
 */
export const overEveryWorkspace = `-c host.tenant=${everyWorkspace}`

/** The setting for a workspace, or for all. @throws DatabaseError for a workspace that would be read as all */
export function tenantValue(tenant: string | undefined): string {
  if (tenant === everyWorkspace) {
    throw new DatabaseError('query_refused', `"${everyWorkspace}" is not a workspace: use a workspace ID.`)
  }
  return tenant ?? everyWorkspace
}

/**
 * Whether a row is of the workspace that the transaction is for. `is not null`, because the planner takes that for true
 * of nearly every row, as it is: with an `or` it would expect few rows and leave the index that the query was made for.
 */
export const isOfTenant = `case (select current_setting('host.tenant', true)) when org_id then 1 when '${everyWorkspace}' then 1 end is not null`

/** @throws DatabaseError when the connected role is one that no policy binds */
export async function assertBinds(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; escapes: boolean }>(
    'select rolname as "name", rolsuper or rolbypassrls as "escapes" from pg_roles where rolname = current_user',
  )
  const [role] = rows
  if (role?.escapes === false) return
  throw new DatabaseError(
    'row_security_void',
    `Row-level security doesn't apply to the role "${role?.name ?? ''}", which is a superuser or has BYPASSRLS: connect as another role, or set HOST_DATABASE_RLS=off.`,
  )
}
