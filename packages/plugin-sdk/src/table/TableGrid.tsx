import { classNames } from '../components/class-names.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { DataTableProps } from './data-table-props.ts'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import type { DataTableState } from './useDataTable.ts'

export interface TableGridProps<Row> extends Pick<DataTableProps<Row>, 'label' | 'table' | 'selection'> {
  readonly state: DataTableState<Row>
}

/**
 * The rows with their head. The browser must not hold on to a row while others are drawn in place of their room: each
 * correction would draw further rows, down to the end of the list.
 */
export function TableGrid<Row>({ label, table, selection, state }: TableGridProps<Row>) {
  const { source, rows, columns, drawn, focus, frame, box } = state
  const isLoading = source.items === undefined
  const isPrevious = source.isPrevious === true
  return (
    <div
      ref={box}
      onFocus={() => focus.setInside(true)}
      onBlur={() => focus.setInside(false)}
      className="relative [overflow-anchor:none] [--list-head:calc(var(--spacing-topbar)+var(--list-bar,0px))] [--list-top:calc(var(--list-head)+2.25rem)]"
    >
      {isLoading && <Loading />}
      <table
        aria-label={label}
        aria-busy={isLoading || isPrevious || undefined}
        aria-rowcount={drawn.isPart ? rows.length + 1 : undefined}
        className={classNames(
          'w-full border-separate border-spacing-0 text-left text-sm tabular-nums transition-opacity',
          isPrevious && 'opacity-55 delay-150',
        )}
      >
        <TableHead columns={columns} table={table} selection={selection} keys={rows.map(({ id }) => id)} />
        <tbody>
          {isLoading && (
            <TableSkeleton {...{ columns, density: frame.density, hasSelection: selection !== undefined }} />
          )}
          <Middleware height={drawn.before} />
          {rows.slice(drawn.first, drawn.end).map(({ id, row }, index) => (
            <TableRow
              key={id}
              {...{ id, row, frame }}
              isChosen={selection !== undefined && (selection.isAllMatching || selection.keys.has(id))}
              isCurrent={focus.currentId === id}
              place={drawn.isPart ? drawn.first + index + 2 : undefined}
            />
          ))}
          <Middleware height={drawn.after} />
        </tbody>
      </table>
    </div>
  )
}

function Loading() {
  const { t } = useTranslation()
  return <output className="sr-only">{t('sdk.loading')}</output>
}

/** Takes the place of rows that are not drawn. */
function Middleware({ height }: { readonly height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td style={{ height }}>{'\u00a0'}</td>
    </tr>
  )
}
