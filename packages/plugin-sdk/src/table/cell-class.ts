import { classNames } from '../components/class-names.ts'
import { visibleFrom } from '../components/visible-from.ts'
import type { DataColumn } from './data-column.ts'
import type { TableDensity } from './table-state.ts'

/** Row heights in pixels, for rows that are not rendered yet. */
export const rowHeights: Readonly<Record<TableDensity, number>> = { comfortable: 48, compact: 36 }

/** The cell that selects a row. It keeps its width in a table without room, so the first column does not move. */
export const choiceCell = 'w-10 min-w-10 border-b border-line pl-3'

/** How a cell stands in its row. A column of actions takes no more room than it needs, so it stays when others change. */
export function cellClass(
  column: Pick<DataColumn<never>, 'align' | 'from' | 'isFixed'>,
  isFirst: boolean,
  more: string,
): string {
  return classNames(
    'border-b border-line px-3 last:pr-4',
    isFirst && 'pl-4',
    column.isFixed === true && 'w-px',
    column.align === 'end' && 'text-right',
    column.from !== undefined && visibleFrom[column.from],
    more,
  )
}
