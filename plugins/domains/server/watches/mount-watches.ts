import { listOf, type ScopedDatabase } from '@host/plugin'
import { listWatches, watchRecord } from '../../shared.ts'
import type { DomainsMux } from '../domains-mux.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { shownRecordName } from '../records/record-names.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { shownWatch } from './shown-watch.ts'
import { watchColumns } from './watch-rows.ts'
import { watchSet } from './watch-set.ts'

/** Watched record sets, each with its row in the copy of its zone. */
function watchedSets(db: ScopedDatabase<Tables>) {
  return db
    .selectFrom('domains_watches as watch')
    .leftJoin('domains_records as present', (join) =>
      join
        .onRef('present.zone_id', '=', 'watch.zone_id')
        .onRef('present.name', '=', 'watch.name')
        .onRef('present.type', '=', 'watch.type'),
    )
    .select(watchColumns.map((column) => `watch.${column}` as const))
    .select('present.id as present')
}

/** Routes of background checks of record sets. */
export function mountWatches(mux: DomainsMux, parts: Parts): void {
  mux.endpoint(listWatches, async (scope) => {
    const { id } = await selectZone(scope.db, scope.params.id)
    const rows = watchedSets(scope.db).where('watch.zone_id', '=', id)
    return await listOf(scope, rows, {
      id: 'watch.id',
      usual: 'name',
      sort: { name: 'watch.place' },
      filter: {
        isFailing: 'watch.is_failing',
        needsAction: {
          where: (build, isWanted: boolean) => {
            const isGone = build('present.id', 'is', null)
            const needsAction = build.or([build('watch.is_failing', '=', true), isGone])
            return isWanted ? needsAction : build.not(needsAction)
          },
        },
        name: 'watch.name',
        type: 'watch.type',
      },
      item: (row) => ({
        name: row.name,
        shownName: shownRecordName(row.name),
        type: row.type,
        isGone: row.present === null,
        ...shownWatch(row),
      }),
    })
  })
  mux.endpoint(watchRecord, async (scope) => {
    const watch = await watchSet(parts, scope, { id: scope.params.id, ...scope.input })
    parts.live.changed(scope.orgId, ['/api/x/domains/zones'])
    return { watch }
  })
}
