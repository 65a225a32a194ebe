import type { Column, Model } from '@host/plugin'
import { isRedacted } from '../redacted-columns.ts'
import { isWorkspaceTable } from '../catalog.ts'
import { idColumn } from '../model-keys.ts'
import { searchTable } from '../search/search-table.ts'

const longestName = 63

/** Finds searchable columns whose words could not be indexed, or must not be: the words of a secret give it away. */
export function checkSearch(owner: string, model: Model): readonly string[] {
  const { table, columns } = model
  const searched = Object.entries(columns).filter(([, { search }]) => search === true)
  const isFit = idColumn(model) !== undefined && isWorkspaceTable(model) && searchTable(table).length <= longestName
  return searched.flatMap(([name, column]) =>
    reasonsOf(name, column, isFit).map((reason) => `${owner}: the column "${table}.${name}" is searched, ${reason}.`),
  )
}

function reasonsOf(name: string, column: Column, isFit: boolean): readonly string[] {
  return [
    ...(column.kind === 'text' ? [] : ['so it must be text']),
    ...(isRedacted(name, column) ? ['but is a secret: its words would be stored in clear'] : []),
    ...(isFit ? [] : ['so its table needs an id, the column org_id and a name of at most 56 characters']),
  ]
}
