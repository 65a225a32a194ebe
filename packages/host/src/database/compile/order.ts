/** Emitters of orders and limits. */
import type { OperationNode, OrderByItemNode, OrderByNode, RawNode, SelectQueryNode, ValueNode } from 'kysely'
import type { Compilation } from './compilation.ts'
import { DatabaseError } from '../database-error.ts'
import { knownColumnOf } from './value.ts'
import { nullPositions } from './words.ts'

export const orderEmitters = {
  OrderByNode: (node: OrderByNode, out: Compilation) => {
    out.sql += 'order by '
    out.emitList(node.items)
  },
  OrderByItemNode: emitOrderByItem,
}

/** Writes `limit` and `offset`; SQLite takes a negative limit for none, so both are checked. */
export function emitLimits(node: SelectQueryNode, out: Compilation): void {
  if (node.limit !== undefined) emitCount(' limit ', node.limit.limit, out)
  else if (node.offset !== undefined && out.dialect === 'sqlite') out.sql += ' limit -1'
  if (node.offset !== undefined) emitCount(' offset ', node.offset.offset, out)
}

/** Writes a number of rows. */
export function emitCount(lead: string, node: OperationNode, out: Compilation): void {
  const { value } = node as ValueNode
  if (node.kind !== 'ValueNode') throw out.refuse('a limit or offset must be a number')
  const count = typeof value === 'bigint' ? Number(value) : value
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0) {
    throw new DatabaseError('invalid_value', 'A limit or offset must be an integer of 0 or more.')
  }
  out.sql += lead
  out.bind(count)
}

/** Nulls come before every value on both databases; PostgreSQL needs `nulls first` unless the column has none. */
function emitOrderByItem(node: OrderByItemNode, out: Compilation): void {
  if (node.collation !== undefined) throw out.refuse('collations are not available: text is sorted by its bytes')
  const isDescending = directionOf(node.direction, out) === 'desc'
  out.emit(node.orderBy)
  if (isDescending) out.sql += ' desc'
  if (node.nulls !== undefined) {
    out.sql += ' nulls '
    out.word(node.nulls, nullPositions, 'position of nulls')
  } else if (out.dialect === 'postgres' && knownColumnOf(node.orderBy, out)?.isNullable !== false) {
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
    throw out.refuse('an order must be "asc" or "desc"')
  }
  return word
}
