/**
 * Whether a page would cost its parser more than a hand-written page: the parser's time grows with the square of the
 * nesting, and of the marks in one block. Checked line by line, in one pass, before parsing.
 */

/** Quotes and lists that lie in each other. */
export const mostNested = 20
/** Marks of emphasis, links, code and tags in one block of lines. */
export const mostMarks = 1500

/** Lines of a page. */
export const mostLines = 1500

// bounded: one character after each mark decides.
const nesting = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*/
const mark = /[*_[\]<`&\\]/g

/** Lists that are open, by the column in which each began. */
type Columns = readonly number[]

/** Whether the page lies deeper, or has more marks in one block, than is parsed. */
export function isTooDeeplyNested(body: string): boolean {
  let columns: Columns = []
  let marks = 0
  const lines = body.split(/\r\n|[\r\n]/)
  if (lines.length > mostLines) return true
  for (const line of lines) {
    const blank = line.trim() === ''
    const own =
      nesting
        .exec(line)?.[0]
        .replaceAll(/[ \t\d]+/g, '')
        .replaceAll(/[.)]/g, '-') ?? ''
    if (own !== '') columns = [...columns.filter((column) => column < indentOf(line)), indentOf(line)]
    marks = blank ? 0 : marks + (line.match(mark)?.length ?? 0)
    if (columns.length + own.length > mostNested || marks > mostMarks) return true
  }
  return false
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
