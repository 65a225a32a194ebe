import type { ReadQueries, SearchHit } from '@host/plugin'
import type { Tables } from '../models.ts'

const [shortest, most] = [3, 3]

/** Suppressed addresses that begin with a text, for the palette; found by their index. */
export async function searchSuppressions(db: ReadQueries<Tables>, query: string): Promise<readonly SearchHit[]> {
  const start = query.trim().toLowerCase()
  if (start.length < shortest) return []
  const rows = await db
    .selectFrom('mail_suppressions')
    .select('address')
    .where('address', '>=', start)
    .where('address', '<', `${start}\uFFFD`)
    .orderBy('address')
    .limit(most)
    .execute()
  return rows.map(({ address }) => ({
    title: address,
    path: `/mail/suppressions?q=${encodeURIComponent(address)}`,
  }))
}
