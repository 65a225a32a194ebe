import { useMemo } from 'react'
import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable as useTanStackTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useTranslation } from '../i18n/useTranslation.ts'
import { comparisonFor } from './compare-values.ts'
import { valueOf, type CellValue, type DataColumn } from './data-column.ts'
import { usualColumns } from './table-state.ts'
import type { TableHandle } from './useTable.ts'

/** A row and its key. */
export interface KeyedRow<Row> {
  readonly id: string
  readonly row: Row
}

/** Input that determines the visible rows and columns. */
export interface RowsOptions<Row> {
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly DataColumn<Row>[]
  /** The place in the list when left out. */
  readonly rowKey?: ((row: Row) => string) | undefined
  readonly table: TableHandle
  /** The rows are all there are, in no order: the browser searches them and puts them in order. */
  readonly isClient: boolean
}

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature, sortedRowModel: createSortedRowModel() })
const noRows: readonly never[] = Object.freeze([])

/** The rows in order, and the columns that are shown. */
export function useRows<Row>({ rows = noRows, columns, rowKey, table, isClient }: RowsOptions<Row>): {
  readonly rows: readonly KeyedRow<Row>[]
  readonly columns: readonly DataColumn<Row>[]
} {
  const definitions = useDefinitions(columns)
  const found = useFound({ rows, columns, rowKey, search: isClient ? table.search : '' })
  const { sort } = table
  const sorting = useMemo(
    () => (sort === undefined ? [] : [{ id: sort.column, desc: sort.descending }]),
    [sort?.column, sort?.descending], // The order is the same as long as these are.
  )
  const shown = new Set(table.columns ?? usualColumns({ columns }))
  const columnVisibility = Object.fromEntries(
    columns.map(({ key, isFixed }, index) => [key, index === 0 || isFixed === true || shown.has(key)]),
  )
  const model = useTanStackTable({
    features,
    columns: definitions,
    data: found,
    getRowId: ({ id }) => id,
    manualSorting: !isClient,
    state: { sorting, columnVisibility },
  })
  const visible = new Set(model.getVisibleLeafColumns().map(({ id }) => id))
  return {
    rows: model.getRowModel().rows.map(({ original }) => original),
    columns: columns.filter(({ key }) => visible.has(key)),
  }
}

/** The definitions stay the same while the column keys do, because new definitions would sort all rows again. */
function useDefinitions<Row>(columns: readonly DataColumn<Row>[]): ColumnDef<typeof features, KeyedRow<Row>>[] {
  const { language } = useTranslation()
  const keys = columns.map(({ key }) => key).join()
  return useMemo(() => {
    const compare = comparisonFor(language)
    return columns.map((column) => ({
      id: column.key,
      accessorFn: ({ row }: KeyedRow<Row>) => valueOf(column)?.(row) ?? undefined,
      sortUndefined: 'last' as const,
      sortFn: (one, other, id) => compare(one.getValue<CellValue>(id), other.getValue<CellValue>(id)),
    }))
  }, [keys, language])
}

interface Searched<Row> extends Pick<RowsOptions<Row>, 'columns' | 'rowKey'> {
  readonly rows: readonly Row[]
  readonly search: string
}

function useFound<Row>({ rows, columns, rowKey, search }: Searched<Row>): readonly KeyedRow<Row>[] {
  const wanted = search.toLocaleLowerCase()
  return useMemo(() => {
    const keyed = rows.map((row, index) => ({ id: rowKey?.(row) ?? String(index), row }))
    if (wanted === '') return keyed
    const texts = columns.flatMap((column) => valueOf(column) ?? [])
    return keyed.filter(({ row }) => texts.some((text) => includes(text(row), wanted)))
  }, [rows, wanted])
}

function includes(value: CellValue, wanted: string): boolean {
  return String(value ?? '')
    .toLocaleLowerCase()
    .includes(wanted)
}
