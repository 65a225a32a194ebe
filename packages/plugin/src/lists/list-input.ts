import * as z from 'zod/mini'
import { limits } from '../limits.ts'

type Field = z.ZodMiniType

/** An order by its name, and with a hyphen in descending order. */
type OrderChoices<Order extends string> = { readonly [Name in Order | `-${Order}`]: Name }

// oxlint-disable-next-line typescript/no-empty-object-type -- no name at all, where a record of never has every name
type NoFilters = {}

type FilterFields = Readonly<Record<string, Field>>

/** The fields of a list's input. */
export type ListFields<
  Order extends string,
  Filters extends FilterFields,
  Range extends string,
  Search extends boolean,
> = {
  limit: z.ZodMiniOptional<z.ZodMiniNumber<number>>
  cursor: z.ZodMiniOptional<z.ZodMiniString<string>>
  total: z.ZodMiniOptional<z.ZodMiniBoolean<boolean>>
} & { [Key in 'q' as Search extends true ? Key : never]: z.ZodMiniOptional<z.ZodMiniString<string>> } & {
  [Key in 'sort' as [Order] extends [never] ? never : Key]: z.ZodMiniOptional<z.ZodMiniEnum<OrderChoices<Order>>>
} & { -readonly [Name in keyof Filters]: z.ZodMiniOptional<Filters[Name]> } & {
  [Name in `${Range}From` | `${Range}To`]: z.ZodMiniOptional<z.ZodMiniISODateTime>
}

/** Options of a list's input. */
export interface ListInputOptions<
  Order extends string,
  Filters extends FilterFields,
  Range extends string,
  Search extends boolean,
> {
  /** Names of the orders, such as `createdAt`; each is offered in both directions. */
  readonly sort?: readonly Order[]
  /** The value of each filter by its name. */
  readonly filters?: Filters
  /**
   * Names of moments that are filtered by a range: `createdAt` gives `createdAtFrom`, which is in the range, and
   * `createdAtTo`, which isn't.
   */
  readonly ranges?: readonly Range[]
  /** Whether the list can be searched by a text, `q`. */
  readonly search?: Search
}

/**
 * The input of a list endpoint: page, order, search and filters, all optional. `listOf` reads it.
 * @example listInput({ sort: ['title', 'createdAt'], filters: { state: z.enum(['open', 'done']) }, search: true })
 * @since 1.0.0
 */
export function listInput<
  const Order extends string = never,
  Filters extends FilterFields = NoFilters,
  const Range extends string = never,
  const Search extends boolean = false,
>(
  options: ListInputOptions<Order, Filters, Range, Search> = {},
): z.ZodMiniObject<ListFields<Order, Filters, Range, Search>, z.core.$strict> {
  const { sort = [], filters = {}, ranges = [], search = false } = options
  const fields = {
    ...pageFields(),
    ...(search && {
      q: z.optional(z.string().check(z.maxLength(longestText))).check(z.describe('Text to search for.')),
    }),
    ...(sort.length > 0 && {
      sort: z
        .optional(z.enum(sort.flatMap((name) => [name, `-${name}`])))
        .check(z.describe('The order; a hyphen reverses it.')),
    }),
    ...Object.fromEntries(Object.entries<Field>(filters).map(([name, schema]) => [name, z.optional(schema)])),
    ...Object.fromEntries(ranges.flatMap((name) => rangeFields(name))),
  }
  return z.strictObject(fields) as unknown as z.ZodMiniObject<ListFields<Order, Filters, Range, Search>, z.core.$strict>
}

/**
 * The answer of a list endpoint.
 * @example output: pageOf(Note)
 * @since 1.0.0
 */
export function pageOf<Item extends Field>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.optional(z.int()) })
}

const longestText = 200
const longestCursor = 2_000

function pageFields() {
  return {
    limit: z
      .optional(z.int().check(z.gte(1), z.lte(limits.pageSize)))
      .check(z.describe(`At most this many items; ${limits.defaultPageSize} when left out.`)),
    cursor: z
      .optional(z.string().check(z.maxLength(longestCursor)))
      .check(z.describe('The `nextCursor` of the page before.')),
    total: z.optional(z.boolean()).check(z.describe('Whether to count the matching items, up to 10,000.')),
  }
}

function rangeFields(name: string): readonly (readonly [string, Field])[] {
  return [
    [`${name}From`, z.optional(z.iso.datetime()).check(z.describe('The beginning of the range, which is in it.'))],
    [`${name}To`, z.optional(z.iso.datetime()).check(z.describe('The end of the range, which is not in it.'))],
  ]
}
