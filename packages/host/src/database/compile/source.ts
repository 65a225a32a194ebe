/**
 * Sources: the tables in `from`, `join` and `using`.
 *
 * A table is never written by itself. It becomes a derived table of the declared columns of the workspace's rows:
 *   (select "id", "title" from "notes_notes" where "org_id" = ?) as "notes_notes"
 * so that no join, condition or `*` around it can reach another row or column. Both databases flatten it: the plan is
 * that of the bare table.
 */
import type {
  AliasNode,
  FromNode,
  JoinNode,
  OnNode,
  OperationNode,
  ParensNode,
  RawNode,
  TableNode,
  UsingNode,
} from 'kysely'
import type { Compilation } from './compilation.ts'
import type { TableAccess } from '../catalog.ts'
import { quote } from '../quote.ts'
import { aliasOf } from './expression.ts'
import { joins } from './words.ts'

/** A table, and the name that a query calls it when it has another. */
export interface NamedTable {
  readonly table: TableAccess
  readonly alias?: string
}

export const sourceEmitters = {
  FromNode: (node: FromNode, out: Compilation) => {
    out.sql += 'from '
    emitSources(node.froms, out)
  },
  UsingNode: (node: UsingNode, out: Compilation) => {
    out.sql += 'using '
    emitSources(node.tables, out)
  },
  JoinNode: emitJoin,
  OnNode: emitOn,
}

function emitSources(nodes: readonly OperationNode[], out: Compilation): void {
  nodes.forEach((node, place) => {
    if (place > 0) out.sql += ', '
    emitSource(node, false, out)
  })
}

function emitJoin(node: JoinNode, out: Compilation): void {
  const words = Object.hasOwn(joins, node.joinType) ? joins[node.joinType] : undefined
  if (words === undefined) {
    throw out.refuse(
      `${node.joinType} is not available: it keeps rows without a match. Use a left join from the other side`,
    )
  }
  out.sql += `${words} `
  emitSource(node.table, node.joinType === 'LeftJoin', out)
  if (node.on === undefined) return
  out.sql += ' '
  out.emit(node.on)
}

function emitOn({ on }: OnNode, out: Compilation): void {
  out.sql += 'on '
  if (isTrue(on)) out.sql += 'true'
  else out.emit(on)
}

function isTrue(node: OperationNode): boolean {
  const { sqlFragments, parameters } = node as RawNode
  return node.kind === 'RawNode' && sqlFragments.length === 1 && sqlFragments[0] === 'true' && parameters.length === 0
}

function emitSource(node: OperationNode, isOptional: boolean, out: Compilation): void {
  if (node.kind === 'TableNode') return emitTable({ name: tableName(node as TableNode, out), isOptional }, out)
  if (node.kind !== 'AliasNode') throw out.refuse(`${node.kind} can't be read from`)
  const alias = aliasOf(node as AliasNode, out)
  const inner = (node as AliasNode).node
  if (inner.kind === 'TableNode') return emitTable({ name: tableName(inner as TableNode, out), alias, isOptional }, out)
  emitSubquery(inner, out)
  out.sql += ` as ${out.quoted(alias)}`
  out.frame?.sources.set(alias, { table: undefined, isOptional })
}

/** Nothing but a select, however many parentheses are around it: SQLite takes `("users")` for the table. */
function emitSubquery(node: OperationNode, out: Compilation): void {
  const { kind } = node
  if (kind === 'ParensNode') return emitSubquery((node as ParensNode).node, out)
  if (kind !== 'SelectQueryNode') throw out.refuse(`${kind} can't be read from`)
  out.emit(node, kind)
}

/** The plain name of a table; a schema would lead around the declared tables. */
export function tableName(node: TableNode, out: Compilation): string {
  const { schema, identifier } = node.table
  if (schema !== undefined) throw out.refuse(`"${schema.name}.${identifier.name}" names a schema`)
  return identifier.name
}

interface TableSource {
  readonly name: string
  readonly alias?: string
  readonly isOptional: boolean
}

function emitTable({ name, alias, isOptional }: TableSource, out: Compilation): void {
  const as = alias ?? name
  if (out.hasCommonTable(name)) {
    out.identifier(name)
    if (alias !== undefined) out.sql += ` as ${out.quoted(alias)}`
    out.frame?.sources.set(as, { table: undefined, isOptional })
    return
  }
  const table = declaredTable(name, out)
  out.frame?.sources.set(as, { table, isOptional })
  out.sql += `(${table.select}`
  emitTenant({ table }, ' where ', out)
  out.sql += `) as ${out.quoted(as)}`
}

/** The declared table of a name; any other name is refused. */
export function declaredTable(name: string, out: Compilation): TableAccess {
  const table = out.binding.tables.get(name)
  if (table === undefined) {
    throw out.refuse(`"${name}" is not one of its models: declare it with model() or mirror()`)
  }
  return table
}

/** Writes the condition that binds a table to the workspace, after `lead`; nothing for the whole instance. */
export function emitTenant({ table, alias }: NamedTable, lead: string, out: Compilation): void {
  const { orgId } = out.binding
  const { tenant } = table
  if (orgId === undefined || tenant.kind === 'instance') return
  if (tenant.kind === 'closed') {
    throw out.refuse(
      `the mirror "${table.name}" has no tenant key, so workspaces can't read it: add one, or read it with asInstance`,
    )
  }
  const column = alias === undefined ? quote(tenant.column) : `${out.quoted(alias)}.${quote(tenant.column)}`
  out.sql += lead + column
  if (tenant.kind === 'column') {
    out.sql += ' = '
    out.bind(orgId)
    return
  }
  out.sql += ` in (select ${quote(tenant.key)} from ${quote(tenant.through)} where "org_id" = `
  out.bind(orgId)
  out.sql += ')'
}
