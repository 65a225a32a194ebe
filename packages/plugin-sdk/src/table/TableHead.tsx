import { Checkbox } from '../components/Checkbox.tsx'
import { classNames } from '../components/class-names.ts'
import { Icon } from '../components/Icon.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import { cellClass, choiceCell } from './cell-class.ts'
import { columnLabel, type DataColumn } from './data-column.ts'
import type { TableSort } from './table-state.ts'
import type { Selection } from './useSelection.ts'
import type { TableHandle } from './useTable.ts'

export interface TableHeadProps<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly table: TableHandle
  readonly selection: Selection | undefined
  /** The rows that are loaded. */
  readonly keys: readonly string[]
}

const place = 'sticky top-(--list-head) z-10 h-8 bg-surface font-medium whitespace-nowrap'

/** The line with the names of the columns; it stays in sight, and orders the rows. */
export function TableHead<Row>({ columns, table, selection, keys }: TableHeadProps<Row>) {
  return (
    <thead className="text-xs text-subtle">
      <tr className="bg-surface">
        {selection !== undefined && (
          <th scope="col" className={classNames(place, choiceCell)}>
            <SelectAll selection={selection} keys={keys} />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.key}
            data-column={column.key}
            scope="col"
            aria-sort={column.isSortable === true ? ariaSort(column.key, table.sort) : undefined}
            className={cellClass(column, index === 0, place)}
          >
            {column.isSortable === true ? (
              <SortButton column={column} table={table} />
            ) : (
              <span className={classNames(column.hideHeader === true && 'sr-only')}>{column.header}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function SelectAll({ selection, keys }: { readonly selection: Selection; readonly keys: readonly string[] }) {
  const { t } = useTranslation()
  const chosen = keys.filter((key) => selection.keys.has(key)).length
  const isAll = keys.length > 0 && chosen === keys.length
  return (
    <Checkbox
      label={t('sdk.table.selectAll')}
      isLabelHidden
      checked={isAll}
      indeterminate={chosen > 0 && !isAll}
      onChange={() => selection.set(keys, !isAll)}
    />
  )
}

function SortButton<Row>({ column, table }: { readonly column: DataColumn<Row>; readonly table: TableHandle }) {
  const state = ariaSort(column.key, table.sort)
  return (
    <button
      type="button"
      onClick={() => table.setSort(nextSort(column.key, table.sort))}
      className={classNames(
        'group -mx-1.5 inline-flex h-6 items-center gap-1 rounded-control px-1.5 font-medium transition-colors hover:bg-hover hover:text-fg',
        state !== 'none' && 'text-fg',
      )}
    >
      {columnLabel(column)}
      <Icon
        name={state === 'none' ? 'chevrons-up-down' : state === 'ascending' ? 'arrow-up' : 'arrow-down'}
        size={12}
        className={state === 'none' ? 'text-subtle' : 'text-accent-fg'}
      />
    </button>
  )
}

function ariaSort(key: string, sort: TableSort | undefined): 'ascending' | 'descending' | 'none' {
  if (sort?.column !== key) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}

/** Upwards, downwards, and back to the list's own order. */
function nextSort(column: string, sort: TableSort | undefined): TableSort | undefined {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? undefined : { column, descending: true }
}
