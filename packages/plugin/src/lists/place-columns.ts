import type { AliasNode, IdentifierNode, ReferenceNode, SelectionNode } from 'kysely'
import type { ListPlan } from './list-plan.ts'
import type { ListQuery } from './list-query.ts'

/** The columns of a row that hold its place in the order. */
export interface PlaceColumns {
  readonly id: string
  readonly value: string
  /** Whether the query selects them itself; otherwise they are added to its rows, and are no part of an item. */
  readonly isOwn: boolean
  /**
   * Whether rows have something else under the name of a column of the order. SQL sorts by the column of the result then,
   * while a condition compares the column of the table.
   */
  readonly isShadowed: boolean
}

const added: PlaceColumns = Object.freeze({ id: 'list_id', value: 'list_value', isOwn: false, isShadowed: false })

/** Most lists read one table and select the columns of their order, so that a page needs no other columns. */
export function placeColumns<DB, TB extends keyof DB>(
  query: ListQuery<DB, TB>,
  { id, by = id, foldsCase, isNarrowed }: ListPlan<DB, TB>,
): PlaceColumns {
  if (typeof id !== 'string' || typeof by !== 'string') return added
  const { from, joins, with: commonTables, selections = [] } = query.toOperationNode()
  if (isShadowed(selections, id) || isShadowed(selections, by)) return { ...added, isShadowed: true }
  const isPlain = from?.froms.length === 1 && from.froms[0]?.kind === 'TableNode' && joins === undefined
  if (!isPlain || commonTables !== undefined || isNarrowed || foldsCase) return added
  return selects(selections, id) && selects(selections, by) ? { ...added, id, value: by, isOwn: true } : added
}

function isShadowed(selections: readonly SelectionNode[], column: string): boolean {
  return selections.some(({ selection }) => {
    return selection.kind === 'AliasNode' && aliasName(selection) === column
  })
}

function selects(selections: readonly SelectionNode[], column: string): boolean {
  return selections.some(({ selection }) => {
    if (selection.kind === 'SelectAllNode') return true
    return selection.kind === 'ReferenceNode' && ownName(selection) === column
  })
}

function ownName({ column }: ReferenceNode): string {
  return column.kind === 'ColumnNode' ? column.column.name : ''
}

function aliasName({ alias }: AliasNode): string | undefined {
  return alias.kind === 'IdentifierNode' ? (alias as IdentifierNode).name : undefined
}
