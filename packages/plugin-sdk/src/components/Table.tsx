import { useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { classNames } from './class-names.ts'
import { visibleFrom } from './visible-from.ts'

/** A column: its header and the content of its cells. */
export interface TableColumn<Row> {
  readonly key: string
  readonly header: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'start' | 'end'
  /** Leaves the column out where the page is narrower than this. */
  readonly from?: 'sm' | 'md' | 'lg'
  /** Keeps the header for screen readers only. */
  readonly hideHeader?: boolean
}

export interface TableProps<Row> {
  /** Names the rows, for screen readers. */
  readonly label: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

/**
 * Rows and columns, for lists of a size that a person reads. Stands at the edges of a flush `Panel`. Where it is wider than
 * its room, each row is a card with the names of its values.
 * @example <Table label={t('notes.title')} columns={columns} rows={notes} rowKey={({ id }) => id} />
 * @since 1.0.0
 */
export function Table<Row>(props: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const isStacked = useIsTooWide(box)
  return (
    <div ref={box} className="relative">
      {isStacked ? <Cards {...props} /> : <Grid {...props} />}
    </div>
  )
}

function Grid<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table className="w-full border-collapse text-left text-sm" aria-label={label}>
      <thead>
        <tr className="border-b border-line text-xs text-subtle">
          {columns.map((column) => (
            <th key={column.key} scope="col" className={cellClass(column, 'h-8 font-medium')}>
              <span className={classNames(column.hideHeader === true && 'sr-only')}>{column.header}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="group transition-colors hover:bg-hover">
            {columns.map((column) => (
              <td key={column.key} className={cellClass(column, 'h-12 py-1.5')}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cards<Row>({ label, columns: [first, ...others], rows, rowKey }: TableProps<Row>) {
  return (
    <ul aria-label={label} className="divide-y divide-line text-sm">
      {rows.map((row) => (
        <li key={rowKey(row)} className="group flex flex-col gap-1.5 px-4 py-3 wrap-anywhere">
          {first?.cell(row)}
          {others.map(({ key, header, hideHeader, cell }) => (
            <div key={key} className="flex items-baseline justify-between gap-4">
              <span className={hideHeader === true ? 'sr-only' : 'shrink-0 text-xs text-subtle'}>{header}</span>
              <span className="min-w-0 text-right">{cell(row)}</span>
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Whether a table needs more room than it has; the smallest width that it had is remembered. */
function useIsTooWide(box: RefObject<HTMLElement | null>): boolean {
  const [needed, setNeeded] = useState<number>()
  const measure = useEffectEvent(() => {
    const width = box.current?.clientWidth ?? 0
    const table = box.current?.querySelector('table')
    if (table && table.offsetWidth > width) setNeeded(table.offsetWidth)
    else if (!table && needed !== undefined && needed <= width) setNeeded(undefined)
  })
  // oxlint-disable-next-line react/set-state-in-effect -- the sizes are known once the table is laid out
  useLayoutEffect(() => measure())
  useLayoutEffect(() => {
    if (box.current === null) return undefined
    const sizes = new ResizeObserver(() => measure())
    sizes.observe(box.current)
    return () => sizes.disconnect()
  }, [box])
  return needed !== undefined
}

function cellClass<Row>({ align, from }: TableColumn<Row>, more: string): string {
  return classNames(
    'px-3 first:pl-4 last:pr-4',
    align === 'end' && 'text-right',
    from !== undefined && visibleFrom[from],
    more,
  )
}
