/** Deletes what was counted of a link, such as the clicks of tests before a campaign. */
import * as z from 'zod/mini'
import { defineJob, Live, requireService, type ScopedDatabase, type WorkspaceScope } from '@host/plugin'
import { lockLink } from '../links/link-rows.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { deleteSome } from './click-jobs.ts'
import { changedPaths } from './click-writer.ts'

const hour = 3_600_000
/** Later, no process still counts clicks of the hours before. */
const settled = 2 * hour

export const resetCounts = defineJob({
  name: 'reset-counts',
  input: z.strictObject({ linkId: z.string() }),
  timeout: hour,
})

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'audit'>

/** @throws Problem `not_found` */
export async function resetClicksOf({ jobs }: Parts, { db, orgId, audit }: Caller, id: string): Promise<undefined> {
  await db.transaction(async (tx) => {
    const { host, slug } = await lockLink(tx, id)
    await tx.updateTable('links_links').set({ clicks_before: 0 }).where('id', '=', id).execute()
    await jobs.enqueue(orgId, resetCounts, { linkId: id })
    audit.describe({ target: `link:${id}`, before: { host, slug } })
  })
}

/** Says how counts are deleted. */
export function handleResets({ ctx, jobs, clock }: Parts): void {
  const live = requireService(ctx, Live)
  jobs.handle<typeof resetCounts.input, 'workspace', Tables>(resetCounts, async ({ db, orgId, signal }, { linkId }) => {
    const before = new Date(clock() - settled).toISOString()
    await deleteOld(db, { linkId, before, signal })
    await deleteRest(db, linkId)
    live.changed(orgId, changedPaths)
  })
}

interface OldCounts {
  readonly linkId: string
  readonly before: string
  readonly signal: AbortSignal
}

/** Most of them, in steps, so that no statement holds the writer for long. The hours are first: they are the totals. */
async function deleteOld(db: ScopedDatabase<Tables>, { linkId, before, signal }: OldCounts): Promise<void> {
  for (const table of ['links_hours', 'links_facets'] as const) {
    const old = db.selectFrom(table).select('id').where('link_id', '=', linkId).where('hour', '<', before)
    await deleteSome(signal, (rows) => db.deleteFrom(table).where('id', 'in', old.limit(rows)).executeTakeFirst())
  }
  const old = db.selectFrom('links_packs').select('id').where('link_id', '=', linkId).where('at', '<', before)
  await deleteSome(signal, (rows) => db.deleteFrom('links_packs').where('id', 'in', old.limit(rows)).executeTakeFirst())
}

/**
 * All that is left, in the order in which clicks are counted: each count is deleted from all tables or from none. Visitors
 * of the day stay known, as processes remember them.
 */
async function deleteRest(db: ScopedDatabase<Tables>, linkId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.updateTable('links_sums').set({ clicks: 0 }).where('link_id', '=', linkId).execute()
    for (const table of ['links_hours', 'links_facets', 'links_packs'] as const) {
      await tx.deleteFrom(table).where('link_id', '=', linkId).execute()
    }
  })
}
