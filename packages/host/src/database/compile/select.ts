/** Emitters of `select`, of its clauses and of set operations. */
import type {
  FunctionNode,
  GroupByItemNode,
  GroupByNode,
  HavingNode,
  OperationNode,
  ReferenceNode,
  SelectModifierNode,
  SelectQueryNode,
  SetOperationNode,
  WhereNode,
} from 'kysely'
import type { Compilation } from './compilation.ts'
import { quote } from '../quote.ts'
import { emitBoundWhere, emitSelections, lockedTable } from './target.ts'
import { emitLimits } from './order.ts'
import { locks, setOperators } from './words.ts'

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
  SetOperationNode: emitSetOperation,
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
    throw out.refuse('row locks are only available in a plain select of one table')
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
  out.searchLimit = searchLimitOf(node, out)
  emitPart(node.where, ' ', out)
  out.searchLimit = undefined
  emitPart(node.groupBy, ' ', out)
  emitPart(node.having, ' ', out)
  for (const operation of node.setOperations ?? []) emitPart(operation, ' ', out)
  emitPart(node.orderBy, ' ', out)
  emitLimits(node, out)
}

/**
 * The limit of a select whose one condition is a search of its own table: any so many of the rows found are its rows.
 * Undefined where another part decides which rows they are.
 */
function searchLimitOf(node: SelectQueryNode, out: Compilation): OperationNode | undefined {
  const { joins, groupBy, having, setOperations, orderBy, offset, frontModifiers, where, limit } = node
  const others = joins ?? groupBy ?? having ?? setOperations ?? orderBy ?? offset ?? frontModifiers
  return others === undefined && where !== undefined && isOwnSearch(where.where, out) ? limit?.limit : undefined
}

/** Whether a condition is a search of the one source of the select, and not of one around it. */
function isOwnSearch(node: OperationNode, out: Compilation): boolean {
  const { func, arguments: [id] = [] } = node as Partial<FunctionNode>
  const [own, ...others] = out.frame?.sources ?? []
  if (node.kind !== 'FunctionNode' || func !== 'search' || own === undefined || others.length > 0) return false
  if (id?.kind !== 'ReferenceNode') return false
  const { table, column } = id as ReferenceNode
  const [alias, source] = own
  const isNamed = table === undefined || table.table.identifier.name === alias
  return isNamed && column.kind === 'ColumnNode' && source.table?.columns.has(column.column.name) === true
}

function emitPart(node: OperationNode | undefined, lead: string, out: Compilation): void {
  if (node === undefined) return
  out.sql += lead
  out.emit(node)
}

function isDistinct(node: SelectQueryNode, out: Compilation): boolean {
  const modifiers = node.frontModifiers ?? []
  if (modifiers.some(({ modifier, rawModifier }) => modifier !== 'Distinct' || rawModifier !== undefined)) {
    throw out.refuse('only "distinct" is available before the selections')
  }
  return modifiers.length > 0
}

function locksOf(node: SelectQueryNode, out: Compilation): string {
  return (node.endModifiers ?? []).map((modifier) => lockOf(modifier, out)).join(' ')
}

function lockOf({ modifier, rawModifier, of }: SelectModifierNode, out: Compilation): string {
  const words = modifier !== undefined && Object.hasOwn(locks, modifier) ? locks[modifier] : undefined
  if (words === undefined || rawModifier !== undefined || of !== undefined) {
    throw out.refuse('only row locks are available at the end of a select')
  }
  return words
}

function emitSetOperation(node: SetOperationNode, out: Compilation): void {
  out.word(node.operator, setOperators, 'set operation')
  out.sql += node.all ? ' all ' : ' '
  if (node.expression.kind !== 'SelectQueryNode') throw out.refuse('a set operation needs a select')
  emitSelect(node.expression as SelectQueryNode, out)
}
