/**
 * Files of comma-separated values (RFC 4180), the one writer of both halves. A spreadsheet runs a cell that begins like a
 * formula, and users choose the texts: an apostrophe in front makes such a cell text. The sign counts in every width,
 * which input methods produce and spreadsheets accept, and behind characters that are not visible. A text that would
 * look protected gets one more apostrophe, so that every text can be read back.
 */

/** The value of a cell. */
export type CsvValue = string | number | boolean | null | undefined

/** Begins a file, so that spreadsheets read it as UTF-8. */
export const csvMark = '\uFEFF'

/**
 * One line of a file.
 * @example csvMark + csvLine(['time', 'action']) + entries.map(({ at, action }) => csvLine([at, action])).join('')
 * @since 1.0.0
 */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** A value as a cell. Numbers stay numbers, also below zero. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  const safe = typeof value === 'string' && isGuarded(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The text of a cell that `csvLine` wrote, without the apostrophe that keeps a spreadsheet from running it.
 * @example csvText("'=1+1") // '=1+1'
 * @since 1.0.0
 */
export function csvText(cell: string): string {
  return cell.startsWith("'") && isGuarded(cell) ? cell.slice(1) : cell
}

/** Whether a text is a formula, behind any number of apostrophes. */
function isGuarded(text: string): boolean {
  return isFormula(text.replace(/^'+/, ''))
}

/** A sign that begins a formula, behind anything that shows nothing: white space, control and format characters. */
const sign = /^[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-\u2212@|%]/u

/** As written, since a combining mark may hide the sign in the normal form, and as NFKC makes it of other widths. */
function isFormula(text: string): boolean {
  return /^[\t\r\n]/.test(text) || sign.test(text) || sign.test(text.normalize('NFKC'))
}
