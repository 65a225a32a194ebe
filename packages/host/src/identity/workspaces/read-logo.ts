import { Problem, type Blob as StoredBlob } from '@host/plugin'
import type { HostDatabase } from '../models.ts'

/** A picture of a workspace that is stored with its content, for its members. @throws Problem `not_found` */
export async function readLogo(
  db: HostDatabase,
  { userId, orgId, hash }: { readonly userId: string; readonly orgId: string; readonly hash: string },
): Promise<StoredBlob> {
  const logo = await db
    .selectFrom('workspace_logos as l')
    .innerJoin('workspaces as w', 'w.id', 'l.org_id')
    .innerJoin('memberships as m', 'm.org_id', 'w.id')
    .select(['l.type', 'l.content', 'w.created_at as changedAt'])
    .where('w.id', '=', orgId)
    .where('w.logo', '=', hash)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  if (logo === undefined) throw new Problem('not_found')
  const { type, content, changedAt } = logo
  const body = new Blob([new Uint8Array(content)]).stream()
  return { key: hash, type, size: content.byteLength, changedAt, body }
}
