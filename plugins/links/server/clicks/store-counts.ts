/** Stores counted clicks in one transaction with the end of their rows in the journal, so that each counts once. */
import type { EventsService, InstanceTables, Queries, ScopedDatabase } from '@host/plugin'
import { linkClicked } from '../events.ts'
import type { Tables } from '../models.ts'
import type { ClickCounts, LinkCounts, OrgCounts } from './click-counts.ts'
import { linkTables } from './click-models.ts'
import { chunks } from './click-journal.ts'
import { countRows, type FacetRow, type HourRow, type SumRow, type VisitorRow } from './count-rows.ts'
import type { FacetValues } from './facet-values.ts'
import type { ClickPackers } from './packed-clicks.ts'
import type { SeenVisitors } from './seen-visitors.ts'

type Database = ScopedDatabase<InstanceTables<Tables>>
type Transaction = Queries<InstanceTables<Tables>>

/** Rows of one statement. */
const rowsAtOnce = 200
/** Links of one event, which stays within the limit of its size. */
const linksOfEvent = 100

/** Dependencies of counting. */
export interface CountingParts {
  readonly db: Database
  readonly events: Pick<EventsService, 'publish'>
  readonly values: FacetValues
  readonly visitors: SeenVisitors
}

/** Another process counts these clicks. */
export class TakenAway extends Error {}

/**
 * @param isRecovered whether the process that wrote the journal may try to write it again
 * @throws TakenAway
 */
export async function storeCounts(parts: CountingParts, counts: ClickCounts, isRecovered: boolean): Promise<void> {
  const seen: VisitorRow[] = []
  await parts.db.transaction(async (tx) => {
    await takeBatches(tx, counts, isRecovered)
    for (const [orgId, links] of [...counts.orgs].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const { sums, hours, facets, visitors } = countRows(orgId, links, parts.values)
      const unseen = [...visitors.keys()].filter((row) => !parts.visitors.has(row))
      seen.push(...unseen)
      for (const row of await addVisitors(tx, unseen)) {
        const hour = visitors.get(row)
        if (hour !== undefined) hour.visitors += 1
      }
      for (const some of chunks(sums, rowsAtOnce)) await addSums(tx, some)
      for (const some of chunks(hours, rowsAtOnce)) await addHours(tx, some)
      for (const some of chunks(facets, rowsAtOnce)) await addFacets(tx, some)
      const singles = [...links].flatMap(([linkId, clicks]) => clickRows(orgId, linkId, clicks))
      for (const some of chunks(singles, 50)) await addPacks(tx, some)
      await forgetGone(tx, orgId, [...links.keys()])
      await announce(parts.events, orgId, links)
    }
  })
  parts.visitors.add(seen)
}

async function takeBatches(tx: Transaction, { batches, orgs }: ClickCounts, isRecovered: boolean): Promise<void> {
  let taken = 0
  for (const some of chunks(batches.toSorted(), rowsAtOnce)) {
    const gone = await tx.deleteFrom('links_journal').where('batch', 'in', some).executeTakeFirst()
    taken += Number(gone.numDeletedRows)
  }
  if (taken !== batches.length) throw new TakenAway('Another process counts these clicks.')
  const [orgId] = orgs.keys()
  if (!isRecovered || orgId === undefined) return
  const rows = batches.map((batch) => ({ org_id: orgId, batch }))
  for (const some of chunks(rows, rowsAtOnce)) {
    const counted = tx.insertInto('links_batches').values([...some])
    await counted.execute()
  }
}

/** Rows of single clicks of a link; robots apart. */
function clickRows(org_id: string, link_id: string, { people, robots }: LinkCounts) {
  const rows = ({ all }: ClickPackers, is_robot: boolean) =>
    all.map((packer) => ({
      org_id,
      link_id,
      at: new Date(packer.until).toISOString(),
      is_robot,
      data: packer.pack(),
    }))
  return [...rows(robots, true), ...rows(people, false)]
}

type ClickRow = ReturnType<typeof clickRows>[number]

async function addPacks(tx: Transaction, packs: readonly ClickRow[]): Promise<void> {
  const added = tx.insertInto('links_packs').values([...packs])
  await added.execute()
}

/** @returns those that were not there */
async function addVisitors(tx: Transaction, visitors: readonly VisitorRow[]): Promise<readonly VisitorRow[]> {
  const added: VisitorRow[] = []
  for (const some of chunks(visitors, rowsAtOnce)) {
    const rows = await tx
      .insertInto('links_visitors')
      .values([...some])
      .onConflict((conflict) => conflict.columns(['org_id', 'link_id', 'day', 'visitor']).doNothing())
      .returning(['link_id', 'day', 'visitor'])
      .execute()
    const keys = new Set(rows.map(keyOf))
    added.push(...some.filter((row) => keys.has(keyOf(row))))
  }
  return added
}

function keyOf({ link_id, day, visitor }: Omit<VisitorRow, 'org_id'>): string {
  return `${link_id} ${day} ${visitor}`
}

async function addSums(tx: Transaction, sums: readonly SumRow[]): Promise<void> {
  await tx
    .insertInto('links_sums')
    .values([...sums])
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'link_id']).doUpdateSet((set) => ({
        clicks: set('links_sums.clicks', '+', set.ref('excluded.clicks')),
      })),
    )
    .execute()
}

async function addHours(tx: Transaction, hours: readonly HourRow[]): Promise<void> {
  await tx
    .insertInto('links_hours')
    .values([...hours])
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'link_id', 'hour']).doUpdateSet((set) => ({
        clicks: set('links_hours.clicks', '+', set.ref('excluded.clicks')),
        visitors: set('links_hours.visitors', '+', set.ref('excluded.visitors')),
        robots: set('links_hours.robots', '+', set.ref('excluded.robots')),
      })),
    )
    .execute()
}

async function addFacets(tx: Transaction, facets: readonly FacetRow[]): Promise<void> {
  await tx
    .insertInto('links_facets')
    .values([...facets])
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'link_id', 'facet', 'hour', 'value']).doUpdateSet((set) => ({
        clicks: set('links_facets.clicks', '+', set.ref('excluded.clicks')),
      })),
    )
    .execute()
}

/**
 * Removes what was just stored of links that were deleted meanwhile: their clicks count for their workspace alone. The others
 * are locked at the end, for a moment, so a deletion comes before or after and its job finds all that is stored.
 */
async function forgetGone(tx: Transaction, orgId: string, linkIds: readonly string[]): Promise<void> {
  for (const some of chunks(linkIds.toSorted(), rowsAtOnce)) {
    const locked = tx.selectFrom('links_links').select('id').where('id', 'in', some).orderBy('id').forUpdate()
    const there = new Set((await locked.execute()).map(({ id }) => id))
    const gone = some.filter((id) => !there.has(id))
    if (gone.length === 0) continue
    for (const table of linkTables) {
      await tx.deleteFrom(table).where('org_id', '=', orgId).where('link_id', 'in', gone).execute()
    }
  }
}

async function announce(events: CountingParts['events'], orgId: string, links: OrgCounts): Promise<void> {
  const clicked = [...links].flatMap(([linkId, { hours }]) => {
    const clicks = [...hours.values()].reduce((sum, count) => sum + count.clicks, 0)
    return clicks === 0 ? [] : [{ linkId, clicks }]
  })
  for (const some of chunks(clicked, linksOfEvent)) await events.publish(linkClicked, orgId, { links: [...some] })
}
