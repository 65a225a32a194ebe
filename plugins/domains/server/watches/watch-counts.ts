import { domainLimits, type ZoneDetails } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import { recordSets } from '../records/record-kind.ts'
import { keyText } from '../records/record-set.ts'
import type { ZonePlace } from '../zones/shown-zone.ts'
import { countOwned } from './follow-owners.ts'

/** Watched record sets of a zone that were deleted outside, and those of features that the limit leaves unwatched. */
export async function watchCounts(
  { changesets }: Pick<Parts, 'changesets'>,
  { db, orgId }: ZonePlace,
  zoneId: string,
): Promise<Pick<ZoneDetails, 'gone' | 'unwatched'>> {
  const { count: gone } = await db
    .selectFrom('domains_watches as watch')
    .leftJoin('domains_records as present', (join) =>
      join
        .onRef('present.zone_id', '=', 'watch.zone_id')
        .onRef('present.name', '=', 'watch.name')
        .onRef('present.type', '=', 'watch.type'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('watch.zone_id', '=', zoneId)
    .where('present.id', 'is', null)
    .executeTakeFirstOrThrow()
  if ((await countOwned(db)) < domainLimits.ownedWatches) return { gone, unwatched: 0 }
  const owners = await changesets.owners(orgId, { kind: recordSets, target: zoneId })
  const rows = await db.selectFrom('domains_watches').select(['name', 'type']).where('zone_id', '=', zoneId).execute()
  const watched = new Set(rows.map(keyText))
  return { gone, unwatched: [...owners.keys()].filter((key) => !watched.has(key)).length }
}
