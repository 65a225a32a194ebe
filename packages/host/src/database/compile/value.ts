/** Values: how they are bound, beside which column, and with which type. */
import type { AndNode, OperationNode, PrimitiveValueListNode, ReferenceNode, ValueNode } from 'kysely'
import type { Compilation, KnownColumn } from './compilation.ts'

/** Writes an operand compared with a column, so that a value is checked against the column's kind. */
export function emitOperand(node: OperationNode, known: KnownColumn | undefined, out: Compilation): void {
  if (node.kind === 'ValueNode') return emitValue(node as ValueNode, out, known)
  if (node.kind === 'PrimitiveValueListNode') return emitValues((node as PrimitiveValueListNode).values, out, known)
  if (node.kind !== 'AndNode') return out.emit(node)
  emitOperand((node as AndNode).left, known, out)
  out.sql += ' and '
  emitOperand((node as AndNode).right, known, out)
}

const memberKinds: ReadonlySet<string> = new Set(['ValueListNode', 'TupleNode', 'ParensNode', 'SelectQueryNode'])

/** Writes the operand of `in`, where SQLite reads a bare name as a table. */
export function emitMembers(node: OperationNode, known: KnownColumn | undefined, out: Compilation): void {
  const { kind } = node
  if (kind === 'PrimitiveValueListNode') return emitValues((node as PrimitiveValueListNode).values, out, known)
  if (!memberKinds.has(kind)) throw out.refuse('"in" needs a list or a select')
  out.emit(node, kind)
}

export function emitValues(values: readonly unknown[], out: Compilation, known?: KnownColumn): void {
  out.sql += '('
  for (let place = 0; place < values.length; place += 1) {
    if (place > 0) out.sql += ', '
    out.bindOperand(values[place], known)
  }
  out.sql += ')'
}

export function emitValue(node: ValueNode, out: Compilation, known?: KnownColumn): void {
  const { value } = node
  if (node.immediate !== true) {
    if (known?.column.kind === 'json' && value !== null) {
      throw out.refuse(`${known.name} holds JSON and can't be compared as a whole`)
    }
    return out.bindOperand(value, known)
  }
  if (value !== null && typeof value !== 'boolean' && !Number.isFinite(value)) {
    throw out.refuse('a literal must be a number or boolean')
  }
  out.sql += typeof value === 'number' && value < 0 ? `(${value})` : String(value)
}

/** The declared column that a node refers to, when that is certain. */
export function knownColumnOf(node: OperationNode, out: Compilation): KnownColumn | undefined {
  if (node.kind !== 'ReferenceNode') return undefined
  const { column, table } = node as ReferenceNode
  return column.kind === 'ColumnNode' ? out.knownColumn(column.column.name, table?.table.identifier.name) : undefined
}

/** `in ()` is not SQL for PostgreSQL: nothing is in an empty list. */
export function isEmptyList(node: OperationNode): boolean {
  return node.kind === 'PrimitiveValueListNode' && (node as PrimitiveValueListNode).values.length === 0
}

/** A value that becomes a result says its type, which PostgreSQL would otherwise take for text. */
export function emitResult(node: OperationNode, out: Compilation): void {
  const value: unknown = node.kind === 'ValueNode' ? (node as ValueNode).value : undefined
  const type = out.dialect === 'postgres' ? resultType(value) : undefined
  if (type !== undefined) out.sql += 'cast('
  out.emit(node)
  if (type !== undefined) out.sql += ` as ${type})`
}

function resultType(value: unknown): string | undefined {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'bigint') return 'bigint'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'bigint' : 'double precision'
  return typeof value === 'string' ? 'text' : undefined
}
