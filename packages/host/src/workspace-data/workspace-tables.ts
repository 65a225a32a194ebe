import type { AnyModel, Model } from '@host/plugin'
import { isWorkspaceTable } from '../database/catalog.ts'
import { hostModels } from '../models/host-models.ts'

/** How rows of a table belong to a workspace, and how they are erased with it. */
export type WorkspaceTable =
  /** By `org_id`: the rows belong to the workspace, regardless of the table's owner. */
  | { readonly kind: 'rows'; readonly model: Model; readonly column: 'org_id' }
  /** By a `workspace_id` of the host that has to be there: the rows are of no use without the workspace. */
  | { readonly kind: 'bound'; readonly model: Model; readonly column: 'workspace_id' }
  /** By a `workspace_id` of the host that may be null: the rows stay, and name no workspace any more. */
  | { readonly kind: 'named'; readonly model: Model; readonly column: 'workspace_id' }

const hostTables: ReadonlySet<string> = new Set(hostModels.map(({ table }) => table))

/** The tables of a build that have something of a workspace, by their names. Mirrors are views of these. */
export function workspaceTables(models: readonly AnyModel[]): readonly WorkspaceTable[] {
  return models
    .filter((model): model is Model => model.kind === 'model')
    .toSorted((one, other) => (one.table < other.table ? -1 : 1))
    .flatMap(tableOf)
}

function tableOf(model: Model): readonly WorkspaceTable[] {
  if (isWorkspaceTable(model)) return [{ kind: 'rows', model, column: 'org_id' }]
  const column = model.columns['workspace_id']
  // A plugin erases its data outside of workspace tables itself, by its hook.
  if (column === undefined || !hostTables.has(model.table)) return []
  return [{ kind: column.nullable ? 'named' : 'bound', model, column: 'workspace_id' }]
}
