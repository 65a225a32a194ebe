import type { Model } from '@host/plugin'
import { isWorkspaceTable } from '../catalog.ts'
import { idColumn, modelKeys } from '../model-keys.ts'

/**
 * Finds a workspace table that an export could not read in pages: each page continues after the last id, so the table
 * needs an id and a key that begins with the workspace and the id. Without one every page would sort the whole workspace.
 */
export function checkExport(owner: string, model: Model): readonly string[] {
  if (!isWorkspaceTable(model)) return []
  const id = idColumn(model)
  if (id === undefined) {
    return [
      `${owner}: the table "${model.table}" has no id, so a workspace export can't read it in pages: add id: column.id('<prefix>').`,
    ]
  }
  if (modelKeys(model).some(({ columns: [first, second] }) => first === 'org_id' && second === id)) return []
  return [
    `${owner}: the table "${model.table}" has no index that starts with org_id and ${id}, which a workspace export needs: add ['org_id', '${id}'] to its index.`,
  ]
}
