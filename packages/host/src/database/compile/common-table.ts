/** Emitters of common table expressions. A name is visible where SQL's lexical rule has it, and nowhere else. */
import type { CommonTableExpressionNode, TableNode, WithNode } from 'kysely'
import type { Compilation } from './compilation.ts'
import { tableName } from './source.ts'

export const commonTableEmitters = { WithNode: emitWith }

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
    const name = names[place] as string
    emitCommonTable(name, expression, out)
    out.frame?.commonTables.add(name)
  })
}

/** A common table expression never bears the name of a table that the layer writes, so that the name means the table. */
function commonTableName(node: TableNode, out: Compilation): string {
  const name = tableName(node, out)
  if (typeof name !== 'string') throw out.refuse('a name must be a string')
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

function emitCommonTable(name: string, node: CommonTableExpressionNode, out: Compilation): void {
  const { materialized, expression } = node
  const { kind } = expression
  if (!commonTableKinds.has(kind)) throw out.refuse(`${kind} is not a common table expression`)
  if (kind !== 'SelectQueryNode' && out.dialect === 'sqlite') {
    throw out.refuse("SQLite doesn't allow writes in a common table expression: use a batch or a transaction")
  }
  out.identifier(name)
  const { columns } = node.name
  if (columns !== undefined) {
    out.sql += '('
    out.emitList(columns)
    out.sql += ')'
  }
  out.sql += materialized === undefined ? ' as ' : ` as ${materialized ? '' : 'not '}materialized `
  if (kind === 'SelectQueryNode') return out.emit(expression, kind)
  out.sql += '('
  out.emit(expression, kind)
  out.sql += ')'
}
