/**
 * The emitter of `insert`. The workspace is stamped, ids and defaults are filled in here, so that a row is the same
 * on both databases whichever keys its object had.
 */
import type {
  InsertQueryNode,
  OnConflictNode,
  OperationNode,
  PrimitiveValueListNode,
  SelectQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import type { Compilation } from './compilation.ts'
import type { TableAccess } from '../catalog.ts'
import { sqlTypes } from '../sql-types.ts'
import { emitAssignments, emitWithBefore } from './change.ts'
import { emitSelect } from './select.ts'
import { columnName, emitBoundWhere, emitReturning, writtenTable, type Target } from './target.ts'

export const insertEmitters = {
  InsertQueryNode: (node: InsertQueryNode, out: Compilation) => out.within(() => emitInsert(node, out)),
}

function emitInsert(node: InsertQueryNode, out: Compilation): void {
  refuseParts(node, out)
  emitWithBefore(node, out)
  const target = writtenTable(node.into, out)
  if (target.alias !== target.table.name) throw out.refuse("an insert can't have a table alias")
  const given = (node.columns ?? []).map((column) => columnName(column, target.table, out))
  if (isStamped(target.table, out) && given.includes('org_id')) {
    throw out.refuse(`the scope sets org_id of "${target.table.name}": remove it`)
  }
  out.sql += `insert into ${out.quoted(target.table.name)} (`
  const filled = filledColumns(target.table, given)
  out.sql += [...given, ...filled].map((name) => out.quoted(name)).join(', ')
  out.sql += ') '
  emitRows(node, { target, given, filled }, out)
  if (!isOneNewRow(node)) out.insertedId = undefined
  emitConflict(node.onConflict, target, out)
  emitReturning(node.returning, target, out)
}

function refuseParts(node: InsertQueryNode, out: Compilation): void {
  const { top, output, explain, orAction, onDuplicateKey, endModifiers } = node
  if ((top ?? output ?? explain ?? orAction ?? onDuplicateKey ?? endModifiers) !== undefined || node.replace === true) {
    throw out.refuse(
      'an insert can\'t have replace, "or", "on duplicate key", top, output, explain, or modifiers: use onConflict',
    )
  }
}

interface Columns {
  readonly target: Target
  readonly given: readonly string[]
  readonly filled: readonly string[]
}

function isStamped(table: TableAccess, out: Compilation): boolean {
  return out.binding.orgId !== undefined && table.tenant.kind === 'column'
}

/** The columns that no row gives and that hold something all the same. */
function filledColumns(table: TableAccess, given: readonly string[]): readonly string[] {
  const names: string[] = []
  for (const [name, column] of table.columns) {
    if (!given.includes(name) && (!column.nullable || column.default !== undefined)) names.push(name)
  }
  return names
}

function emitRows(node: InsertQueryNode, columns: Columns, out: Compilation): void {
  if (node.defaultValues === true) {
    out.sql += 'values '
    return emitRow([], columns, out)
  }
  const { values } = node
  if (values?.kind === 'SelectQueryNode') return emitSelectedRows(values as SelectQueryNode, columns, out)
  if (values?.kind !== 'ValuesNode') throw out.refuse('an insert needs rows or a select')
  out.sql += 'values '
  ;(values as ValuesNode).values.forEach((row, place) => {
    if (place > 0) out.sql += ', '
    emitRow(row.kind === 'PrimitiveValueListNode' ? primitives(row) : row.values, columns, out)
  })
}

function primitives(row: PrimitiveValueListNode): readonly OperationNode[] {
  return row.values.map((value): ValueNode => ({ kind: 'ValueNode', value }))
}

function emitRow(values: ValueListNode['values'], { target, given, filled }: Columns, out: Compilation): void {
  if (values.length !== given.length) throw out.refuse('every row must set every column of the insert')
  out.sql += '('
  given.forEach((name, place) => {
    if (place > 0) out.sql += ', '
    emitGiven(values[place] as OperationNode, { table: target.table, name }, out)
  })
  filled.forEach((name, place) => {
    if (place > 0 || given.length > 0) out.sql += ', '
    emitFilled(target.table, name, out)
  })
  out.sql += ')'
}

interface StoredPlace {
  readonly table: TableAccess
  readonly name: string
}

function emitGiven(node: OperationNode, { table, name }: StoredPlace, out: Compilation): void {
  if (node.kind === 'ValueNode' && (node as ValueNode).value !== undefined) {
    out.bindStored(table, name, (node as ValueNode).value)
    keepId(table, name, out)
  } else if (node.kind === 'ValueNode' || node.kind === 'DefaultInsertValueNode') emitFilled(table, name, out)
  else out.emit(node)
}

/**
 * The value of a column that a row leaves out: the workspace, a new id, the default, null; otherwise the query is
 * refused.
 */
function emitFilled(table: TableAccess, name: string, out: Compilation): void {
  const column = out.columnOf(table, name)
  const { orgId, ids, clock } = out.binding
  if (name === 'org_id' && orgId !== undefined && table.tenant.kind === 'column') return out.bind(orgId)
  if (column.kind === 'id' && column.prefix !== undefined) {
    out.bind(ids.next(column.prefix))
    return keepId(table, name, out)
  }
  if (column.kind === 'time' && column.default === 'now') return out.bind(new Date(clock()).toISOString())
  out.bindStored(table, name, column.default)
}

/** Remembers the value that was bound last, when it is the row's id. */
function keepId(table: TableAccess, name: string, out: Compilation): void {
  const value = table.columns.get(name)?.kind === 'id' ? out.parameters.at(-1) : undefined
  if (typeof value === 'string') out.insertedId = value
}

/** Whether the insert makes one row, and can't find it there already. */
function isOneNewRow({ values, onConflict }: InsertQueryNode): boolean {
  if (onConflict !== undefined) return false
  return values === undefined || (values.kind === 'ValuesNode' && (values as ValuesNode).values.length === 1)
}

/**
 * A select's rows pass through a common table expression that names their columns, so that the workspace can be added
 * to any select. `where true` keeps SQLite from reading `on conflict` as a join.
 */
function emitSelectedRows(select: SelectQueryNode, { target, given, filled }: Columns, out: Compilation): void {
  const id = [...target.table.columns].find(([name, { kind }]) => kind === 'id' && filled.includes(name))
  if (given.length === 0 || id !== undefined) {
    throw out.refuse(
      'an insert from a select must list its columns, including the id: for new ids, read the rows and insert them',
    )
  }
  const names = given.map((name) => out.quoted(name)).join(', ')
  out.sql += `with "inserted rows"(${names}) as (`
  emitSelect(select, out)
  out.sql += `) select ${names}`
  for (const name of filled) {
    out.sql += ', cast('
    emitFilled(target.table, name, out)
    out.sql += ` as ${sqlTypes[out.dialect][out.columnOf(target.table, name).kind]})`
  }
  out.sql += ' from "inserted rows" where true'
}

/** The row in the way may be another workspace's (a key without `org_id`): it is neither changed nor shown. */
function emitConflict(node: OnConflictNode | undefined, target: Target, out: Compilation): void {
  if (node === undefined) return
  const { constraint, indexExpression, indexWhere } = node
  if ((constraint ?? indexExpression ?? indexWhere) !== undefined) {
    throw out.refuse('onConflict must list the columns of a unique key')
  }
  out.sql += ' on conflict'
  if (node.columns !== undefined) {
    out.sql += ` (${node.columns.map((column) => out.quoted(columnName(column, target.table, out))).join(', ')})`
  }
  if (node.doNothing === true) {
    out.sql += ' do nothing'
    return
  }
  out.sql += ' do update set '
  emitAssignments(node.updates ?? [], target.table, out)
  emitBoundWhere(node.updateWhere, target, out)
}
