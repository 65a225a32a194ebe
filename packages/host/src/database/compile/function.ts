/** Emitters of functions, aggregates, windows and JSON paths. */
import type {
  AggregateFunctionNode,
  FunctionNode,
  JSONReferenceNode,
  OperationNode,
  OrderByNode,
  OverNode,
  PartitionByItemNode,
  PartitionByNode,
  ValueNode,
} from 'kysely'
import { bucketUnits } from '@host/plugin'
import type { Compilation } from './compilation.ts'
import { quoteText } from '../quote.ts'
import { emitSearch } from './search.ts'
import { aggregates, functions } from './words.ts'

export const functionEmitters = {
  AggregateFunctionNode: emitAggregate,
  FunctionNode: emitFunction,
  JSONReferenceNode: emitJsonReference,
  OverNode: emitOver,
  PartitionByItemNode: (node: PartitionByItemNode, out: Compilation) => out.emit(node.partitionBy),
  PartitionByNode: (node: PartitionByNode, out: Compilation) => {
    out.sql += 'partition by '
    out.emitList(node.items)
  },
}

function emitFunction(node: FunctionNode, out: Compilation): void {
  if (node.func === 'bucket') return emitBucket(node, out)
  if (node.func === 'search') return emitSearch(node, out)
  emitName(node.func, functions, out)
  out.sql += '('
  out.emitList(node.arguments)
  out.sql += ')'
}

const units: ReadonlySet<unknown> = new Set(bucketUnits)

/** The function `bucket` of the contract, which has checked the time zone; unit and zone stand in the text. */
function emitBucket({ arguments: [time, unit, zone] }: FunctionNode, out: Compilation): void {
  const [by, timeZone] = [unit, zone].map((node) =>
    node?.kind === 'ValueNode' ? (node as ValueNode).value : undefined,
  )
  if (time?.kind !== 'ReferenceNode' || !units.has(by) || typeof timeZone !== 'string') {
    throw out.refuse('"bucket" takes a column, a unit and a time zone: use the function of @host/plugin')
  }
  const [unitText, zoneText] = [quoteText(String(by)), quoteText(timeZone)]
  out.sql += out.dialect === 'sqlite' ? 'time_bucket(' : `to_char(date_trunc(${unitText}, `
  out.emit(time)
  out.sql += out.dialect === 'sqlite' ? `, ${unitText}, ${zoneText})` : ` at time zone ${zoneText}), 'YYYY-MM-DD')`
}

function emitAggregate(node: AggregateFunctionNode, out: Compilation): void {
  if (node.withinGroup !== undefined) throw out.refuse('"within group" is not available')
  emitName(node.func, aggregates, out)
  out.sql += node.distinct === true ? '(distinct ' : '('
  out.emitList(node.aggregated)
  emitOrder(node.orderBy, out)
  out.sql += ')'
  if (node.filter !== undefined) {
    out.sql += ' filter ('
    out.emit(node.filter)
    out.sql += ')'
  }
  if (node.over !== undefined) {
    out.sql += ' '
    out.emit(node.over)
  }
}

/** Kysely writes a function's name as it is, so a name outside the list would be raw SQL. */
function emitName(name: unknown, allowed: ReadonlySet<string>, out: Compilation): void {
  if (out.binding.isTrusted && typeof name === 'string') out.sql += name
  else out.word(name, allowed, 'function')
}

function emitOrder(order: OrderByNode | undefined, out: Compilation): void {
  if (order === undefined) return
  out.sql += ' '
  out.emit(order)
}

function emitOver(node: OverNode, out: Compilation): void {
  out.sql += 'over('
  if (node.partitionBy !== undefined) out.emit(node.partitionBy)
  emitOrder(node.orderBy, out)
  out.sql += ')'
}

/** A member of a JSON column as text; SQLite is made to answer as PostgreSQL does: `true`, not `1`. */
function emitJsonReference(node: JSONReferenceNode, out: Compilation): void {
  const { reference, traversal } = node
  if (traversal.kind !== 'JSONOperatorChainNode') throw out.refuse("a JSON path with '$' is not available: use '->>'")
  const { operator, values } = traversal
  if (operator.operator !== '->>') throw out.refuse("'->' is not available: read the column, or one member with '->>'")
  const steps = values.map((value) => jsonStep(value, out))
  if (out.dialect === 'postgres') return emitPath(reference, steps, out)
  out.sql += 'case json_type('
  out.emit(reference)
  for (const step of steps) out.sql += `->${step}`
  out.sql += `) when 'true' then 'true' when 'false' then 'false' else cast(`
  emitPath(reference, steps, out)
  out.sql += ' as text) end'
}

function emitPath(reference: OperationNode, steps: readonly string[], out: Compilation): void {
  out.sql += '('
  out.emit(reference)
  steps.forEach((step, place) => {
    out.sql += `${place === steps.length - 1 ? '->>' : '->'}${step}`
  })
  out.sql += ')'
}

function jsonStep({ value }: ValueNode, out: Compilation): string {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value)
  if (typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value)) return quoteText(value)
  throw out.refuse('a JSON member must be a plain name or an index of 0 or more')
}
