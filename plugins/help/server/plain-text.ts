import type { Nodes } from 'mdast'

/** What somebody reads of a node, without marks; what lies deeper than 100 levels is left out. */
export function plainText(node: Nodes, depth = 0): string {
  if (depth > 100) return ''
  if ('value' in node) return node.value
  if (node.type === 'break') return ' '
  if (!('children' in node)) return ''
  const isInline = [
    'paragraph',
    'heading',
    'tableCell',
    'link',
    'linkReference',
    'emphasis',
    'strong',
    'mdxJsxTextElement',
  ]
  return node.children.map((child) => plainText(child, depth + 1)).join(isInline.includes(node.type) ? '' : '\n')
}
