import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { Checkbox } from '../components/Checkbox.tsx'
import { classNames } from '../components/class-names.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Link } from '../navigation/Link.tsx'
import { cellClass, choiceCell } from './cell-class.ts'
import { cellOf, type DataColumn } from './data-column.ts'
import type { TableDensity } from './table-state.ts'
import type { KeyedRow } from './useRows.ts'

/** Props shared by all rows of a table. */
export interface RowFrame<Row> {
  readonly columns: readonly DataColumn<Row>[]
  readonly density: TableDensity
  /** The first column breaks its texts, because the table is wider than its room. */
  readonly isTight: boolean
  readonly rowLabel: (row: Row) => string
  readonly openId: string | null
  /** The details of rows: where they are, and how to go there. Undefined when rows have none. */
  readonly details: { readonly addressOf: (id: string) => string; readonly open: (id: string) => void } | undefined
  /**
   * Undefined when rows cannot be selected; `isRange` also selects the rows between this one and the last one selected.
   */
  readonly onChoose: ((id: string, isRange: boolean) => void) | undefined
  readonly onFocus: (id: string) => void
}

export interface TableRowProps<Row> extends KeyedRow<Row> {
  readonly frame: RowFrame<Row>
  readonly isChosen: boolean
  /** The one row that the Tab key reaches. */
  readonly isCurrent: boolean
  /** The place among all rows, from 1, when not all of them are drawn. */
  readonly place: number | undefined
}

/** A row of a `DataTable`. */
export function TableRow<Row>({ id, row, frame, isChosen, isCurrent, place }: TableRowProps<Row>) {
  const { columns, density, isTight, details, onChoose, openId } = frame
  const height = density === 'compact' ? 'h-9 py-0.5' : 'h-12 py-1.5'
  function press(event: MouseEvent) {
    if (event.defaultPrevented || details === undefined || isForSomethingElse(event)) return
    details.open(id)
  }
  /** Without details, Enter on a row follows its link; a control within the row keeps its own. */
  function follow(event: KeyboardEvent<HTMLTableRowElement>) {
    if (event.key !== 'Enter' || details !== undefined || event.target !== event.currentTarget) return
    event.currentTarget.querySelector('a')?.click()
  }
  return (
    <tr
      data-row={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={place}
      onFocus={() => frame.onFocus(id)}
      onClick={press}
      onKeyDown={follow}
      className={classNames(
        'group scroll-mt-(--list-top) scroll-mb-4 transition-colors focus-visible:-outline-offset-2',
        isChosen || openId === id ? 'bg-accent-soft' : 'bg-surface hover:bg-sunken',
        details !== undefined && 'cursor-pointer',
      )}
    >
      {onChoose !== undefined && (
        <td className={classNames(choiceCell, height)}>
          <Choice label={frame.rowLabel(row)} isChosen={isChosen} onChoose={(isRange) => onChoose(id, isRange)} />
        </td>
      )}
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={cellClass(
            column,
            index === 0,
            classNames(height, index === 0 && isTight && 'w-full max-w-0 wrap-anywhere'),
          )}
        >
          {index === 0 ? (
            <Opening frame={frame} id={id}>
              {cellOf(column, row)}
            </Opening>
          ) : (
            cellOf(column, row)
          )}
        </td>
      ))}
    </tr>
  )
}

interface OpeningProps<Row> {
  readonly frame: RowFrame<Row>
  readonly id: string
  readonly children: ReactNode
}

/** The first cell is a link to the details, so that they can be opened in another tab and without a pointer. */
function Opening<Row>({ frame: { details, openId }, id, children }: OpeningProps<Row>) {
  if (details === undefined) return children
  return (
    <Link
      to={details.addressOf(id)}
      replace={openId !== null}
      aria-current={openId === id ? 'true' : undefined}
      className="block min-w-0"
    >
      {children}
    </Link>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly isChosen: boolean
  readonly onChoose: (isRange: boolean) => void
}

function Choice({ label, isChosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  const isRange = useRef(false)
  return (
    <span
      onClickCapture={(event) => {
        isRange.current = event.shiftKey
      }}
    >
      <Checkbox
        label={t('sdk.table.select', { name: label })}
        isLabelHidden
        checked={isChosen}
        onChange={() => onChoose(isRange.current)}
      />
    </span>
  )
}

const controls =
  'a, button, input, label, select, textarea, summary, [contenteditable], [role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=option], [role=combobox], [role=slider], [role^=menuitem]'

/**
 * Controls in a row keep their presses, and marking text is not a press. A dialog or menu that a cell has opened bubbles
 * its presses up to the row without standing in it. Only the row itself is asked: the table may be inside a tab panel.
 */
function isForSomethingElse({ target, currentTarget, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  if (metaKey || ctrlKey || shiftKey || getSelection()?.isCollapsed === false) return true
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true
  const control = target.closest(controls)
  return control !== null && control !== currentTarget && currentTarget.contains(control)
}
