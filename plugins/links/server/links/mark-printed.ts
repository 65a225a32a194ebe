import type { WorkspaceScope } from '@host/plugin'
import type { Link } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { lockLink, selectLink, shownLink } from './link-rows.ts'
import { requireOpenLink } from './links-quota.ts'
import { requirePrintable } from './retired-keys.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** Marks a link whose QR code may be on paper; the first time counts. @throws Problem `not_found`, `conflict` */
export async function markPrintedOf(parts: Parts, { db, orgId, audit }: Caller, id: string): Promise<Link> {
  await requireOpenLink(parts, { db, orgId }, id)
  await db.transaction(async (tx) => {
    audit.describe({ target: `link:${id}` })
    const { printed_at } = await lockLink(tx, id)
    if (printed_at !== null) return
    await requirePrintable(tx)
    const now = new Date(parts.clock()).toISOString()
    await tx.updateTable('links_links').set({ printed_at: now }).where('id', '=', id).execute()
  })
  return await shownLink(parts, db, await selectLink(db, id))
}
