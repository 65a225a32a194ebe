import { useNavigation } from '../navigation/navigation-context.ts'
import { useLocation } from '../navigation/useLocation.ts'
import type { NavigateOptions } from '../navigation/useNavigate.ts'
import { useSearch } from '../navigation/useSearch.ts'
import type { FilterDefinitions, FilterValues } from './filter-definition.ts'
import {
  readTableState,
  sortText,
  writeTableState,
  type TableDensity,
  type TableShape,
  type TableSort,
  type TableState,
} from './table-state.ts'

/** Display state of a list, stored in the address, and the functions that change it. */
export interface TableHandle<Filters extends FilterDefinitions = FilterDefinitions> extends TableState<Filters> {
  readonly shape: TableShape<Filters>
  /** The page inside its shell. */
  readonly path: string
  /** The order as endpoints take it: `joined`, `-joined`; undefined for the list's own. */
  readonly sortText: string | undefined
  /**
   * The view as a query string, without the open row and the number of loaded pages; this is stored in a saved view.
   */
  readonly viewQuery: string
  /** Whether the search or a filter narrows the list down. */
  readonly isNarrowed: boolean
  /** The address of the list with a row's details open. */
  readonly addressOf: (id: string) => string
  readonly setSearch: (text: string) => void
  setFilter<Name extends keyof Filters>(name: Name, value: FilterValues<Filters>[Name] | undefined): void
  /** Puts these filters in the place of those that are on. */
  setFilters(filters: FilterValues<Filters>): void
  readonly clearFilters: () => void
  readonly setSort: (sort: TableSort | undefined) => void
  readonly setColumns: (columns: readonly string[] | undefined) => void
  readonly setDensity: (density: TableDensity | undefined) => void
  readonly setPage: (page: number) => void
  /** Opens a row's details, or closes them; moving on from one that is open leaves no trace in the history. */
  readonly open: (id: string | null) => void
  /** Shows a saved view. */
  readonly showView: (query: string) => void
}

/**
 * The state of a list in the address: search, filters, order, columns, density, number of loaded pages and open row.
 * Default values are not written, and invalid values in an address are ignored.
 * @example
 * const table = useTable({ filters: { role: { kind: 'choice', label: t('members.role'), options } }, columns })
 * const members = useListQuery(listMembers, tableInput(listMembers, table))
 * @since 1.0.0
 */
export function useTable<const Filters extends FilterDefinitions>(
  shape: TableShape<Filters> = {},
): TableHandle<Filters> {
  const { history } = useNavigation()
  const [query, setQuery] = useSearch()
  const path = useLocation()
  const state: TableState<Filters> = readTableState(query, shape)
  const read = (): TableState => readTableState(new URLSearchParams(history.entry().search), shape) as TableState
  const write = (next: TableState, options?: NavigateOptions) => setQuery(writeTableState(next, shape), options)
  const change: Change = (next, options = { replace: true }) => write({ ...read(), ...next }, options)
  return {
    ...state,
    ...actionsOf(change),
    shape,
    path,
    sortText: sortText(state.sort),
    viewQuery: queryText(writeTableState({ ...(state as TableState), page: 1, openId: null }, shape)),
    isNarrowed: state.search !== '' || Object.keys(state.filters).length > 0,
    addressOf: (openId) => `${path}?${queryText(writeTableState({ ...(state as TableState), openId }, shape))}`,
    setFilter: (name, value) => {
      const { [name as string]: _, ...others } = read().filters
      change({ ...afresh, filters: value === undefined ? others : { ...others, [name]: value } })
    },
    open: (openId) => change({ openId }, { replace: openId === null || read().openId !== null }),
    showView: (view) => write(readTableState(new URLSearchParams(view), shape) as TableState),
  }
}

type Change = (next: Partial<TableState>, options?: NavigateOptions) => void

/** Another list begins at its beginning, with no row open. */
const afresh = { page: 1, openId: null } as const

function actionsOf(change: Change) {
  return {
    setSearch: (search: string) => change({ ...afresh, search }),
    setFilters: (filters: FilterValues) => change({ ...afresh, search: '', filters }),
    clearFilters: () => change({ ...afresh, search: '', filters: {} }),
    setSort: (sort: TableSort | undefined) => change({ ...afresh, sort }),
    setColumns: (columns: readonly string[] | undefined) => change({ columns }),
    setDensity: (density: TableDensity | undefined) => change({ density }),
    setPage: (page: number) => change({ page }),
  }
}

function queryText(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(given).toString()
}
