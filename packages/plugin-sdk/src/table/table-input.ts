import type { Endpoint, EndpointInput } from '@host/client'
import type { FilterDefinitions, FilterValue } from './filter-definition.ts'
import { isNumberRange, momentsOf } from './filter-value.ts'
import type { TableHandle } from './useTable.ts'

type ListEndpoint = Endpoint<`GET ${string}`>

/** The fields of an endpoint's input that a filter fills in: a range fills in two. */
type FieldsOf<Filters extends FilterDefinitions> = {
  [Name in keyof Filters & string]: string extends Name
    ? never
    : Filters[Name]['kind'] extends 'dates' | 'numbers'
      ? `${Name}From` | `${Name}To`
      : Name
}[keyof Filters & string]

/** Keeps tables out that have a filter which the endpoint hasn't. */
type Fitting<E extends ListEndpoint, Filters extends FilterDefinitions> = [FieldsOf<Filters>] extends [
  keyof EndpointInput<E>,
]
  ? unknown
  : { readonly 'the endpoint has no such filter': Exclude<FieldsOf<Filters>, keyof EndpointInput<E>> }

/** Search, order and filters of a list's input. */
type TableInput<E extends ListEndpoint, Filters extends FilterDefinitions> = Partial<
  Pick<EndpointInput<E>, Extract<keyof EndpointInput<E>, 'q' | 'sort' | FieldsOf<Filters>>>
>

/**
 * The input of a list endpoint from the state of its table: search, order and filters, by their names. A filter of the
 * kind `dates` named `createdAt` fills in `createdAtFrom` and `createdAtTo`, and one of the kind `numbers` likewise. Values
 * are left out where the table has none.
 * The options of a choice have to be values of the endpoint's filter, and sortable columns are keyed like its orders.
 * @example const members = useListQuery(listMembers, tableInput(listMembers, table))
 * @since 1.0.0
 */
export function tableInput<E extends ListEndpoint, Filters extends FilterDefinitions>(
  endpoint: E,
  table: Pick<TableHandle<Filters>, 'search' | 'sortText' | 'filters'> & Fitting<E, Filters>,
): TableInput<E, Filters> {
  const { search, sortText, filters } = table
  const known = knownFields(endpoint)
  const fields: readonly (readonly [string, unknown])[] = [
    ['q', search === '' ? undefined : search],
    ['sort', sortText],
    ...Object.entries<FilterValue | undefined>(filters).flatMap(([name, value]) => fieldsOf(name, value)),
  ]
  return Object.fromEntries(fields.filter(([name, value]) => value !== undefined && known.has(name))) as TableInput<
    E,
    Filters
  >
}

/** An address may name a search for a list without one. */
function knownFields(endpoint: ListEndpoint): ReadonlySet<string> {
  return new Set(Object.keys(endpoint.jsonSchema('input')['properties'] ?? {}))
}

function fieldsOf(name: string, value: FilterValue | undefined): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object') return [[name, value]]
  const { from, to } = isNumberRange(value) ? value : momentsOf(value)
  return [
    [`${name}From`, from],
    [`${name}To`, to],
  ]
}
