import { listVersions, readVersionAt, revertLink } from '../../shared.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { revertLinkTo } from './revert-link.ts'
import { versionAt, versionsOf } from './versions.ts'

/** Routes of the versions of links. */
export function mountVersions(mux: LinksMux, parts: Parts): void {
  mux.endpoint(listVersions, ({ db, params, input }) => versionsOf(db, { ...input, id: params.id }))
  mux.endpoint(readVersionAt, ({ db, params, input }) => versionAt(db, params.id, input.moment))
  mux.endpoint(revertLink, (scope) => revertLinkTo(parts, scope, { ...scope.input, id: scope.params.id }))
}
