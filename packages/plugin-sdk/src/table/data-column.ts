import type { ReactNode } from 'react'
import type { TableColumn } from '../components/Table.tsx'
import type { ColumnShape } from './table-state.ts'

/** What a cell stands for when rows are put in order or written to a file. */
export type CellValue = string | number | boolean | null | undefined

/** A column of a `DataTable`. The first one is always shown and stays in sight while the others scroll. */
export interface DataColumn<Row> extends Omit<TableColumn<Row>, 'cell'>, ColumnShape {
  /** What the cell shows; `value` when left out, or what the row has under the column's `key`. */
  readonly cell?: (row: Row) => ReactNode
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

/** What stands for the cells of a column; undefined for one that only shows something. */
export function valueOf<Row>({ key, cell, value }: DataColumn<Row>): ((row: Row) => CellValue) | undefined {
  if (value !== undefined || cell !== undefined) return value
  return (row) => (row as Readonly<Record<string, CellValue>>)[key]
}

/** What a cell shows. */
export function cellOf<Row>(column: DataColumn<Row>, row: Row): ReactNode {
  return column.cell === undefined ? valueOf(column)?.(row) : column.cell(row)
}
