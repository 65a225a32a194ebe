import { listOf, noContent, Problem, type WorkspaceScope } from '@host/plugin'
import {
  addZone,
  listZoneHistory,
  listZones,
  readZone,
  refreshZone,
  removeZone,
  type ZoneDetails,
} from '../../shared.ts'
import type { DomainsMux } from '../domains-mux.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { recordSets } from '../records/record-kind.ts'
import { addZoneTo } from './add-zone.ts'
import { changeAuthors } from './change-authors.ts'
import { noteProblem } from './note-problem.ts'
import { refreshZoneOf } from './refresh-zone.ts'
import { removeZoneOf } from './remove-zone.ts'
import { shownChange, shownZone, zoneDetails, zoneFacts } from './shown-zone.ts'
import { selectZone, zoneColumns } from './zone-rows.ts'

/** Routes of zones. */
export function mountZones(mux: DomainsMux, parts: Parts): void {
  mux.endpoint(listZones, async (scope) => {
    const facts = await zoneFacts(parts, scope)
    return await listOf(scope, scope.db.selectFrom('domains_zones').select(zoneColumns), {
      usual: 'name',
      sort: { name: { text: 'shown_name' }, createdAt: 'created_at' },
      search: ['shown_name', 'name'],
      item: (row) => shownZone(row, facts),
    })
  })
  mux.endpoint(addZone, (scope) => addZoneTo(parts, scope, scope.input))
  mux.endpoint(readZone, (scope) => zoneDetails(parts, scope, scope.params.id))
  mux.endpoint(refreshZone, (scope) => refreshNow(parts, scope, scope.params.id))
  mux.endpoint(removeZone, async (scope) => {
    const { db, orgId, audit, params } = scope
    await db.transaction(async (tx) => {
      const { name } = await removeZoneOf(parts, { tx, orgId }, params.id)
      audit.describe({ target: `dns_zone:${params.id}`, before: { name } })
    })
    return noContent()
  })
  mux.endpoint(listZoneHistory, async ({ db, orgId, params, language, input: { limit, cursor } }) => {
    const { id } = await selectZone(db, params.id)
    const page = await parts.changesets.history(orgId, { kind: recordSets, target: id }, { limit, cursor })
    const authorOf = await changeAuthors(db, page.items)
    return {
      items: page.items.map((change) => shownChange(change, { authorOf, language })),
      nextCursor: page.nextCursor,
    }
  })
}

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'signal' | 'language'>

async function refreshNow(parts: Parts, scope: Scope, id: string): Promise<ZoneDetails> {
  try {
    await refreshZoneOf(parts, scope, id)
  } catch (error) {
    if (error instanceof Problem && error.code !== 'not_found') await noteProblem(scope.db, id, error)
    throw error
  }
  return await zoneDetails(parts, scope, id)
}
