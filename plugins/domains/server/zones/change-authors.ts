import type { Changeset, ReadQueries } from '@host/plugin'
import type { ChangeAuthor } from '../../shared.ts'
import type { Tables } from '../models.ts'

/** Returns the author of an ID; null for a feature. */
export type AuthorOf = (id: string | null) => ChangeAuthor | null

/** Reads the names of the present members among the authors of changes. */
export async function changeAuthors(
  db: ReadQueries<Tables>,
  changes: readonly Pick<Changeset, 'plannedBy' | 'approvedBy'>[],
): Promise<AuthorOf> {
  const ids = changes.flatMap(({ plannedBy, approvedBy }) => [plannedBy, approvedBy]).filter((id) => id !== null)
  const rows =
    ids.length === 0 ? [] : await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => (id === null ? null : { id, name: names.get(id) ?? null })
}
