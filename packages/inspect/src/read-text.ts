import type { ESTree } from 'rolldown/utils'

/** The literal text of an expression; undefined when it is known only at run time. */
export function readText(node: ESTree.Node): string | undefined {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return readText(node.expression)
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' && node.expressions.length === 0
    ? (node.quasis[0]?.value.cooked ?? undefined)
    : undefined
}
