import type { TableColumn } from '../components/Table.tsx'
import type { ColumnShape } from './table-state.ts'

/** What a cell stands for when rows are put in order or written to a file. */
export type CellValue = string | number | boolean | null | undefined

/** A column of a `DataTable`. The first one is always shown and stays in sight while the others scroll. */
export interface DataColumn<Row> extends TableColumn<Row>, ColumnShape {
  /** The column's name for the column chooser and files, when `header` is more than text. */
  readonly label?: string
  /**
   * What stands in the cell, for the order and the search of client rows and for files; it depends on the row alone.
   * A column without it is in no file.
   */
  readonly value?: (row: Row) => CellValue
  /** Width of what loads, a Tailwind width such as `w-24`. */
  readonly skeleton?: string
}

/** The name of a column as people read it. */
export function columnLabel({ label, header, key }: Pick<DataColumn<never>, 'label' | 'header' | 'key'>): string {
  return label ?? (typeof header === 'string' ? header : key)
}
