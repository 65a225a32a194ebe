import { Problem } from '@host/plugin'
import type { WorkspaceLogo } from '@host/plugin/platform'
import type { HostDatabase } from '../models.ts'

/** The picture of a workspace, for its members. @throws Problem `not_found` */
export async function readLogo(
  db: HostDatabase,
  { userId, orgId, hash }: { readonly userId: string; readonly orgId: string; readonly hash: string },
): Promise<WorkspaceLogo> {
  const logo = await db
    .selectFrom('workspace_logos as l')
    .innerJoin('workspaces as w', 'w.id', 'l.org_id')
    .innerJoin('memberships as m', 'm.org_id', 'w.id')
    .select(['l.type', 'l.content'])
    .where('w.id', '=', orgId)
    .where('w.logo', '=', hash)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  if (logo === undefined) throw new Problem('not_found')
  return logo
}
