/** A line of a help page as a reader meets it, with its number. */
export type ProseLine = { readonly line: number; readonly text: string }

const marks = /^(?:\s*(?:[-*+]|\d+\.|#{1,6}|>)\s+)+|[*_~]+|<[^>]+>/g
const cellEdge = /\s*\|\s*/g
const component = /<[A-Z]\w*\s[^>]*>/g
const shown = /\b(?:title|label)="([^"]*)"/g
const link = /!?\[([^\]]*)\]\([^)]*\)/g

/** The readable text of a page: without code, addresses, Markdown marks, and keys of its front matter. */
export function proseOf(page: string): ProseLine[] {
  const withoutFences = page.replaceAll(/^[ \t]*(`{3,}|~{3,})[\s\S]*?^[ \t]*\1/gm, (fence) =>
    fence.replaceAll(/[^\n]/g, ''),
  )
  return withoutFences.split('\n').map((text, index) => ({ line: index + 1, text: readable(text) }))
}

/** Inline code is a word of its own; the cells of a table do not join. */
function readable(line: string): string {
  const withoutKey = line.replace(/^\w+:\s+["']?(.*?)["']?$/, '$1')
  return withoutKey
    .replaceAll(link, '$1')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(component, shownOf)
    .replaceAll(cellEdge, '\u{FFFC}')
    .replaceAll(marks, '')
}

/** Attributes shown by a component, each a text of its own. */
function shownOf(tag: string): string {
  return Array.from(tag.matchAll(shown), ([, text = '']) => `\u{FFFC}${text}\u{FFFC}`).join('')
}
