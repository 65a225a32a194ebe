/**
 * MDX as data: Markdown, tables and component syntax become a tree, and nothing in it is ever run. Expressions, imports
 * and HTML are not parsed and stay plain text. The tree is at most `deepest` levels deep, so recursive walks are safe;
 * a deeper page, or one too tangled to parse, is shown as source.
 */
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { mdxJsxFromMarkdown } from 'mdast-util-mdx-jsx'
import { gfmTable } from 'micromark-extension-gfm-table'
import { mdxJsx } from 'micromark-extension-mdx-jsx'
import { mdxMd } from 'micromark-extension-mdx-md'
import { isTooDeeplyNested } from './is-too-deeply-nested.ts'

/** Levels of a tree. */
export const deepest = 50

/** The tree of a page. Where tags do not fit together, all of them are text. */
export function parsePage(body: string): Root {
  if (isTooDeeplyNested(body)) return source(body)
  const root = parse(body)
  return isDeep(root) ? source(body) : root
}

function parse(body: string): Root {
  try {
    return fromMarkdown(body, {
      extensions: [gfmTable(), mdxMd(), mdxJsx()],
      mdastExtensions: [gfmTableFromMarkdown(), mdxJsxFromMarkdown()],
    })
  } catch {
    return fromMarkdown(body, { extensions: [gfmTable(), mdxMd()], mdastExtensions: [gfmTableFromMarkdown()] })
  }
}

function source(body: string): Root {
  return { type: 'root', children: [{ type: 'code', value: body }] }
}

/** Level by level, since a tree that is too deep must not be climbed. */
function isDeep(root: Root): boolean {
  let level: readonly Nodes[] = [root]
  for (let depth = 0; depth < deepest; depth += 1) {
    level = level.flatMap((node) => ('children' in node ? node.children : []))
    if (level.length === 0) return false
  }
  return true
}
