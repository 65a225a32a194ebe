import type { ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import { keyText } from '../records/record-set.ts'

/** Record sets of a zone whose addresses tokens may change, by the text of their keys. */
export async function dynamicKeys(db: ReadQueries<Tables>, zoneId: string): Promise<ReadonlySet<string>> {
  const tokens = db.selectFrom('domains_ddns_tokens').select(['names', 'types']).where('zone_id', '=', zoneId)
  const rows = await tokens.execute()
  return new Set(
    rows.flatMap(({ names, types }) => names.flatMap((name) => types.map((type) => keyText({ name, type })))),
  )
}
