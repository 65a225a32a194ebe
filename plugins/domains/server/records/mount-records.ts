import { noContent } from '@host/plugin'
import {
  checkRecord,
  handBackRecord,
  importRecords,
  listReadOnlyRecords,
  listRecords,
  planChallenge,
  planPreset,
  planRecords,
  takeOverRecord,
} from '../../shared.ts'
import type { DomainsMux } from '../domains-mux.ts'
import type { Parts } from '../parts.ts'
import { importZoneFile } from '../plans/import-zone-file.ts'
import { planChallengeOf } from '../plans/plan-challenge.ts'
import { planPresetOf } from '../plans/plan-preset.ts'
import { planEdits } from '../plans/plan-zone.ts'
import { selectZone } from '../zones/zone-rows.ts'
import { checkSet } from './check-set.ts'
import { listedReadOnly } from './list-read-only.ts'
import { listedRecords } from './list-records.ts'
import { handBack, takeOver } from './takeovers.ts'

/** Routes of record sets, and their plans. */
export function mountRecords(mux: DomainsMux, parts: Parts): void {
  mux.endpoint(listRecords, (scope) => listedRecords(parts, scope, scope.params.id))
  mux.endpoint(listReadOnlyRecords, (scope) => listedReadOnly(scope, scope.params.id))
  mux.endpoint(planRecords, async (scope) => {
    const { set, delete: gone, title, note } = scope.input
    const row = await selectZone(scope.db, scope.params.id)
    return await planEdits(parts, scope, { row, title, note, edits: { set, delete: gone } })
  })
  mux.endpoint(importRecords, async (scope) => {
    const row = await selectZone(scope.db, scope.params.id)
    return await importZoneFile(parts, scope, { row, ...scope.input })
  })
  mux.endpoint(planPreset, async (scope) => {
    const { records: preset, title, note } = scope.input
    const row = await selectZone(scope.db, scope.params.id)
    return await planPresetOf(parts, scope, { row, preset, title, note })
  })
  mux.endpoint(checkRecord, (scope) => checkSet(parts, scope, { id: scope.params.id, ...scope.input }))
  mux.endpoint(takeOverRecord, async (scope) => {
    await takeOver(parts, scope, { id: scope.params.id, ...scope.input })
    return noContent()
  })
  mux.endpoint(handBackRecord, async (scope) => {
    await handBack(parts, scope, { id: scope.params.id, ...scope.input })
    return noContent()
  })
  mux.endpoint(planChallenge, (scope) => planChallengeOf(parts, scope, scope.params.id))
}
