import { classNames } from '../components/class-names.ts'
import type { DataColumn } from './data-column.ts'
import type { TableDensity } from './table-state.ts'

const visibleFrom = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' }

/** Row heights in pixels, for rows that are not rendered yet. */
export const rowHeights: Readonly<Record<TableDensity, number>> = { comfortable: 48, compact: 36 }

/** A cell that keeps its place lies over the outline of its row, so it draws its part of it. */
const focusLines =
  'after:pointer-events-none group-focus-visible:after:absolute group-focus-visible:after:inset-0 group-focus-visible:after:border-y-2 group-focus-visible:after:border-focus'

/** How a cell stands in its row. The first column keeps its place while the others scroll below it. */
export function cellClass(column: Pick<DataColumn<never>, 'align' | 'from'>, isFirst: boolean, more: string): string {
  return classNames(
    'border-b border-line px-3 last:pr-4',
    isFirst && `z-10 bg-inherit sm:sticky sm:left-0 ${focusLines}`,
    column.align === 'end' && 'text-right',
    column.from !== undefined && visibleFrom[column.from],
    more,
  )
}
