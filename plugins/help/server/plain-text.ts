import type { Nodes } from 'mdast'

const inline = new Set([
  'paragraph',
  'heading',
  'tableCell',
  'link',
  'linkReference',
  'emphasis',
  'strong',
  'mdxJsxTextElement',
])

/** The readable text of a node, without markup. Trees of `parsePage` are never too deep for it. */
export function plainText(node: Nodes): string {
  if ('value' in node) return node.value
  if (node.type === 'break') return ' '
  if (!('children' in node)) return 'alt' in node ? (node.alt ?? '') : ''
  return node.children.map(plainText).join(inline.has(node.type) ? '' : '\n')
}
