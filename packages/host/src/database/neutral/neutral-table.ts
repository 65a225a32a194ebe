/**
 * Rows in a form that is alike for both databases, by the types of the models and not by those of a file. A neutral row has
 * one value for each column of its model, in the model's order, as either database binds it:
 *
 *   id, org, text   a text without NUL characters, valid Unicode
 *   integer         a number; beyond 2^53 - 1 a bigint
 *   real            a finite number, never -0
 *   boolean         true or false
 *   json            canonical JSON text: keys in their order, no spaces
 *   time            an ISO 8601 UTC text with milliseconds
 *   bytes           a Uint8Array
 */
import type { ColumnKind, Model } from '@host/plugin'
import { idColumn } from '../model-keys.ts'
import type { SqlValue } from '../statement.ts'

/** A row in its neutral form. */
export type NeutralRow = readonly SqlValue[]

/** A column of a table, by its name and its kind. */
export interface NeutralColumn {
  readonly name: string
  readonly kind: ColumnKind
}

/** A table of a model, as rows are read from it and written to it. */
export interface NeutralTable {
  readonly name: string
  readonly columns: readonly NeutralColumn[]
  /** The columns that name a row, none of them null; empty for a table without such a key. */
  readonly key: readonly string[]
}

/** The table of a model; its key is the id, or else its first unique key without a nullable column. */
export function neutralTable(model: Model): NeutralTable {
  const id = idColumn(model)
  const unique = model.unique.find((names) => names.every((name) => model.columns[name]?.nullable === false))
  return Object.freeze({
    name: model.table,
    columns: Object.freeze(Object.entries(model.columns).map(([name, { kind }]) => Object.freeze({ name, kind }))),
    key: Object.freeze(id === undefined ? [...(unique ?? [])] : [id]),
  })
}

const longestShown = 80

/**
 * A row as messages name it, such as `id "usr_1"`.
 * @param values in the order of the columns, in any form
 */
export function nameRow({ columns, key }: NeutralTable, values: readonly unknown[]): string {
  const shown = key.map((name) => {
    const value = values[columns.findIndex((column) => column.name === name)]
    return `${name} ${JSON.stringify(String(value).slice(0, longestShown))}`
  })
  return shown.length === 0 ? 'a row without a key' : shown.join(', ')
}
