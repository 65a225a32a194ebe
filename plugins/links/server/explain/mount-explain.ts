import { explainClick, exportClicks } from '../../shared.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { explainedClick } from './explain-click.ts'
import { exportedClicks } from './export-clicks.ts'

/** Routes of single clicks. */
export function mountExplain(mux: LinksMux, { exports }: Parts): void {
  mux.endpoint(explainClick, ({ db, params }) => explainedClick(db, params.id))
  mux.endpoint(exportClicks, (scope) => exportedClicks(exports, scope, scope.params.id))
}
