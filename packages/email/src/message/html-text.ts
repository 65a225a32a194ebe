import { cutText } from './clean-text.ts'
import { decodeEntities } from './html-entities.ts'

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
  if (!isEnd && hidden.has(name) && source[end - 2] !== '/') return endOfHidden(source, name, end)
  return end
}

function after(source: string, text: string, from: number): number {
  const at = source.indexOf(text, from)
  return at === -1 ? source.length : at + text.length
}

const longestName = 32

function nameAt(source: string, from: number): string {
  let at = from
  while (at - from < longestName && isNameCharacter(source.charCodeAt(at), at === from)) at++
  return source.slice(from, at).toLowerCase()
}

function isNameCharacter(code: number, first: boolean): boolean {
  if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) return true
  return !first && ((code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x3a)
}

/** Attributes in quotes may have a `>`. An open quote takes the rest, as it does in browsers. */
function endOfTag(source: string, from: number): number {
  let quote = ''
  for (let at = from; at < source.length; at++) {
    const character = source[at] ?? ''
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>') return at + 1
    else if ((character === '"' || character === "'") && source[at - 1] === '=') quote = character
  }
  return source.length
}

function endOfHidden(source: string, name: string, from: number): number {
  for (let at = source.indexOf('</', from); at !== -1; at = source.indexOf('</', at + 2)) {
    if (nameAt(source, at + 2) === name) return endOfTag(source, at)
  }
  return source.length
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
