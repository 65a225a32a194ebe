import { listOf } from '@host/plugin'
import { listClicks, readStatistics } from '../../shared.ts'
import type { LinksMux } from '../parts.ts'
import { statisticsOf } from './statistics.ts'

const columns = [
  'id',
  'link_id',
  'at',
  'rule',
  'is_robot',
  'country',
  'city',
  'device',
  'browser',
  'system',
  'language',
  'referrer',
] as const

/** Routes of clicks and what they add up to. */
export function mountClicks(mux: LinksMux): void {
  mux.endpoint(readStatistics, ({ db, input }) => statisticsOf(db, input))
  mux.endpoint(listClicks, ({ db, input }) =>
    listOf({ db, input }, db.selectFrom('links_clicks').select(columns), {
      usual: '-at',
      sort: { at: 'at' },
      filter: { linkId: 'link_id', isRobot: 'is_robot' },
      item: ({ link_id, is_robot, ...row }) => ({ ...row, linkId: link_id, isRobot: is_robot }),
    }),
  )
}
