/**
 * Targets: the one table that a write, or a locking select, names itself instead of a derived table. Its workspace
 * stands in the `where`, before the author's condition and outside its parentheses.
 */
import type {
  AliasNode,
  ColumnNode,
  FromNode,
  OperationNode,
  ReferenceNode,
  ReturningNode,
  SelectionNode,
  TableNode,
  WhereNode,
} from 'kysely'
import type { Compilation } from './compilation.ts'
import type { TableAccess } from '../catalog.ts'
import { quote } from '../quote.ts'
import { aliasOf } from './expression.ts'
import { declaredTable, emitTenant, tableName } from './source.ts'

/** A table by the name that the query calls it. */
export interface Target {
  readonly table: TableAccess
  readonly alias: string
}

/** The table that a write changes; mirrors are refused. */
export function writtenTable(node: OperationNode | undefined, out: Compilation): Target {
  const target = namedTable(node, out)
  if (!target.table.writable) {
    throw out.refuse(`"${target.table.name}" is a read-only mirror: only its owner can change it`)
  }
  return target
}

/** The table of a locking select; a mirror's rows are not for a reader to lock. */
export function lockedTable(from: FromNode | undefined, out: Compilation): Target {
  if (from?.froms.length !== 1) throw out.refuse('row locks are only available in a plain select of one table')
  return writtenTable(from.froms[0], out)
}

function namedTable(node: OperationNode | undefined, out: Compilation): Target {
  const inner = node?.kind === 'AliasNode' ? (node as AliasNode).node : node
  if (inner?.kind !== 'TableNode') throw out.refuse('it must name one table')
  const name = tableName(inner as TableNode, out)
  if (out.hasCommonTable(name)) throw out.refuse(`"${name}" is a common table expression, not a table`)
  const table = declaredTable(name, out)
  const alias = node?.kind === 'AliasNode' ? aliasOf(node as AliasNode, out) : name
  out.frame?.sources.set(alias, { table, isOptional: false })
  return { table, alias }
}

/** `"notes_notes" as "n"`. */
export function emitTarget({ table, alias }: Target, out: Compilation): void {
  out.sql += quote(table.name)
  if (alias !== table.name) out.sql += ` as ${out.quoted(alias)}`
}

/** The author's condition, held inside the workspace. */
export function emitBoundWhere(where: WhereNode | undefined, target: Target, out: Compilation): void {
  const start = out.sql.length
  emitTenant(target, ' where ', out)
  if (where === undefined) return
  out.sql += out.sql.length === start ? ' where (' : ' and ('
  out.emit(where.where)
  out.sql += ')'
}

export function emitReturning(returning: ReturningNode | undefined, target: Target, out: Compilation): void {
  if (returning === undefined) return
  out.sql += ' returning '
  out.unknownAlias = out.dialect === 'sqlite' ? target.alias : undefined
  emitSelections(returning.selections, target, out)
  out.unknownAlias = undefined
}

/** Selections beside a bare table: `*` is written as its declared columns. */
export function emitSelections(selections: readonly SelectionNode[], target: Target, out: Compilation): void {
  selections.forEach((selection, place) => {
    if (place > 0) out.sql += ', '
    if (isSelectAll(selection.selection)) emitDeclaredColumns(target, out)
    else out.emit(selection)
  })
}

function isSelectAll(node: OperationNode): boolean {
  return (
    node.kind === 'SelectAllNode' ||
    (node.kind === 'ReferenceNode' && (node as ReferenceNode).column.kind === 'SelectAllNode')
  )
}

function emitDeclaredColumns({ table, alias }: Target, out: Compilation): void {
  const prefix = alias === out.unknownAlias ? '' : `${out.quoted(alias)}.`
  out.sql += [...table.columns.keys()].map((name) => prefix + quote(name)).join(', ')
}

/** The column that an assignment or a key names. */
export function columnName(node: OperationNode, table: TableAccess, out: Compilation): string {
  const column = node.kind === 'ReferenceNode' ? (node as ReferenceNode).column : node
  if (column.kind !== 'ColumnNode') throw out.refuse('an assignment must name a column')
  const { name } = (column as ColumnNode).column
  out.columnOf(table, name)
  return name
}
