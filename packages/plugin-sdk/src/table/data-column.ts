import type { ReactNode } from 'react'
import type { TableColumn } from '../components/Table.tsx'
import type { ColumnShape } from './table-state.ts'

/** Value of a cell for sorting, searching and files. */
export type CellValue = string | number | boolean | null | undefined

/** A column of a `DataTable`. The first one is always shown. Where the table is wider than its room, columns
 * give way: those with `from` `lg` first, then `md`, `sm` and those without, and of equal ones the last. */
export interface DataColumn<Row> extends Omit<TableColumn<Row>, 'cell'>, ColumnShape {
  /** Content of the cell. Default: `value`, or the row's property named by the column's `key`. */
  readonly cell?: (row: Row) => ReactNode
  /** The column's name for the column chooser and files, when `header` is more than text. */
  readonly label?: string
  /**
   * Value of the cell for sorting and searching client rows and for files; it must depend on the row alone. A column
   * with a `cell` but no `value` is left out of files.
   */
  readonly value?: (row: Row) => CellValue
  /** Width of the loading placeholder, a Tailwind width such as `w-24`. */
  readonly skeleton?: string
}

/** The name of a column as people read it. */
export function columnLabel({ label, header, key }: Pick<DataColumn<never>, 'label' | 'header' | 'key'>): string {
  return label ?? (typeof header === 'string' ? header : key)
}

/** Returns the function that reads a column's values; undefined for a column that is only displayed. */
export function valueOf<Row>({ key, cell, value }: DataColumn<Row>): ((row: Row) => CellValue) | undefined {
  if (value !== undefined || cell !== undefined) return value
  return (row) => (row as Readonly<Record<string, CellValue>>)[key]
}

/** Content of a cell. */
export function cellOf<Row>(column: DataColumn<Row>, row: Row): ReactNode {
  return column.cell === undefined ? valueOf(column)?.(row) : column.cell(row)
}
