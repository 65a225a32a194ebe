import type { ReactNode } from 'react'
import type { DataColumn } from './data-column.ts'
import type { TableSource } from './table-source.ts'
import type { Selection } from './useSelection.ts'
import type { TableHandle } from './useTable.ts'

/** The row whose details are open, and the ways on from it. */
export interface OpenedRow<Row> {
  readonly id: string
  /** Undefined when the row is not among those that are loaded. */
  readonly row: Row | undefined
  /** What a `SidePanel` takes: away from the row, and on to the others. */
  readonly ways: { readonly onClose: () => void; readonly onNext: () => void; readonly onPrevious: () => void }
}

export interface DataTableProps<Row> {
  /** What the rows are. */
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly table: TableHandle
  /** A list of the server, which searches, filters and orders it. */
  readonly list?: TableSource<Row>
  /** All rows there are, searched and ordered in the browser; undefined while they load. */
  readonly rows?: readonly Row[] | undefined
  /** What tells rows apart; their `id` when left out. */
  readonly rowKey?: (row: Row) => string
  /** What a row is called, for screen readers; what the first column holds when left out. */
  readonly rowLabel?: (row: Row) => string
  /** Rows can be chosen. */
  readonly selection?: Selection | undefined
  /** What stands in place of the rows when there are none at all: an `EmptyState`. */
  readonly empty: ReactNode
  /** The details of a row, beside the table: a `SidePanel`. Rows open when this is there. */
  readonly panel?: (opened: OpenedRow<Row>) => ReactNode
}
