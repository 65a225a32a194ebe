import { listOf } from '@host/plugin'
import { listClicks, readStatistics, resetClicks, type StoredClick } from '../../shared.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { unpackClicks, type PackedClicks } from './packed-clicks.ts'
import type { Profile } from './read-click.ts'
import { resetClicksOf } from './reset-clicks.ts'
import { statisticsOf } from './statistics.ts'

/** Routes of clicks and what they add up to. */
export function mountClicks(mux: LinksMux, parts: Parts): void {
  mux.endpoint(readStatistics, ({ db, input }) => statisticsOf(db, input))
  mux.endpoint(resetClicks, (scope) => resetClicksOf(parts, scope, scope.params.id))
  mux.endpoint(listClicks, async ({ db, input }) => {
    const page = await listOf({ db, input }, db.selectFrom('links_packs').select(['id', 'at', 'data']), {
      usual: '-at',
      sort: { at: 'at' },
      filter: { linkId: 'link_id', isRobot: 'is_robot' },
      item: ({ id, data }) => clicksOfPack(id, data),
    })
    return { ...page, items: page.items.flat() }
  })
}

/** The clicks of a row, the latest first. */
export function clicksOfPack(id: string, data: PackedClicks): readonly StoredClick[] {
  return [...unpackClicks(data)]
    .map(({ linkId, at, rule, version, profile, campaign }, place) => ({
      id: `${id}.${place}`,
      linkId,
      at: new Date(at).toISOString(),
      rule,
      version,
      ...shownProfile(profile),
      ...campaign,
    }))
    .toReversed()
}

function shownProfile({ isRobot, country, city, device, browser, system, language, referrer }: Profile) {
  return { isRobot, country, city, device, browser, system, language, referrer }
}
