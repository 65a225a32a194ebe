import type { Queries, Role } from '@host/plugin'
import type { HostTables } from '../models.ts'

/** The role of someone in a workspace; undefined for no member. */
export async function roleIn(db: Queries<HostTables>, orgId: string, userId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.role
}
