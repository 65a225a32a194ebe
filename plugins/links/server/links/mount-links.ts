import {
  changeLink,
  createLink,
  deleteLink,
  exportLinks,
  listLinks,
  markPrinted,
  putLink,
  readLink,
} from '../../shared.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { changeLinkOf } from './change-link.ts'
import { createLinkIn } from './create-link.ts'
import { deleteLinkOf } from './delete-link.ts'
import { exportOf } from './export-links.ts'
import { linksPage } from './link-list.ts'
import { selectLink, shownLink } from './link-rows.ts'
import { markPrintedOf } from './mark-printed.ts'
import { putLinkOf } from './put-link.ts'

/** Routes of short links. */
export function mountLinks(mux: LinksMux, parts: Parts): void {
  mux.endpoint(listLinks, ({ db, input }) => linksPage(parts, db, input))
  mux.endpoint(exportLinks, (scope) => exportOf(parts, scope))
  mux.endpoint(createLink, (scope) => createLinkIn(parts, scope, scope.input))
  mux.endpoint(putLink, (scope) => putLinkOf(parts, scope, { ...scope.input, ...scope.params }))
  mux.endpoint(readLink, async ({ db, params }) => await shownLink(parts, db, await selectLink(db, params.id)))
  mux.endpoint(changeLink, (scope) => changeLinkOf(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(markPrinted, (scope) => markPrintedOf(parts, scope, scope.params.id))
  mux.endpoint(deleteLink, (scope) => deleteLinkOf(parts, scope, scope.params.id))
}
