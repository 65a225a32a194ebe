import type { Model, OnDelete, Owned } from '@host/plugin'
import { idColumn } from './model-keys.ts'

/** A column that refers to a row of the same workspace. */
export interface ModelReference {
  readonly table: string
  readonly column: string
  readonly onDelete: OnDelete
  /** The table that it refers to. */
  readonly target: string
}

/** The references of a model. */
export function modelReferences({ table, columns }: Model): readonly ModelReference[] {
  return Object.entries(columns).flatMap(([column, { references }]) =>
    references === undefined
      ? []
      : [{ table, column, onDelete: references.onDelete, target: references.table ?? table }],
  )
}

/** A column whose values are keys of blobs, or ids of jobs, that end with their row. */
export interface OwningColumn {
  readonly name: string
  readonly owns: Owned
}

/** The columns of a model that own blobs or jobs. */
export function owningColumns({ columns }: Model): readonly OwningColumn[] {
  return Object.entries(columns).flatMap(([name, { owns }]) => (owns === undefined ? [] : [{ name, owns }]))
}

/** The tables that references lead to from one table, itself included. */
export function reachableTables(from: string, models: ReadonlyMap<string, Model>): ReadonlySet<string> {
  const reached = new Set([from])
  for (const table of reached) {
    const model = models.get(table)
    if (model === undefined) continue
    for (const { target } of modelReferences(model)) reached.add(target)
  }
  return reached
}

/**
 * Tables in an order in which all rows of a workspace can be deleted: a table that leads to another one, and not back,
 * reaches more tables, and comes first.
 */
export function referringFirst<Item extends { readonly model: Model }>(items: readonly Item[]): readonly Item[] {
  const models = new Map(items.map(({ model }) => [model.table, model]))
  const sizes = new Map([...models.keys()].map((table) => [table, reachableTables(table, models).size]))
  const sizeOf = ({ model }: Item): number => sizes.get(model.table) ?? 0
  return items.toSorted((one, other) => sizeOf(other) - sizeOf(one))
}

/** References of a table that lead back to it, and may be null. SQLite deletes rows of such a chain 1,000 deep at most. */
export function loosenableReferences(model: Model, models: ReadonlyMap<string, Model>): readonly ModelReference[] {
  return modelReferences(model).filter(
    ({ column, target }) =>
      model.columns[column]?.nullable === true && reachableTables(target, models).has(model.table),
  )
}

/** The id column of a model that is referred to. */
export function referredColumn(model: Model): string {
  const id = idColumn(model)
  if (id === undefined) throw new Error(`The table "${model.table}" has no id to refer to.`)
  return id
}
