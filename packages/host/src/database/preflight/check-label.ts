import type { Model } from '@host/plugin'
import { isRedacted } from '../redacted-columns.ts'
import { isWorkspaceTable } from '../catalog.ts'
import { idColumn } from '../model-keys.ts'

/** Finds a label that can't name records: it is shown to people, and found by an id of the workspace. */
export function checkLabel(owner: string, model: Model, isHost: boolean): readonly string[] {
  const { table, label, columns } = model
  if (label.length === 0) return []
  const isFound = idColumn(model) !== undefined && (isHost || isWorkspaceTable(model))
  const problems = label.flatMap((name) => {
    const column = columns[name]
    if (column?.kind !== 'text') return [`"${name}", which is not a text column`]
    return isRedacted(name, column) ? [`"${name}", which is a secret`] : []
  })
  return [
    ...problems.map(
      (problem) => `${owner}: the label of the table "${table}" names ${problem}: choose another column.`,
    ),
    ...(isFound ? [] : [`${owner}: the table "${table}" has a label, so it needs an id and the column org_id.`]),
  ]
}
