/**
 * MDX as data: Markdown, tables and the syntax of components become a tree, and nothing in it is ever run. Expressions,
 * imports and HTML are no syntax here, so they are the text that they are written as.
 */
import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { mdxJsxFromMarkdown } from 'mdast-util-mdx-jsx'
import { gfmTable } from 'micromark-extension-gfm-table'
import { mdxJsx } from 'micromark-extension-mdx-jsx'
import { mdxMd } from 'micromark-extension-mdx-md'

/** The tree of a page. Where tags do not fit together, all of them are text. */
export function parsePage(body: string): Root {
  try {
    return fromMarkdown(body, {
      extensions: [gfmTable(), mdxMd(), mdxJsx()],
      mdastExtensions: [gfmTableFromMarkdown(), mdxJsxFromMarkdown()],
    })
  } catch {
    return fromMarkdown(body, { extensions: [gfmTable(), mdxMd()], mdastExtensions: [gfmTableFromMarkdown()] })
  }
}
