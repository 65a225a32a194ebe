import type { ExpressionBuilder, ExpressionWrapper, SqlBool, StringReference } from 'kysely'

/**
 * The rows that a text finds, as a condition: each of its words begins a word of a column with `search: true` of the row.
 * Case, accents and width don't matter; any part of a Chinese or Japanese text is found, by its pairs of characters. A text
 * without a word finds nothing; words after the 16th are ignored, as are characters of a row after the 50,000th. A search
 * reads the words of its own workspace alone, the same on SQLite and PostgreSQL.
 * @param id the id of the table that is searched
 * @example
 * const found = await scope.db
 *   .selectFrom('deals')
 *   .selectAll()
 *   .where((eb) => search(eb, 'deals.id', 'ada 北京'))
 *   .execute()
 * @example
 * listOf(scope, scope.db.selectFrom('deals').selectAll(), { search: { by: 'id' } })
 * @since 1.0.0
 */
export function search<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  id: StringReference<DB, TB>,
  text: string,
): ExpressionWrapper<DB, TB, SqlBool> {
  return eb.fn<SqlBool>('search', [id, eb.val(text)])
}
