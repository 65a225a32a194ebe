import { useEffect, useRef, type RefObject } from 'react'
import { rowHeights } from './cell-class.ts'
import { valueOf, type DataColumn } from './data-column.ts'
import type { DataTableProps } from './data-table-props.ts'
import type { TableSource } from './table-source.ts'
import type { RowFrame } from './TableRow.tsx'
import { useChooseRows } from './useChooseRows.ts'
import { useDensity } from './useDensity.ts'
import { useFittingColumns } from './useFittingColumns.ts'
import { useLoadedPages } from './useLoadedPages.ts'
import { useRowFocus, type RowFocus } from './useRowFocus.ts'
import { useRows, type KeyedRow } from './useRows.ts'
import { useTableKeys } from './useTableKeys.ts'
import { useVirtualRows, type DrawnRows } from './useVirtualRows.ts'

/** A `DataTable` at work. */
export interface DataTableState<Row> {
  readonly source: TableSource<Row>
  readonly rows: readonly KeyedRow<Row>[]
  readonly columns: readonly DataColumn<Row>[]
  readonly drawn: DrawnRows
  readonly focus: RowFocus
  readonly frame: RowFrame<Row>
  /** Holds the table. */
  readonly box: RefObject<HTMLDivElement | null>
}

/** Combines the state of a `DataTable`. */
export function useDataTable<Row>(props: DataTableProps<Row>): DataTableState<Row> {
  const { table, selection, panel, rowKey = idOf, rowLabel = labelBy(props.columns) } = props
  const source: TableSource<Row> = props.list ?? { items: props.rows }
  const ordinary = useDensity()
  const density = table.density ?? ordinary
  const box = useRef<HTMLDivElement>(null)
  const isClient = props.list === undefined
  const { rows, columns: chosen } = useRows({ rows: source.items, columns: props.columns, rowKey, table, isClient })
  const { columns, isTight } = useFittingColumns(chosen, box, source.items !== undefined)
  const drawn = useVirtualRows({ count: rows.length, height: rowHeights[density], box })
  const focus = useRowFocus({ rows, box, scrollTo: drawn.scrollTo })
  const choose = useChooseRows(rows, selection)
  const { currentId, isInside } = focus
  useLoadedPages(source, table)
  useReturnOfFocus(table.openId, focus.focus)
  useTableKeys({
    onMove: focus.move,
    onChoose: choose === undefined || currentId === undefined ? undefined : () => choose(currentId, false),
    onOpen: panel === undefined || currentId === undefined ? undefined : () => table.open(currentId),
    onClear: selection === undefined || selection.isEmpty ? undefined : selection.clear,
    hasFocus: isInside,
  })
  const details = panel === undefined ? undefined : { addressOf: table.addressOf, open: table.open }
  const { openId } = table
  const frame = { columns, density, isTight, rowLabel, openId, details, onChoose: choose, onFocus: focus.setCurrent }
  return { source, rows, columns, drawn, focus, frame, box }
}

/** When details close, the focus goes back to the row that they belong to, unless it is somewhere else by then. */
function useReturnOfFocus(openId: string | null, focus: (id: string) => void): void {
  const before = useRef(openId)
  useEffect(() => {
    const closed = openId === null ? before.current : null
    before.current = openId
    if (closed === null) return undefined
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === null || document.activeElement === document.body) focus(closed)
    })
    return () => cancelAnimationFrame(frame)
  }, [openId]) // The rows as they are when the details close.
}

function idOf(row: unknown): string {
  return String((row as { readonly id: unknown }).id)
}

function labelBy<Row>([first]: readonly DataColumn<Row>[]): (row: Row) => string {
  return (row) => String((first && valueOf(first)?.(row)) ?? idOf(row))
}
