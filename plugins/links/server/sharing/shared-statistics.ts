import type { ScopedDatabase } from '@host/plugin'
import { linkLimits, sharedFacets, type Statistics } from '../../shared.ts'
import { statisticsOf } from '../clicks/statistics.ts'
import { shownLink, selectLink } from '../links/link-rows.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'

type SharedCounts = Pick<Statistics, 'clicks' | 'visitors' | 'days'> & {
  readonly facets: { facet: (typeof sharedFacets)[number]; values: { value: string; clicks: number }[] }[]
}

const day = 86_400_000
/** Milliseconds for which counts are kept. */
const lifetime = 60_000

/** The data of a page of shared statistics; undefined for an address that is not shared. */
export async function sharedPage(parts: Parts, db: ScopedDatabase<Tables>, address: string) {
  const shares = db.selectFrom('links_shares').select(['id', 'link_id', 'shows_target'])
  const share = await shares.where('address', '=', address).executeTakeFirst()
  if (share === undefined) return undefined
  const row = await selectLink(db, share.link_id)
  const { shortUrl, host, slug } = await shownLink(parts, db, row)
  const counts = await countsOf(parts, db, { share: share.id, linkId: row.id })
  // The warning of a quarantined link hides its target as well.
  const url = share.shows_target && row.quarantine === null ? row.url : null
  return { shortUrl, name: `${host}/${slug}`, url, ...counts }
}

/** Counts of the last days, at most a minute old. */
async function countsOf(
  { cache, clock }: Pick<Parts, 'cache' | 'clock'>,
  db: ScopedDatabase<Tables>,
  { share, linkId }: { readonly share: string; readonly linkId: string },
): Promise<SharedCounts> {
  const now = clock()
  const known = await cache.get<{ readonly at: number; readonly counts: SharedCounts }>(share)
  if (known !== undefined && now - known.at < lifetime) return known.counts
  const dayBefore = (days: number): string => new Date(now - days * day).toISOString().slice(0, 10)
  const range = { from: dayBefore(linkLimits.sharedDays - 1), to: dayBefore(0), timeZone: 'UTC' }
  const { clicks, visitors, days, facets } = await statisticsOf(db, { linkId, ...range })
  const shown = sharedFacets.map((facet) => ({
    facet,
    values: facets.find((each) => each.facet === facet)?.values ?? [],
  }))
  const counts = { clicks, visitors, days, facets: shown }
  await cache.set(share, { at: now, counts }, lifetime)
  return counts
}
