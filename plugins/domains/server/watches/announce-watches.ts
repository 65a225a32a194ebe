/**
 * Publishes what a round of checks found. Record sets that are found wrong one by one have an event and a notification each;
 * three or more at once are an outage of the zone, with one of its own.
 *
 *   no outage --at least three are newly wrong--> outage --fewer than three are wrong--> no outage
 *
 * During an outage, further record sets join it without an event. When it is over, those that are still wrong are published
 * one by one. It runs in a transaction that has locked the zone, so a killed process publishes everything or nothing.
 */
import type { Queries } from '@host/plugin'
import { momentAfter } from '../checks/check-schedule.ts'
import type { Tables, WatchTold } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { ZoneRow } from '../zones/zone-rows.ts'
import { publishOutage, publishOutageEnd } from './publish-outage.ts'
import { publishRight, publishWrong } from './publish-watch.ts'

/** Wrong record sets that are an outage. */
const leastOfOutage = 3

/** The zone whose round is over. */
export interface EndedRound {
  readonly orgId: string
  readonly zone: ZoneRow
}

/** A record set that is wrong, or whose failure was published. */
export type ToldWatch = Awaited<ReturnType<typeof toldOf>>[number]

/** Publishes the changes of a round. In a transaction that has locked the row of the zone. */
export async function announceWatches(parts: Parts, tx: Queries<Tables>, { orgId, zone }: EndedRound): Promise<void> {
  const rows = await toldOf(tx, zone.id)
  if (rows.length === 0 && zone.outage_at === null) return
  const failing = rows.filter((row) => row.is_failing)
  const pending = failing.filter(({ told }) => told === 'pending')
  const counts = { orgId, zone, failing, watched: await countOf(tx, zone.id) }
  const begins = zone.outage_at === null && pending.length >= leastOfOutage
  const goesOn = zone.outage_at !== null && failing.length >= leastOfOutage
  if (begins) await publishOutage(parts, counts)
  if (zone.outage_at !== null && !goesOn && counts.watched > 0) {
    await publishOutageEnd(parts, { ...counts, since: zone.outage_at })
  }
  await setOutage(tx, zone, { at: begins ? momentAfter(parts.clock()) : goesOn ? zone.outage_at : null })
  if (begins || goesOn) await setTold(tx, pending, 'outage')
  else await publishEach(parts, tx, { orgId, zone, rows: failing.filter(({ told }) => told !== 'alone') })
  await publishRecovered(parts, tx, { orgId, zone, rows: rows.filter((row) => !row.is_failing) })
}

async function toldOf(tx: Queries<Tables>, zoneId: string) {
  return await tx
    .selectFrom('domains_watches')
    .select(['id', 'name', 'type', 'data', 'state', 'seen', 'is_failing', 'told'])
    .where('zone_id', '=', zoneId)
    // A failure from before `told` was stored was published by itself.
    .where('told', 'is not', null)
    .orderBy('place')
    .execute()
}

async function countOf(tx: Queries<Tables>, zoneId: string): Promise<number> {
  const all = tx.selectFrom('domains_watches').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await all.where('zone_id', '=', zoneId).executeTakeFirstOrThrow()).count
}

async function setOutage(tx: Queries<Tables>, zone: ZoneRow, { at }: { readonly at: string | null }): Promise<void> {
  if (at === zone.outage_at) return
  await tx.updateTable('domains_zones').set({ outage_at: at }).where('id', '=', zone.id).execute()
}

type Rows = EndedRound & { readonly rows: readonly ToldWatch[] }

async function publishEach(parts: Parts, tx: Queries<Tables>, { orgId, zone, rows }: Rows): Promise<void> {
  for (const row of rows) await publishWrong(parts, orgId, { zone, row })
  await setTold(tx, rows, 'alone')
}

/** The end of an outage is published for all of its record sets together. */
async function publishRecovered(parts: Parts, tx: Queries<Tables>, { orgId, zone, rows }: Rows): Promise<void> {
  for (const row of rows) if (row.told === 'alone') await publishRight(parts, orgId, { zone, row })
  await setTold(tx, rows, null)
}

async function setTold(tx: Queries<Tables>, rows: readonly ToldWatch[], told: WatchTold | null): Promise<void> {
  const batch = 400
  for (let first = 0; first < rows.length; first += batch) {
    const ids = rows.slice(first, first + batch).map(({ id }) => id)
    await tx.updateTable('domains_watches').set({ told }).where('id', 'in', ids).execute()
  }
}
