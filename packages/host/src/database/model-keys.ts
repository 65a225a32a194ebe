import type { Model } from '@host/plugin'
import { isWorkspaceTable } from './catalog.ts'

/** A key of a table over its columns, in order. */
export interface ModelKey {
  readonly columns: readonly string[]
  readonly isUnique: boolean
}

/**
 * The keys of a table: those that its model declares, one for each reference and owned blob or job, and for a workspace
 * table that declares none, one by workspace.
 */
export function modelKeys(model: Model): readonly ModelKey[] {
  const declared = [
    ...model.unique.map((columns) => ({ columns, isUnique: true })),
    ...model.index.map((columns) => ({ columns, isUnique: false })),
  ]
  const keys = [...declared, ...keysOfColumns(model, declared)]
  if (!isWorkspaceTable(model) || declared.some(({ columns: [first] }) => first === 'org_id')) return keys
  const id = idColumn(model)
  return [...keys, { columns: id === undefined ? ['org_id'] : ['org_id', id], isUnique: false }]
}

/** Keys by which the rows that refer to a row are found, and no two rows own the same blob or job. */
function keysOfColumns({ columns }: Model, declared: readonly ModelKey[]): readonly ModelKey[] {
  return Object.entries(columns).flatMap(([name, { references, owns }]) => {
    const isUnique = owns !== undefined
    if (references === undefined && !isUnique) return []
    const isThere = declared.some(
      (key) =>
        key.columns[0] === 'org_id' &&
        key.columns[1] === name &&
        (!isUnique || (key.isUnique && key.columns.length === 2)),
    )
    return isThere ? [] : [{ columns: ['org_id', name], isUnique }]
  })
}

/** The column by which a row of the table is named; undefined when it has none. */
export function idColumn({ columns }: Model): string | undefined {
  return Object.entries(columns).find(([, { kind }]) => kind === 'id')?.[0]
}
