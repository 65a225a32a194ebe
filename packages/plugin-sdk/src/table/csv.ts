/**
 * Tables as files (RFC 4180). Spreadsheets take a cell that begins like a formula for one and run it, and anybody may
 * have chosen a name: an apostrophe in front makes it text. The signs count in full width too, because input methods
 * write them so and spreadsheets understand them.
 */
import type { CellValue } from './data-column.ts'

/** Tells spreadsheets that what follows is UTF-8. */
const mark = '\uFEFF'
const formula = /^[\s\u0000-\u001f\u00a0\u200b-\u200f\u2060\u3000\uFEFF]*[=+\-@|%＝＋－＠｜％]|^[\t\r\n]/

/** A file of lines of cells; the first line names the columns. */
export function csvFile(lines: readonly (readonly CellValue[])[]): string {
  return mark + lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** A value as a cell. Numbers stay numbers, also below zero. */
export function csvCell(value: CellValue): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
