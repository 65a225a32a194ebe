/** Emitters of `select` and of what belongs to it: order, limits, set operations, common table expressions. */
import type {
  CommonTableExpressionNode,
  GroupByItemNode,
  GroupByNode,
  HavingNode,
  OperationNode,
  OrderByItemNode,
  OrderByNode,
  RawNode,
  ReferenceNode,
  SelectModifierNode,
  SelectQueryNode,
  SetOperationNode,
  TableNode,
  ValueNode,
  WhereNode,
  WithNode,
} from 'kysely'
import type { Compilation } from './compilation.ts'
import { DatabaseError } from '../database-error.ts'
import { quote } from '../quote.ts'
import { emitBoundWhere, emitSelections, lockedTable } from './target.ts'
import { tableName } from './source.ts'
import { locks, nullPositions, setOperators } from './words.ts'

export const selectEmitters = {
  SelectQueryNode: (node: SelectQueryNode, out: Compilation) => {
    out.sql += '('
    emitSelect(node, out)
    out.sql += ')'
  },
  WhereNode: (node: WhereNode, out: Compilation) => emitAfter('where ', node.where, out),
  HavingNode: (node: HavingNode, out: Compilation) => emitAfter('having ', node.having, out),
  GroupByNode: (node: GroupByNode, out: Compilation) => {
    out.sql += 'group by '
    out.emitList(node.items)
  },
  GroupByItemNode: (node: GroupByItemNode, out: Compilation) => out.emit(node.groupBy),
  OrderByNode: (node: OrderByNode, out: Compilation) => {
    out.sql += 'order by '
    out.emitList(node.items)
  },
  OrderByItemNode: emitOrderByItem,
  SetOperationNode: emitSetOperation,
  WithNode: emitWith,
}

function emitAfter(word: string, node: OperationNode, out: Compilation): void {
  out.sql += word
  out.emit(node)
}

/** Writes a select without parentheses around it. */
export function emitSelect(node: SelectQueryNode, out: Compilation): void {
  refuseParts(node, out)
  out.within(() => {
    emitPart(node.with, '', out)
    if (node.with !== undefined) out.sql += ' '
    const lockWords = locksOf(node, out)
    if (lockWords === '') emitPlainSelect(node, out)
    else emitLockingSelect(node, lockWords, out)
  })
}

/** A lock around a derived table would hold all of it, so a locking select names its one table itself. */
function emitLockingSelect(node: SelectQueryNode, lockWords: string, out: Compilation): void {
  const { joins, groupBy, having, setOperations, frontModifiers } = node
  if ((joins ?? groupBy ?? having ?? setOperations ?? frontModifiers) !== undefined) {
    throw out.refuse('row locks are for a plain select of one table')
  }
  const { table, alias } = lockedTable(node.from, out)
  out.sql += 'select '
  emitSelections(node.selections ?? [], { table, alias }, out)
  out.sql += ` from ${quote(table.name)} as ${out.quoted(alias)}`
  emitBoundWhere(node.where, { table, alias }, out)
  emitPart(node.orderBy, ' ', out)
  emitLimits(node, out)
  if (out.dialect === 'postgres') out.sql += ` ${lockWords}`
}

function refuseParts(node: SelectQueryNode, out: Compilation): void {
  const { top, fetch, explain, distinctOn } = node
  if ((top ?? fetch ?? explain ?? distinctOn) !== undefined) {
    throw out.refuse('distinct on, top, fetch and explain are not available')
  }
}

function emitPlainSelect(node: SelectQueryNode, out: Compilation): void {
  out.sql += isDistinct(node, out) ? 'select distinct ' : 'select '
  out.emitList(node.selections ?? [])
  emitPart(node.from, ' ', out)
  for (const join of node.joins ?? []) emitPart(join, ' ', out)
  emitPart(node.where, ' ', out)
  emitPart(node.groupBy, ' ', out)
  emitPart(node.having, ' ', out)
  for (const operation of node.setOperations ?? []) emitPart(operation, ' ', out)
  emitPart(node.orderBy, ' ', out)
  emitLimits(node, out)
}

function emitPart(node: OperationNode | undefined, lead: string, out: Compilation): void {
  if (node === undefined) return
  out.sql += lead
  out.emit(node)
}

function isDistinct(node: SelectQueryNode, out: Compilation): boolean {
  const modifiers = node.frontModifiers ?? []
  if (modifiers.some(({ modifier, rawModifier }) => modifier !== 'Distinct' || rawModifier !== undefined)) {
    throw out.refuse('before the selections only "distinct" is available')
  }
  return modifiers.length > 0
}

function locksOf(node: SelectQueryNode, out: Compilation): string {
  return (node.endModifiers ?? []).map((modifier) => lockOf(modifier, out)).join(' ')
}

function lockOf({ modifier, rawModifier, of }: SelectModifierNode, out: Compilation): string {
  const words = modifier !== undefined && Object.hasOwn(locks, modifier) ? locks[modifier] : undefined
  if (words === undefined || rawModifier !== undefined || of !== undefined) {
    throw out.refuse('at its end a select takes row locks only')
  }
  return words
}

/** Writes `limit` and `offset`; SQLite takes a negative limit for none, so both are checked. */
function emitLimits(node: SelectQueryNode, out: Compilation): void {
  if (node.limit !== undefined) emitCount(' limit ', node.limit.limit, out)
  else if (node.offset !== undefined && out.dialect === 'sqlite') out.sql += ' limit -1'
  if (node.offset !== undefined) emitCount(' offset ', node.offset.offset, out)
}

function emitCount(lead: string, node: OperationNode, out: Compilation): void {
  const { value } = node as ValueNode
  if (node.kind !== 'ValueNode') throw out.refuse('a limit or offset has to be a number')
  const count = typeof value === 'bigint' ? Number(value) : value
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) {
    throw new DatabaseError('invalid_value', 'A limit or offset has to be a whole number of 0 and more.')
  }
  out.sql += lead
  out.bind(count)
}

/** Nulls come before every value on both databases; PostgreSQL has to be told unless the column holds none. */
function emitOrderByItem(node: OrderByItemNode, out: Compilation): void {
  if (node.collation !== undefined) throw out.refuse('a collation is not available: texts sort by their bytes')
  const isDescending = directionOf(node.direction, out) === 'desc'
  out.emit(node.orderBy)
  if (isDescending) out.sql += ' desc'
  if (node.nulls !== undefined) {
    out.sql += ' nulls '
    out.word(node.nulls, nullPositions, 'position of nulls')
  } else if (out.dialect === 'postgres' && !isNeverNull(node.orderBy, out)) {
    out.sql += isDescending ? ' nulls last' : ' nulls first'
  }
}

function directionOf(node: OperationNode | undefined, out: Compilation): string {
  if (node === undefined) return 'asc'
  const { sqlFragments, parameters } = node as RawNode
  const word = sqlFragments?.[0]
  if (
    node.kind !== 'RawNode' ||
    sqlFragments.length !== 1 ||
    parameters.length > 0 ||
    (word !== 'asc' && word !== 'desc')
  ) {
    throw out.refuse('an order is "asc" or "desc"')
  }
  return word
}

function isNeverNull(node: OperationNode, out: Compilation): boolean {
  if (node.kind !== 'ReferenceNode') return false
  const { column, table } = node as ReferenceNode
  if (column.kind !== 'ColumnNode') return false
  return out.knownColumn(column.column.name, table?.table.identifier.name)?.isNullable === false
}

function emitSetOperation(node: SetOperationNode, out: Compilation): void {
  out.word(node.operator, setOperators, 'set operation')
  out.sql += node.all ? ' all ' : ' '
  if (node.expression.kind !== 'SelectQueryNode') throw out.refuse('a set operation takes a select')
  emitSelect(node.expression as SelectQueryNode, out)
}

const commonTableKinds: ReadonlySet<string> = new Set([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
])

function emitWith(node: WithNode, out: Compilation): void {
  const names = node.expressions.map(({ name }) => commonTableName(name.table, out))
  if (node.recursive === true) for (const name of names) out.frame?.commonTables.add(name)
  out.sql += node.recursive === true ? 'with recursive ' : 'with '
  node.expressions.forEach((expression, place) => {
    if (place > 0) out.sql += ', '
    emitCommonTable(expression, out)
    out.frame?.commonTables.add(names[place] as string)
  })
}

/** A common table expression never bears the name of a table that the layer writes, so that the name means the table. */
function commonTableName(node: TableNode, out: Compilation): string {
  const name = tableName(node, out)
  if (typeof name !== 'string') throw out.refuse('a name has to be a text')
  for (const { name: table, tenant } of out.binding.tables.values()) {
    if (isSameName(name, table) || (tenant.kind === 'through' && isSameName(name, tenant.through))) {
      throw out.refuse(`"${name}" is a table: give the common table expression another name`)
    }
  }
  return name
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function emitCommonTable({ name, materialized, expression }: CommonTableExpressionNode, out: Compilation): void {
  if (!commonTableKinds.has(expression.kind)) throw out.refuse(`${expression.kind} is no common table expression`)
  if (expression.kind !== 'SelectQueryNode' && out.dialect === 'sqlite') {
    throw out.refuse('SQLite takes no write in a common table expression: use a batch or a transaction')
  }
  out.identifier(name.table.table.identifier.name)
  if (name.columns !== undefined) {
    out.sql += '('
    out.emitList(name.columns)
    out.sql += ')'
  }
  out.sql += materialized === undefined ? ' as ' : ` as ${materialized ? '' : 'not '}materialized `
  if (expression.kind === 'SelectQueryNode') return out.emit(expression)
  out.sql += '('
  out.emit(expression)
  out.sql += ')'
}
