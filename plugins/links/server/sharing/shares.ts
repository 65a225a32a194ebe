import { randomBytes } from 'node:crypto'
import type { ReadQueries, WorkspaceScope } from '@host/plugin'
import type { EndpointInput } from '@host/plugin'
import type { changeSharing, Sharing } from '../../shared.ts'
import { lockLink, selectLink } from '../links/link-rows.ts'
import { requireOpenLink } from '../links/links-quota.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** How a link is shared. @throws Problem `not_found` */
export async function sharingOf(db: ReadQueries<Tables>, id: string): Promise<Sharing> {
  await selectLink(db, id)
  const shares = db.selectFrom('links_shares').select(['address', 'shows_target']).where('link_id', '=', id)
  const share = await shares.executeTakeFirst()
  if (share === undefined) return { path: null, showsTarget: false }
  return { path: `/p/links/${share.address}`, showsTarget: share.shows_target }
}

/** Shares the statistics of a link at a new address, or ends that. @throws Problem `not_found` */
export async function shareLink(
  parts: Pick<Parts, 'clock' | 'ctx'>,
  { db, orgId, audit }: Caller,
  { id, isShared, showsTarget }: EndpointInput<typeof changeSharing>,
): Promise<Sharing> {
  // A share may end at any time.
  if (isShared) await requireOpenLink(parts, { db, orgId }, id)
  await db.transaction(async (tx) => {
    await lockLink(tx, id)
    audit.describe({ target: `link:${id}`, after: { isShared, showsTarget } })
    if (!isShared) {
      await tx.deleteFrom('links_shares').where('link_id', '=', id).execute()
      return
    }
    const address = randomBytes(16).toString('base64url')
    const values = {
      link_id: id,
      address,
      shows_target: showsTarget,
      created_at: new Date(parts.clock()).toISOString(),
    }
    await tx
      .insertInto('links_shares')
      .values(values)
      .onConflict((conflict) => conflict.columns(['org_id', 'link_id']).doUpdateSet({ shows_target: showsTarget }))
      .execute()
  })
  return await sharingOf(db, id)
}
