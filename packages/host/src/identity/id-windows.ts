/**
 * Windows over the ids of a list, of which a statement examines one: SQLite can't cancel a statement that takes long. A
 * row of a window may take look-ups of three more, so that a statement examines 10,000 rows at most.
 */
import type { ReferenceExpression, SelectQueryBuilder } from 'kysely'

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
  readonly id: ReferenceExpression<DB, TB>
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
    const rest = after === undefined ? query : query.where(id, isDescending ? '<' : '>', after as never)
    const last = (await rest
      .clearSelect()
      .select((build) => build.ref(id as never).as('id'))
      .orderBy(id as never, isDescending ? 'desc' : 'asc')
      .offset(sizes.rows - 1)
      .limit(1)
      .executeTakeFirst()) as { readonly id: string } | undefined
    const upTo = last?.id
    yield { after, upTo }
    if (upTo === undefined) return
    after = upTo
  }
}
