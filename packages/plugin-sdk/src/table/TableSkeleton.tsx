import { Skeleton } from '../components/Skeleton.tsx'
import { cellClass, choiceCell } from './cell-class.ts'
import type { DataColumn } from './data-column.ts'
import type { TableDensity } from './table-state.ts'

export interface TableSkeletonProps<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly density: TableDensity
  readonly hasSelection: boolean
}

const rows = 8

/** Rows of the real layout before the first ones arrive; they show after 150 ms. */
export function TableSkeleton<Row>({ columns, density, hasSelection }: TableSkeletonProps<Row>) {
  const height = density === 'compact' ? 'h-9' : 'h-12'
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden>
      {hasSelection && (
        <td className={choiceCell}>
          <Skeleton className="size-4" />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.key} className={cellClass(column, index === 0, height)}>
          {column.isFixed !== true && <Skeleton className={`inline-block h-3 ${column.skeleton ?? 'w-24'}`} />}
        </td>
      ))}
    </tr>
  ))
}
