import type { Queries } from '@host/plugin'
import type { Tables } from '../models.ts'

/** Places of zones in lists: those that can't be read, those with wrong records, and the others. */
const places = { unreadable: 0, failing: 1, right: 2 } as const

/** Sets the place of a zone in lists after a change of its problem or its watches. */
export async function placeZone(tx: Queries<Tables>, id: string): Promise<void> {
  const zone = await tx
    .selectFrom('domains_zones')
    .select(['problem', 'urgency'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (zone === undefined) return
  const urgency = zone.problem === null ? places[(await isFailing(tx, id)) ? 'failing' : 'right'] : places.unreadable
  if (urgency !== zone.urgency) await tx.updateTable('domains_zones').set({ urgency }).where('id', '=', id).execute()
}

async function isFailing(tx: Queries<Tables>, zoneId: string): Promise<boolean> {
  const wrong = tx.selectFrom('domains_watches').select('id').where('zone_id', '=', zoneId)
  return (await wrong.where('is_failing', '=', true).limit(1).executeTakeFirst()) !== undefined
}
