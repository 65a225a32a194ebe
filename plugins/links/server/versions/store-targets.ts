import type { Queries, WorkspaceScope } from '@host/plugin'
import { judgedAgain, retargeted } from '../abuse/retargeted.ts'
import { linkUpdated } from '../events.ts'
import type { lockLink } from '../links/link-rows.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { toIndex } from '../redirect/index-key.ts'
import { writeVersion, type TargetChange } from './write-version.ts'

interface Writer {
  readonly caller: Pick<WorkspaceScope<Tables>, 'orgId' | 'userId' | 'audit'>
  readonly tx: Queries<Tables>
}

interface Storing extends Pick<TargetChange, 'change'> {
  readonly row: Awaited<ReturnType<typeof lockLink>>
}

/** Gives a locked link other targets, as a version, in a transaction. */
export async function storeTargets(
  parts: Pick<Parts, 'clock' | 'events' | 'index'>,
  { tx, caller: { orgId, userId, audit } }: Writer,
  { row, change }: Storing,
): Promise<void> {
  const at = parts.clock()
  const now = new Date(at).toISOString()
  const version = await writeVersion(tx, row, { change, userId, now })
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  await tx
    .updateTable('links_links')
    .set({
      ...given,
      ...(change.rules === undefined ? {} : judgedAgain(at)),
      ...retargeted(row, { url: change.url }, at),
      version,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .execute()
  parts.index.forget([toIndex(row.index_key)])
  const { id, host, slug } = row
  await parts.events.publish(linkUpdated, orgId, { linkId: id, host, slug, url: change.url ?? row.url })
  const before = Object.fromEntries(Object.keys(given).map((name) => [name, row[name as keyof typeof change]]))
  audit.describe({ target: `link:${id}`, before, after: given })
}
