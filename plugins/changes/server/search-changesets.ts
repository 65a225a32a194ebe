import { listOf, type SearchHit, type WorkspaceScope } from '@host/plugin'
import type { ChangeTexts } from './change-texts.ts'
import { titleTextOf } from './changeset-list.ts'
import type { Tables } from './models.ts'

const most = 20

/** The changesets whose title contains a text, the newest first, for the palette. */
export async function searchChangesets(
  { db }: Pick<WorkspaceScope<Tables>, 'db'>,
  query: string,
  texts: ChangeTexts,
): Promise<readonly SearchHit[]> {
  const rows = db.selectFrom('host_changesets').select(['id', 'plugin', 'title', 'title_code', 'title_params'])
  const { items } = await listOf({ db, input: { q: query, limit: most } }, rows, { usual: '-id', search: ['title'] })
  return items.map((row) => ({
    title: texts.titleOf({ ...row, titleText: titleTextOf(row) }),
    path: `/changes/${row.id}`,
  }))
}
