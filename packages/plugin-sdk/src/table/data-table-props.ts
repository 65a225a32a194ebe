import type { ReactNode } from 'react'
import type { DataColumn } from './data-column.ts'
import type { TableSource } from './table-source.ts'
import type { Selection } from './useSelection.ts'
import type { TableHandle } from './useTable.ts'

/** The row whose details are open, and its navigation callbacks. */
export interface OpenedRow<Row> {
  readonly id: string
  /** Undefined when the row is not among those that are loaded. */
  readonly row: Row | undefined
  /** Props for a `SidePanel`: close, and move to the next or previous row. */
  readonly ways: { readonly onClose: () => void; readonly onNext: () => void; readonly onPrevious: () => void }
}

export interface DataTableProps<Row> {
  /** Names the rows, for screen readers. */
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly table: TableHandle
  /** A list of the server, which searches, filters and orders it. */
  readonly list?: TableSource<Row>
  /** All rows there are, searched and ordered in the browser; undefined while they load. */
  readonly rows?: readonly Row[] | undefined
  /** Unique key of a row. Default: its `id`. */
  readonly rowKey?: (row: Row) => string
  /** Name of a row for screen readers. Default: the value of its first column. */
  readonly rowLabel?: (row: Row) => string
  /** Rows can be chosen. */
  readonly selection?: Selection | undefined
  /** Shown in place of the rows when there are none at all: an `EmptyState`. */
  readonly empty: ReactNode
  /** The details of a row, beside the table: a `SidePanel`. Rows open when this is there. */
  readonly panel?: (opened: OpenedRow<Row>) => ReactNode
}
