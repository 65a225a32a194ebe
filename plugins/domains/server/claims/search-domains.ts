import { listOf, type SearchHit, type WorkspaceScope } from '@host/plugin'
import type { Tables } from '../models.ts'

const most = 20

/** The domains whose name contains a text, for the palette. */
export async function searchDomains(
  { db }: Pick<WorkspaceScope<Tables>, 'db'>,
  query: string,
): Promise<readonly SearchHit[]> {
  const rows = db.selectFrom('domains_domains').select(['id', 'shown_name'])
  const { items } = await listOf({ db, input: { q: query, limit: most } }, rows, {
    usual: '-id',
    search: ['shown_name', 'name'],
  })
  return items.map(({ id, shown_name: title }) => ({ title, path: `/domains/${id}` }))
}
