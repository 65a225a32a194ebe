import type { PhrasingContent } from 'mdast'
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx'

/** The components of a line that holds nothing else; undefined where it holds text besides. */
export function componentsAlone(children: readonly PhrasingContent[]): readonly MdxJsxFlowElement[] | undefined {
  const components = children.filter((child) => child.type === 'mdxJsxTextElement')
  const isAlone = children.every((child) => child.type === 'mdxJsxTextElement' || isSpace(child))
  return isAlone && components.some(isComponent) ? components.map(asBlock) : undefined
}

/** Names of components begin with a capital; those of HTML, which is none here, do not. */
function isComponent({ name }: MdxJsxTextElement): boolean {
  return /^[A-Z]/.test(name ?? '')
}

function isSpace(node: PhrasingContent): boolean {
  return node.type === 'break' || (node.type === 'text' && node.value.trim() === '')
}

function asBlock({ name, attributes, children }: MdxJsxTextElement): MdxJsxFlowElement {
  const inner = componentsAlone(children)
  const blocks: MdxJsxFlowElement['children'] = inner === undefined ? [{ type: 'paragraph', children }] : [...inner]
  return { type: 'mdxJsxFlowElement', name, attributes, children: blocks }
}
