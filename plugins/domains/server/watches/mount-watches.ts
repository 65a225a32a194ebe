import { listOf } from '@host/plugin'
import { listWatches, watchRecord } from '../../shared.ts'
import type { DomainsMux } from '../domains-mux.ts'
import type { Parts } from '../parts.ts'
import { shownRecordName } from '../records/record-names.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { shownWatch } from './shown-watch.ts'
import { watchColumns } from './watch-rows.ts'
import { watchSet } from './watch-set.ts'

/** Routes of background checks of record sets. */
export function mountWatches(mux: DomainsMux, parts: Parts): void {
  mux.endpoint(listWatches, async (scope) => {
    const { id } = await selectZone(scope.db, scope.params.id)
    const rows = scope.db
      .selectFrom('domains_watches')
      .select([...watchColumns, 'place'])
      .where('zone_id', '=', id)
    return await listOf(scope, rows, {
      usual: 'name',
      sort: { name: 'place' },
      filter: { isFailing: 'is_failing' },
      item: (row) => ({ name: row.name, shownName: shownRecordName(row.name), type: row.type, ...shownWatch(row) }),
    })
  })
  mux.endpoint(watchRecord, async (scope) => {
    const watch = await watchSet(parts, scope, { id: scope.params.id, ...scope.input })
    parts.live.changed(scope.orgId, ['/api/x/domains/zones'])
    return { watch }
  })
}
