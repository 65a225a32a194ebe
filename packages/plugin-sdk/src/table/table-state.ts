/**
 * Display state of a list, as stored in the address. Only values that differ from the defaults are written, so that an
 * untouched list has a plain address and equal views have equal addresses. Addresses may be typed by hand or come from
 * old links: unknown or invalid values are ignored.
 *
 *   q=ada&role=admin   the search, and the filters under their own names
 *   sort=-joined       by a column, descending with the hyphen
 *   columns=name,role  the visible columns, when they are not the default ones
 *   density=compact    when it is not the user's default
 *   page=3             how many pages of the list are loaded
 *   open=usr_1         the row whose details are open
 */
import type { FilterDefinitions, FilterValue, FilterValues } from './filter-definition.ts'
import { readFilter, writeFilter } from './filter-value.ts'

/** In which order. */
export interface TableSort {
  readonly column: string
  readonly descending: boolean
}

/** How close the rows of a table stand. */
export type TableDensity = 'comfortable' | 'compact'

/** Display state of a list. */
export interface TableState<Filters extends FilterDefinitions = FilterDefinitions> {
  readonly search: string
  readonly filters: FilterValues<Filters>
  readonly sort: TableSort | undefined
  /** The columns that are shown, in the table's order; undefined for the usual ones. */
  readonly columns: readonly string[] | undefined
  /** Undefined for the reader's usual one. */
  readonly density: TableDensity | undefined
  /** How many pages of the list are loaded, from 1. */
  readonly page: number
  readonly openId: string | null
}

/** Properties of a column that don't depend on its rows. */
export interface ColumnShape {
  readonly key: string
  /** The list can be ordered by it; the server takes its key, or the rows are ordered by its `value`. */
  readonly isSortable?: boolean
  /** Hidden unless the user shows it. */
  readonly isHidden?: boolean
  /** Cannot be switched off and has no name of its own, such as the buttons of a row. */
  readonly isFixed?: boolean
}

/** Filters, columns and default order of a list; used to parse its address. */
export interface TableShape<Filters extends FilterDefinitions = FilterDefinitions> {
  readonly filters?: Filters
  /** Every column, in order. */
  readonly columns?: readonly ColumnShape[]
  /** The order of the list by itself. */
  readonly defaultSort?: TableSort
}

/** As far as an address loads a list. */
export const mostPages = 40
const longestSearch = 200
/** A record set's has a name of up to 380 characters with its escapes, and a type. */
const longestId = 420

/** Reads a query; never fails. */
export function readTableState<Filters extends FilterDefinitions>(
  query: URLSearchParams,
  shape: TableShape<Filters>,
): TableState<Filters> {
  const page = Number(query.get('page'))
  const density = query.get('density')
  const openId = query.get('open') ?? ''
  return {
    search: (query.get('q') ?? '').trim().slice(0, longestSearch).trim(),
    filters: readFilters(query, shape.filters) as FilterValues<Filters>,
    sort: readSort(query.get('sort'), shape),
    columns: readColumns(query.get('columns'), shape),
    density: density === 'compact' || density === 'comfortable' ? density : undefined,
    page: Number.isInteger(page) && page > 1 ? Math.min(page, mostPages) : 1,
    openId: openId === '' || openId.length > longestId ? null : openId,
  }
}

/** The parameters of a state; undefined for each that is as it is by itself. */
export function writeTableState(state: TableState, shape: TableShape): Readonly<Record<string, string | undefined>> {
  const names = Object.keys(shape.filters ?? {})
  const isUsual = state.columns === undefined || sameColumns(state.columns, usualColumns(shape))
  return {
    q: orNothing(state.search.trim()),
    ...Object.fromEntries(names.map((name) => [name, filterText(state.filters[name])])),
    sort: isSameSort(state.sort, shape.defaultSort) ? undefined : sortText(state.sort),
    columns: isUsual ? undefined : state.columns?.join(','),
    density: state.density,
    page: state.page > 1 ? String(state.page) : undefined,
    open: state.openId ?? undefined,
  }
}

/** `-joined` for the newest first, as the address and the server have it. */
export function sortText(sort: TableSort | undefined): string | undefined {
  return sort === undefined ? undefined : `${sort.descending ? '-' : ''}${sort.column}`
}

/** The columns visible by default. */
export function usualColumns({ columns = [] }: TableShape): readonly string[] {
  return columns.filter(({ isHidden = false, isFixed = false }) => !isHidden && !isFixed).map(({ key }) => key)
}

function readFilters(
  query: URLSearchParams,
  definitions: FilterDefinitions = {},
): Readonly<Record<string, FilterValue>> {
  const values = Object.entries(definitions).map(
    ([name, definition]) => [name, readFilter(definition, query.get(name) ?? '')] as const,
  )
  return Object.fromEntries(values.filter((entry): entry is [string, FilterValue] => entry[1] !== undefined))
}

function readSort(text: string | null, { columns = [], defaultSort }: TableShape): TableSort | undefined {
  const column = text?.replace(/^-/, '') ?? ''
  if (!columns.some(({ key, isSortable = false }) => isSortable && key === column)) return defaultSort
  return { column, descending: text?.startsWith('-') === true }
}

function readColumns(text: string | null, shape: TableShape): readonly string[] | undefined {
  const asked = new Set(text?.split(',') ?? [])
  const shown = (shape.columns ?? [])
    .filter(({ key, isFixed }) => isFixed !== true && asked.has(key))
    .map(({ key }) => key)
  return shown.length === 0 || sameColumns(shown, usualColumns(shape)) ? undefined : shown
}

function filterText(value: FilterValue | undefined): string | undefined {
  return value === undefined ? undefined : orNothing(writeFilter(value))
}

function sameColumns(some: readonly string[], others: readonly string[]): boolean {
  return some.join() === others.join()
}

function isSameSort(one: TableSort | undefined, other: TableSort | undefined): boolean {
  return sortText(one) === sortText(other)
}

function orNothing(text: string): string | undefined {
  return text === '' ? undefined : text
}
