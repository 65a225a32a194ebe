/** Emitters of expressions: selections, conditions and assignments. */
import type {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  CaseNode,
  CastNode,
  ColumnNode,
  IdentifierNode,
  OperationNode,
  OperatorNode,
  OrNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  SelectionNode,
  TupleNode,
  UnaryOperationNode,
  ValueListNode,
  ValueNode,
  WhenNode,
} from 'kysely'
import type { Compilation } from './compilation.ts'
import { emitMembers, emitOperand, emitResult, emitValue, emitValues, isEmptyList, knownColumnOf } from './value.ts'
import { castTypes, operators, unaryOperators } from './words.ts'

export const expressionEmitters = {
  AliasNode: emitAlias,
  AndNode: (node: AndNode, out: Compilation) => emitPair(node, ' and ', out),
  BinaryOperationNode: emitBinaryOperation,
  CaseNode: emitCase,
  CastNode: emitCast,
  ColumnNode: (node: ColumnNode, out: Compilation) => out.identifier(node.column.name),
  IdentifierNode: (node: IdentifierNode, out: Compilation) => out.identifier(node.name),
  OrNode: (node: OrNode, out: Compilation) => emitPair(node, ' or ', out),
  ParensNode: emitParens,
  PrimitiveValueListNode: (node: PrimitiveValueListNode, out: Compilation) => emitValues(node.values, out),
  RawNode: emitRaw,
  ReferenceNode: emitReference,
  SelectAllNode: (_node: OperationNode, out: Compilation) => {
    out.sql += '*'
  },
  SelectionNode: (node: SelectionNode, out: Compilation) => emitResult(node.selection, out),
  TupleNode: (node: TupleNode, out: Compilation) => emitInParens(node.values, out),
  UnaryOperationNode: emitUnaryOperation,
  ValueListNode: (node: ValueListNode, out: Compilation) => emitInParens(node.values, out),
  ValueNode: (node: ValueNode, out: Compilation) => emitValue(node, out),
  WhenNode: emitWhen,
}

function emitAlias(node: AliasNode, out: Compilation): void {
  emitResult(node.node, out)
  out.sql += ' as '
  out.identifier(aliasOf(node, out))
}

/** The alias of a node; an alias that is not a plain name is refused. */
export function aliasOf(node: AliasNode, out: Compilation): string {
  const { alias } = node
  if (alias.kind !== 'IdentifierNode') throw out.refuse('an alias must be a name')
  return (alias as IdentifierNode).name
}

function emitPair(node: AndNode | OrNode, word: string, out: Compilation): void {
  out.emit(node.left)
  out.sql += word
  out.emit(node.right)
}

function emitParens(node: ParensNode, out: Compilation): void {
  const inner = node.node
  const { kind } = inner
  if (kind === 'SelectQueryNode') return out.emit(inner, kind)
  out.sql += '('
  out.emit(inner, kind)
  out.sql += ')'
}

function emitInParens(nodes: readonly OperationNode[], out: Compilation): void {
  out.sql += '('
  out.emitList(nodes)
  out.sql += ')'
}

function emitBinaryOperation(node: BinaryOperationNode, out: Compilation): void {
  const operator = operatorOf(node.operator, out)
  if (!operators.has(operator)) throw out.refuse(`the operator "${operator}" is not available`)
  if (operator.endsWith('like')) return emitLike(node, operator, out)
  if (isEmptyList(node.rightOperand)) {
    out.sql += operator === 'not in' ? 'true' : 'false'
    return
  }
  out.emit(node.leftOperand)
  out.sql += ` ${operator} `
  const emitRight = operator.endsWith('in') ? emitMembers : emitOperand
  emitRight(node.rightOperand, knownColumnOf(node.leftOperand, out), out)
}

function operatorOf(node: OperationNode, out: Compilation): string {
  const { operator } = node as OperatorNode
  if (node.kind !== 'OperatorNode' || typeof operator !== 'string') throw out.refuse('an operator must be a word')
  return operator
}

/** SQLite's writer and reader compare case in `like`, as PostgreSQL does; the escape character is `\` on both. */
function emitLike(node: BinaryOperationNode, operator: string, out: Compilation): void {
  const foldsCase = operator.endsWith('ilike') && out.dialect === 'sqlite'
  emitFolded(node.leftOperand, foldsCase, out)
  out.sql += ` ${foldsCase ? operator.replace('ilike', 'like') : operator} `
  emitFolded(node.rightOperand, foldsCase, out)
  out.sql += ` escape '\\'`
}

function emitFolded(node: OperationNode, foldsCase: boolean, out: Compilation): void {
  if (foldsCase) out.sql += 'lower('
  out.emit(node)
  if (foldsCase) out.sql += ')'
}

function emitUnaryOperation(node: UnaryOperationNode, out: Compilation): void {
  const operator = operatorOf(node.operator, out)
  out.word(operator, unaryOperators, 'operator')
  if (operator !== '-') out.sql += ' '
  out.emit(node.operand)
}

function emitReference(node: ReferenceNode, out: Compilation): void {
  if (node.table !== undefined) {
    const { schema, identifier } = node.table.table
    if (schema !== undefined) throw out.refuse(`"${schema.name}.${identifier.name}" names a schema`)
    if (identifier.name !== out.unknownAlias) {
      out.identifier(identifier.name)
      out.sql += '.'
    }
  }
  if (node.column.kind === 'SelectAllNode') out.sql += '*'
  else out.emit(node.column)
}

function emitCase(node: CaseNode, out: Compilation): void {
  if (node.isStatement === true) throw out.refuse('a case statement is not available')
  out.sql += 'case'
  if (node.value !== undefined) {
    out.sql += ' '
    out.emit(node.value)
  }
  for (const when of node.when ?? []) {
    out.sql += ' '
    out.emit(when)
  }
  if (node.else !== undefined) {
    out.sql += ' else '
    emitResult(node.else, out)
  }
  out.sql += ' end'
}

function emitWhen(node: WhenNode, out: Compilation): void {
  if (node.result === undefined) throw out.refuse('a "when" needs a "then"')
  out.sql += 'when '
  out.emit(node.condition)
  out.sql += ' then '
  emitResult(node.result, out)
}

function emitCast(node: CastNode, out: Compilation): void {
  const { dataType } = node.dataType as { readonly dataType?: unknown }
  const type = typeof dataType === 'string' ? castTypes.get(dataType) : undefined
  if (type === undefined) throw out.refuse(`a cast to ${JSON.stringify(dataType)} is not available`)
  out.sql += 'cast('
  out.emit(node.expression)
  out.sql += ` as ${type[out.dialect]})`
}

/** Raw SQL is the host's alone; of a plugin only Kysely's own fixed fragments get here. */
function emitRaw(node: RawNode, out: Compilation): void {
  if (!out.binding.isTrusted) {
    throw out.refuse('raw SQL is not available: build the query with the methods of the database')
  }
  node.sqlFragments.forEach((fragment, place) => {
    out.sql += fragment
    const parameter = node.parameters[place]
    if (parameter !== undefined) out.emit(parameter)
  })
}
