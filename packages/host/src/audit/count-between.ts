import type { EntryDatabase, EntryQuery } from './matching-entries.ts'

/**
 * How many of the newest entries fall between each two neighbouring moments, counted in one pass.
 * @param moments in order, two or more; each but the last begins a span that the next one ends
 * @param most entries that are looked at; what is older than these counts as nothing
 */
export async function countBetween(
  db: EntryDatabase,
  entries: EntryQuery,
  { moments, most }: { readonly moments: readonly string[]; readonly most: number },
): Promise<readonly number[]> {
  const [first = '', last = ''] = [moments[0], moments.at(-1)]
  const newest = entries
    .clearSelect()
    .select('e.at')
    .where('e.at', '>=', first)
    .where('e.at', '<', last)
    .orderBy('e.at', 'desc')
    .limit(most)
    .as('newest')
  const spans = moments.slice(0, -1)
  const row = await db
    .selectFrom(newest)
    .select((select) =>
      spans.map((from, index) =>
        select.fn
          .countAll<number>()
          .filterWhere('newest.at', '>=', from)
          .filterWhere('newest.at', '<', moments[index + 1] ?? last)
          .as(`span_${index}`),
      ),
    )
    .executeTakeFirstOrThrow()
  return spans.map((_, index) => Number(row[`span_${index}`]))
}
