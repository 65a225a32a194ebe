import type { Queries, Role } from '@host/plugin'
import type { HostTables } from '../models.ts'

/** The role of a user in a workspace; undefined for non-members. */
export async function roleIn(db: Queries<HostTables>, orgId: string, userId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.role
}
