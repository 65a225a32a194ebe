import { listOf, type SearchHit, type WorkspaceScope } from '@host/plugin'
import type { Tables } from './models.ts'

const most = 20

/** The changesets whose title contains a text, the newest first, for the palette. */
export async function searchChangesets(
  { db }: Pick<WorkspaceScope<Tables>, 'db'>,
  query: string,
): Promise<readonly SearchHit[]> {
  const rows = db.selectFrom('host_changesets').select(['id', 'title'])
  const { items } = await listOf({ db, input: { q: query, limit: most } }, rows, { usual: '-id', search: ['title'] })
  return items.map(({ id, title }) => ({ title, path: `/changes/${id}` }))
}
