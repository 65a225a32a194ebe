/** Emitters of `update` and `delete`. */
import type { ColumnUpdateNode, DeleteQueryNode, JoinNode, OperationNode, UpdateQueryNode, ValueNode } from 'kysely'
import type { Compilation } from './compilation.ts'
import type { TableAccess } from '../catalog.ts'
import { columnName, emitBoundWhere, emitReturning, emitTarget, writtenTable } from './target.ts'

export const changeEmitters = {
  UpdateQueryNode: (node: UpdateQueryNode, out: Compilation) => out.within(() => emitUpdate(node, out)),
  DeleteQueryNode: (node: DeleteQueryNode, out: Compilation) => out.within(() => emitDelete(node, out)),
}

function emitUpdate(node: UpdateQueryNode, out: Compilation): void {
  refuseParts(node, out)
  emitWithBefore(node, out)
  const target = writtenTable(node.table, out)
  out.sql += 'update '
  emitTarget(target, out)
  out.sql += ' set '
  emitAssignments(node.updates ?? [], target.table, out)
  emitSources(node.from, node.joins, out)
  emitBoundWhere(node.where, target, out)
  emitReturning(node.returning, target, out)
}

function emitDelete(node: DeleteQueryNode, out: Compilation): void {
  refuseParts(node, out)
  emitWithBefore(node, out)
  if (node.using !== undefined && out.dialect === 'sqlite') {
    throw out.refuse('SQLite does not support "delete using": use a condition with "in" or "exists"')
  }
  if (node.from.froms.length !== 1) throw out.refuse('a delete must name one table')
  const target = writtenTable(node.from.froms[0], out)
  out.sql += 'delete from '
  emitTarget(target, out)
  emitSources(node.using, node.joins, out)
  emitBoundWhere(node.where, target, out)
  emitReturning(node.returning, target, out)
}

/** Marks the query as a write and puts its common table expressions first. */
export function emitWithBefore(node: { readonly with?: OperationNode }, out: Compilation): void {
  out.writes = true
  if (node.with === undefined) return
  out.emit(node.with)
  out.sql += ' '
}

function refuseParts(node: UpdateQueryNode | DeleteQueryNode, out: Compilation): void {
  const { top, output, explain, limit, orderBy, endModifiers } = node
  if ((top ?? output ?? explain ?? limit ?? orderBy ?? endModifiers) !== undefined) {
    throw out.refuse(
      'an update or delete can\'t have top, output, explain, order, limit, or modifiers: select the rows with "in (select ...)"',
    )
  }
}

function emitSources(from: OperationNode | undefined, joins: readonly JoinNode[] | undefined, out: Compilation): void {
  if (from === undefined) {
    if (joins !== undefined) throw out.refuse('a join in a write needs "from" or "using"')
    return
  }
  out.sql += ' '
  out.emit(from)
  for (const join of joins ?? []) {
    out.sql += ' '
    out.emit(join)
  }
}

/** `"title" = ?, "stars" = "stars" + ?`; the workspace of a row never changes. */
export function emitAssignments(updates: readonly ColumnUpdateNode[], table: TableAccess, out: Compilation): void {
  if (updates.length === 0) throw out.refuse('an update must set at least one column')
  updates.forEach(({ column, value }, place) => {
    const name = columnName(column, table, out)
    if (name === 'org_id' && !out.binding.isTrusted) {
      throw out.refuse(`the workspace of a row in "${table.name}" can't be changed`)
    }
    out.sql += `${place > 0 ? ', ' : ''}${out.quoted(name)} = `
    if (value.kind === 'ValueNode') out.bindStored(table, name, (value as ValueNode).value)
    else out.emit(value)
  })
}
