import {
  addSuppression,
  exportSuppressions,
  importSuppressions,
  listSuppressions,
  releaseSuppressions,
} from '../../shared.ts'
import type { MailMux, Parts } from '../parts.ts'
import { addByHand, release } from './change-suppressions.ts'
import { exportOf } from './export-suppressions.ts'
import { importFile } from './import-suppressions.ts'
import { suppressionPage } from './suppression-list.ts'

/** Routes of suppressions. */
export function mountSuppressions(mux: MailMux, parts: Parts): void {
  mux.endpoint(listSuppressions, ({ db, input }) => suppressionPage(db, input, parts.clock()))
  mux.endpoint(addSuppression, (scope) => addByHand(parts, scope, scope.input))
  mux.endpoint(releaseSuppressions, async (scope) => ({ released: await release(parts, scope, scope.input.ids) }))
  mux.endpoint(importSuppressions, (scope) => importFile(parts, scope, scope.input))
  mux.endpoint(exportSuppressions, (scope) => exportOf(parts, scope))
}
