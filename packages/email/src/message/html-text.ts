import { cutText } from './clean-text.ts'
import { decodeEntities } from './html-entities.ts'
import { after, endOfElement, endOfTag, nameAt } from './html-markup.ts'

/** HTML beyond this many characters is not read. */
const mostInput = 1_024 * 1_024

/** Elements whose content is not text. */
const hidden = new Set([
  'script',
  'style',
  'title',
  'template',
  'noscript',
  'textarea',
  'iframe',
  'svg',
  'math',
  'object',
  'select',
])

/** Elements that begin a line. */
const blocks = new Set(
  'address article aside blockquote br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

/**
 * The text of HTML for previews, search and messages without a text part. One pass without backtracking; it decides
 * nothing about safety, and its result is text, never HTML.
 */
export function textOfHtml(html: string): string {
  const source = cutText(html, mostInput)
  const pieces: string[] = []
  for (let at = 0; at < source.length;) {
    const open = source.indexOf('<', at)
    pieces.push(decodeEntities(collapse(source.slice(at, open === -1 ? source.length : open))))
    if (open === -1) break
    at = readMarkup(source, open, pieces)
  }
  return tidy(pieces.join(''))
}

/** Reads what begins at a `<`, and returns where the text goes on. */
function readMarkup(source: string, open: number, pieces: string[]): number {
  if (source.startsWith('<!--', open)) return after(source, '-->', open + 4)
  const isEnd = source[open + 1] === '/'
  const name = nameAt(source, open + (isEnd ? 2 : 1))
  if (name === '') {
    if (isEnd || '!?'.includes(source[open + 1] ?? ' ')) return after(source, '>', open + 1)
    pieces.push('<')
    return open + 1
  }
  const end = endOfTag(source, open + 1)
  if (blocks.has(name)) pieces.push('\n')
  if (!isEnd && hidden.has(name) && source[end - 2] !== '/') return endOfElement(source, name, end)
  return end
}

const collapse = (text: string): string => text.replace(/[ \t\r\n\f]+/g, ' ')

/** No blanks around line breaks, and at most one empty line. */
function tidy(text: string): string {
  const lines: string[] = []
  for (const line of text.replaceAll('\u00a0', ' ').split('\n')) {
    const trimmed = collapse(line).trim()
    if (trimmed !== '' || lines.at(-1) !== '') lines.push(trimmed)
  }
  return lines.join('\n').trim()
}
