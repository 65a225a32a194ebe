import type { Nodes, Root } from 'mdast'
import { plainText } from './plain-text.ts'

/** The blocks of a page below its title, which many pages repeat as their first heading. */
export function articleOf({ children }: Root, title: string): readonly Nodes[] {
  const [first, ...rest] = children
  return first?.type === 'heading' && first.depth === 1 && plainText(first) === title ? rest : children
}
