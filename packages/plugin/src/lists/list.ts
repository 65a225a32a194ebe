import type {
  ComparisonOperatorExpression,
  Expression,
  ExpressionBuilder,
  ReferenceExpression,
  SqlBool,
  StringReference,
} from 'kysely'
import type { ScopedDatabase } from '../database.ts'
import type { ListRequest } from '../services/page-request.ts'

/** The part of a list that a client asks for: `limit`, `cursor`, `sort`, `q`, `total`, and filters by their names. */
export interface ListInput extends ListRequest {
  /** Whether to count the matching items, up to 10,000. */
  readonly total?: boolean | undefined
}

/** The orders that an input offers, without the hyphen of the descending ones. */
export type ListOrderName<Input extends ListInput> = 'sort' extends keyof Input
  ? Exclude<NonNullable<Input['sort']>, `-${string}`>
  : never

/** The filters that an input offers. */
export type ListFilterName<Input extends ListInput> = Exclude<keyof Input & string, keyof ListInput>

/** An order: a column, or `{ text }` for a text column in alphabetical order, which ignores case. */
export type ListOrder<DB, TB extends keyof DB> =
  | ReferenceExpression<DB, TB>
  | { readonly text: ReferenceExpression<DB, TB> }

/** A filter: the column that equals the value, a column with an operator, or a condition made of the value. */
export type ListFilter<DB, TB extends keyof DB, Value> =
  | ReferenceExpression<DB, TB>
  | readonly [column: ReferenceExpression<DB, TB>, operator: ComparisonOperatorExpression]
  | { readonly where: (build: ExpressionBuilder<DB, TB>, value: Value) => Expression<SqlBool> }

/**
 * How a list is searched: by text columns, one of which contains the text, and the case of A to Z is ignored; or by the id of
 * a table with columns that are indexed (`column.text({ search: true })`), as `search` finds them, which is fast in any list.
 */
export type ListSearch<DB, TB extends keyof DB> =
  | readonly ReferenceExpression<DB, TB>[]
  | { readonly by: StringReference<DB, TB> }

/** A key that is required where the input offers names for it, and left out otherwise. */
type KeyIf<Names, Key> = [Names] extends [never] ? never : Key

/** How a list is ordered, filtered and searched. Every order and filter of the input has to be given. */
export type ListOptions<DB, TB extends keyof DB, Row, Item, Input extends ListInput> = {
  /** The id of a row, unique in the list; `id` when left out. */
  readonly id?: ReferenceExpression<DB, TB>
  /** The order without `sort`, `-id` when left out: the newest first. */
  readonly usual?: ListOrderName<Input> | `-${ListOrderName<Input>}` | 'id' | '-id'
  /** The item of a row; the row itself when left out. */
  readonly item?: (row: Row) => Item
} & {
  readonly [Key in 'sort' as KeyIf<ListOrderName<Input>, Key>]: {
    readonly [Name in ListOrderName<Input>]: ListOrder<DB, TB>
  }
} & {
  readonly [Key in 'search' as 'q' extends keyof Input ? Key : never]: ListSearch<DB, TB>
} & {
  readonly [Key in 'filter' as KeyIf<ListFilterName<Input>, Key>]: {
    readonly [Name in ListFilterName<Input>]: ListFilter<DB, TB, NonNullable<Input[Name]>>
  }
}

/** The part of an endpoint's scope that a list is read with. */
export interface ListScope<Tables, Input extends ListInput> {
  readonly db: ScopedDatabase<Tables>
  readonly input: Input
}

/** A page as an endpoint answers it. */
export interface ListPage<Item> {
  readonly items: Item[]
  readonly nextCursor: string | null
  /** The number of matching items, up to 10,000, where the input asks for it. */
  readonly total?: number
}
