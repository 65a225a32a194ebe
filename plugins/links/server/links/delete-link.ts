import type { Queries, WorkspaceScope } from '@host/plugin'
import { forgetClicks } from '../clicks/click-jobs.ts'
import { linkDeleted } from '../events.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { toIndex } from '../redirect/index-key.ts'
import { lockLink } from './link-rows.ts'
import { countFewer } from './link-totals.ts'
import { keepsKey, retireKey } from './retired-keys.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** Deletes a link on every process before it resolves. @throws Problem `not_found` */
export async function deleteLinkOf(parts: Parts, { db, orgId, audit }: Caller, id: string): Promise<undefined> {
  await db.transaction(async (tx) => {
    const before = await deleteRow(parts, { tx, orgId }, id)
    audit.describe({ target: `link:${id}`, before })
  })
}

interface Deleting {
  readonly tx: Queries<Tables>
  readonly orgId: string
}

/** Deletes the row of a link and publishes it. @throws Problem `not_found` */
export async function deleteRow(parts: Parts, { tx, orgId }: Deleting, id: string) {
  const row = await lockLink(tx, id)
  const { host, slug, url, index_key } = row
  await tx.deleteFrom('links_links').where('id', '=', id).execute()
  await tx.deleteFrom('links_tagged').where('link_id', '=', id).execute()
  await countFewer(tx, 1)
  // After the total, as a new link does it: the other way round, both would wait for each other.
  if (keepsKey(row)) await retireKey(tx, { key: index_key, linkId: id })
  await parts.jobs.enqueue(orgId, forgetClicks, { linkId: id })
  parts.index.forget([toIndex(index_key)])
  await parts.events.publish(linkDeleted, orgId, { linkId: id, host, slug, url })
  return { host, slug, url }
}
