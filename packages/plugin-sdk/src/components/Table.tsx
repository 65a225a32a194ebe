import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

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

const visibleFrom = { sm: 'hidden sm:table-cell', md: 'hidden md:table-cell', lg: 'hidden lg:table-cell' }

/**
 * Rows and columns, for lists of a size that a person reads. Stands at the edges of a flush `Panel`.
 * @example <Table label={t('notes.title')} columns={columns} rows={notes} rowKey={({ id }) => id} />
 * @since 1.0.0
 */
export function Table<Row>({ label, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <div className="relative overflow-x-auto">
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
            <tr key={rowKey(row)} className="transition-colors hover:bg-hover">
              {columns.map((column) => (
                <td key={column.key} className={cellClass(column, 'h-12 py-1.5')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function cellClass<Row>({ align, from }: TableColumn<Row>, more: string): string {
  return classNames(
    'px-3 first:pl-4 last:pr-4',
    align === 'end' && 'text-right',
    from !== undefined && visibleFrom[from],
    more,
  )
}
