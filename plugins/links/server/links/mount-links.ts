import { domainToASCII } from 'node:url'
import { listOf } from '@host/plugin'
import { changeLink, createLink, deleteLink, listLinks, markPrinted, readLink } from '../../shared.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { changeLinkOf } from './change-link.ts'
import { createLinkIn } from './create-link.ts'
import { deleteLinkOf } from './delete-link.ts'
import { selectLink, shownColumns, shownLink } from './link-rows.ts'

/** Routes of short links. */
export function mountLinks(mux: LinksMux, parts: Parts): void {
  mux.endpoint(listLinks, ({ db, input }) =>
    listOf(
      { db, input: { ...input, ...(input.host === undefined ? {} : { host: domainToASCII(input.host) }) } },
      db.selectFrom('links_links').select(shownColumns),
      {
        usual: '-createdAt',
        sort: { createdAt: 'created_at', slug: { text: 'slug' }, title: { text: 'title' } },
        filter: { host: 'host', isEnabled: 'is_enabled' },
        search: ['slug', 'url', 'title'],
        item: (row) => shownLink(parts, row),
      },
    ),
  )
  mux.endpoint(createLink, (scope) => createLinkIn(parts, scope, scope.input))
  mux.endpoint(readLink, async ({ db, params }) => shownLink(parts, await selectLink(db, params.id)))
  mux.endpoint(changeLink, (scope) => changeLinkOf(parts, scope, { ...scope.input, id: scope.params.id }))
  mux.endpoint(markPrinted, async ({ db, params, audit }) => {
    const now = new Date(parts.clock()).toISOString()
    audit.describe({ target: `link:${params.id}` })
    const unprinted = db.updateTable('links_links').set({ printed_at: now }).where('printed_at', 'is', null)
    await unprinted.where('id', '=', params.id).execute()
    return shownLink(parts, await selectLink(db, params.id))
  })
  mux.endpoint(deleteLink, (scope) => deleteLinkOf(parts, scope, scope.params.id))
}
