/**
 * Stores a batch of clicks: the clicks themselves, and the counts of their hours. Once: a batch is known by its ID, so it can be
 * written again when the answer to a commit was lost.
 */
import { UniqueViolation, type InstanceTables, type Queries, type ScopedDatabase } from '@host/plugin'
import type { Tables } from '../models.ts'
import { countClicks, type CountedClick, type FacetCount, type HourCount } from './count-clicks.ts'
import { dayOf, type ReadClick } from './read-click.ts'

type Database = ScopedDatabase<InstanceTables<Tables>>
type Transaction = Queries<InstanceTables<Tables>>

/** Rows of one statement. */
const rowsAtOnce = 200

/** Clicks with the ID of their batch. */
export interface ClickBatch {
  readonly id: string
  readonly clicks: readonly ReadClick[]
  /** The batch of which it is a part, when that one could not be stored; nothing is done where it was stored after all. */
  readonly whole?: { readonly id: string; readonly orgId: string }
}

export async function storeClicks(db: Database, { id, clicks: given, whole }: ClickBatch): Promise<void> {
  const [first] = given
  if (first === undefined) return
  try {
    await db.transaction(async (tx) => {
      if (whole !== undefined && (await isStored(tx, whole))) return
      await tx.insertInto('links_batches').values({ org_id: first.orgId, batch: id }).execute()
      const clicks = await withoutGone(tx, given)
      const counted = await withFirsts(tx, clicks)
      const single = clicks.filter(({ linkId }) => linkId !== '')
      for (const some of chunks(single)) await tx.insertInto('links_clicks').values(some.map(rowOf)).execute()
      const { hours, facets } = countClicks(counted)
      for (const some of chunks(hours)) await addHours(tx, some)
      for (const some of chunks(facets)) await addFacets(tx, some)
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
  }
}

async function isStored(
  tx: Transaction,
  { id, orgId }: { readonly id: string; readonly orgId: string },
): Promise<boolean> {
  const found = tx.selectFrom('links_batches').select('id').where('org_id', '=', orgId).where('batch', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}

/**
 * Clicks of links that were deleted meanwhile count for their workspace alone. The others are locked, so that a deletion
 * comes before or after the batch, and its job finds all that is stored.
 */
async function withoutGone(tx: Transaction, clicks: readonly ReadClick[]): Promise<readonly ReadClick[]> {
  const ids = [...new Set(clicks.map(({ linkId }) => linkId))].toSorted()
  const there = new Set<string>()
  for (const some of chunks(ids)) {
    const rows = tx.selectFrom('links_links').select('id').where('id', 'in', some).orderBy('id').forUpdate()
    for (const { id } of await rows.execute()) there.add(id)
  }
  return clicks.map((click) => (there.has(click.linkId) ? click : { ...click, linkId: '' }))
}

function rowOf({ orgId, linkId, at, isRobot, ...facets }: ReadClick) {
  return { org_id: orgId, link_id: linkId, at: new Date(at).toISOString(), is_robot: isRobot, ...facets }
}

/** Says of each click whether it is the first of its visitor on its day, at its link and in its workspace. */
async function withFirsts(tx: Transaction, clicks: readonly ReadClick[]): Promise<readonly CountedClick[]> {
  const people = clicks.filter(({ isRobot }) => !isRobot)
  const keys = new Set(people.flatMap((click) => [keyOf(click, click.linkId), keyOf(click, '')]))
  const added = new Set<string>()
  for (const some of chunks([...keys].toSorted())) for (const key of await addVisitors(tx, some)) added.add(key)
  return clicks.map((click) => ({
    ...click,
    // Removed when it is found: a later click of the batch is not the first.
    isFirstAtLink: !click.isRobot && click.linkId !== '' && added.delete(keyOf(click, click.linkId)),
    isFirst: !click.isRobot && added.delete(keyOf(click, '')),
  }))
}

/** @returns the keys that were not there */
async function addVisitors(tx: Transaction, keys: readonly string[]): Promise<readonly string[]> {
  const values = keys.map((key) => {
    const [orgId = '', linkId = '', day = '', visitor = ''] = key.split(' ')
    return { org_id: orgId, link_id: linkId, day, visitor }
  })
  const rows = await tx
    .insertInto('links_visitors')
    .values(values)
    .onConflict((conflict) => conflict.columns(['org_id', 'link_id', 'day', 'visitor']).doNothing())
    .returning(['org_id', 'link_id', 'day', 'visitor'])
    .execute()
  return rows.map((row) => `${row.org_id} ${row.link_id} ${row.day} ${row.visitor}`)
}

function keyOf({ orgId, at, visitor }: ReadClick, linkId: string): string {
  return `${orgId} ${linkId} ${dayOf(at)} ${visitor}`
}

async function addHours(tx: Transaction, hours: readonly HourCount[]): Promise<void> {
  const values = hours.map(({ orgId, linkId, ...counts }) => ({ org_id: orgId, link_id: linkId, ...counts }))
  await tx
    .insertInto('links_hours')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'link_id', 'hour']).doUpdateSet((set) => ({
        clicks: set('links_hours.clicks', '+', set.ref('excluded.clicks')),
        visitors: set('links_hours.visitors', '+', set.ref('excluded.visitors')),
        robots: set('links_hours.robots', '+', set.ref('excluded.robots')),
      })),
    )
    .execute()
}

async function addFacets(tx: Transaction, facets: readonly FacetCount[]): Promise<void> {
  const values = facets.map(({ orgId, linkId, ...counts }) => ({ org_id: orgId, link_id: linkId, ...counts }))
  await tx
    .insertInto('links_facets')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'link_id', 'facet', 'hour', 'value']).doUpdateSet((set) => ({
        clicks: set('links_facets.clicks', '+', set.ref('excluded.clicks')),
      })),
    )
    .execute()
}

function* chunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let first = 0; first < items.length; first += rowsAtOnce) yield items.slice(first, first + rowsAtOnce)
}
