/**
 * Windows over the ids of a list, of which a statement examines one: SQLite can't cancel a statement that takes long. A
 * row of a window may take look-ups of three more, so that a statement examines 10,000 rows at most.
 */
import type { SelectQueryBuilder, StringReference } from 'kysely'

export interface WindowSizes {
  /** Entries of a window. */
  readonly rows: number
  /** Windows of one page in the order of ids. */
  readonly most: number
}

export const usualWindows: WindowSizes = { rows: 2_500, most: 40 }

/** The ids behind one, up to another and with it; an end that is undefined is that of the list. */
export interface IdWindow {
  readonly after: string | undefined
  readonly upTo: string | undefined
}

interface WindowsOptions<DB, TB extends keyof DB> {
  readonly id: StringReference<DB, TB>
  readonly after: string | undefined
  readonly isDescending: boolean
  readonly sizes: WindowSizes
}

/** The windows of a list in the order of its ids. @param query all entries, which an index gives in that order */
export async function* idWindows<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { id, after: first, isDescending, sizes }: WindowsOptions<DB, TB>,
): AsyncGenerator<IdWindow> {
  for (let after = first; ;) {
    const rest = after === undefined ? query : whereId(query, id, [isDescending ? '<' : '>', after])
    const ids = rest.clearSelect().select((build) => build.ref(id).as('id'))
    const inOrder = ids.orderBy(id, isDescending ? 'desc' : 'asc')
    // Kysely leaves the row of a table that the caller names open.
    const last = (await inOrder
      .offset(sizes.rows - 1)
      .limit(1)
      .executeTakeFirst()) as { readonly id: string } | undefined
    const upTo = last?.id
    yield { after, upTo }
    if (upTo === undefined) return
    after = upTo
  }
}

/** A condition on the ids of a list. */
export function whereId<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  id: StringReference<DB, TB>,
  [operator, value]: readonly [operator: '<' | '>' | '<=' | '>=', value: string],
): SelectQueryBuilder<DB, TB, Row> {
  // The type of a column of a table that the caller names stays open.
  return query.where(id, operator, value as never)
}
