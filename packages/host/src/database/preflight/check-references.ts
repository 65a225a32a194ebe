import type { Model } from '@host/plugin'
import { isWorkspaceTable } from '../catalog.ts'
import { idColumn } from '../model-keys.ts'
import { modelReferences, owningColumns, reachableTables, type ModelReference } from '../model-references.ts'

/** Finds references and blobs that the database could not keep valid. @param models all models of the owner */
export function checkReferences(owner: string, model: Model, models: ReadonlyMap<string, Model>): readonly string[] {
  const { table, columns } = model
  const sentence = (column: string, reason: string) => `${owner}: the column "${table}.${column}" ${reason}.`
  const references = modelReferences(model).flatMap((reference) =>
    checkReference(reference, model, models).map((reason) => sentence(reference.column, reason)),
  )
  const owning = isWorkspaceTable(model) ? [] : owningColumns(model)
  return [
    ...references,
    ...owning.map(({ name, owns }) => sentence(name, `owns a ${owns}, so its table needs the column org_id`)),
    ...Object.entries(columns)
      .filter(([, { kind, references: to, owns }]) => (to ?? owns) !== undefined && kind !== 'text')
      .map(([column]) => sentence(column, 'must be made with column.reference(), column.blob() or column.job()')),
  ]
}

function checkReference(
  reference: ModelReference,
  model: Model,
  models: ReadonlyMap<string, Model>,
): readonly string[] {
  const { target, column, onDelete, table } = reference
  const to = models.get(target)
  if (to === undefined) return [`refers to "${target}", which is not a model of the same plugin`]
  if (!isWorkspaceTable(model) || !isWorkspaceTable(to)) return [`refers to "${target}", so both tables need org_id`]
  if (idColumn(to) === undefined) return [`refers to "${target}", which has no id`]
  if (onDelete === 'null' && model.columns[column]?.nullable !== true) {
    return ["has onDelete: 'null', so it must be nullable"]
  }
  if (onDelete === 'cascade' && target === table && model.columns[column]?.nullable !== true) {
    return ["deletes rows of its own table, of which SQLite can't delete a long chain at once: make it nullable"]
  }
  return onDelete === 'restrict' && reachableTables(target, models).has(table)
    ? [`restricts the deletion of a row that may refer back to it: choose 'cascade' or 'null'`]
    : []
}
