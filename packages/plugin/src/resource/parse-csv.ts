/**
 * Reads files of comma-separated values (RFC 4180), as the writer of this package and spreadsheets write them: with or
 * without a byte order mark, with any line ends, and with semicolons or tabs where the first line has more of them.
 */
import { csvText } from '../csv.ts'

/** A line of a file. */
export interface CsvRow {
  /** The number of the line on which it begins; the first is 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** A quotation that never ends, or a row that is too long. */
export interface CsvFault {
  readonly line: number
  readonly reason: 'quotation' | 'length'
}

/** Bounds of a row. */
export interface CsvBounds {
  /** Characters of a row; a longer one is a fault. */
  readonly row: number
  /** Cells that are read, and characters of each; the rest is left out. */
  readonly cells: number
  readonly cell: number
}

/** Rows of a file without its empty lines, up to one more than `most`; or its fault. */
export function parseCsv(text: string, most: number): readonly CsvRow[] | CsvFault {
  const rows: CsvRow[] = []
  for (const row of csvRows(text, { row: Infinity, cells: Infinity, cell: Infinity })) {
    if (row === undefined) continue
    if ('reason' in row) return row
    rows.push(row)
    if (rows.length > most) break
  }
  return rows
}

/**
 * Rows of a file, each read when it is asked for, so that a long file can be read in steps; undefined for an empty line.
 * A fault is the last.
 */
export function* csvRows(text: string, bounds: CsvBounds): Generator<CsvRow | CsvFault | undefined, void> {
  const reader = new CsvReader(text, bounds)
  while (!reader.isAtEnd) {
    const row = reader.next()
    yield row
    if (row !== undefined && 'reason' in row) return
  }
}

/** Empty lines that are skipped in one step, in less than a millisecond. */
const emptyAtOnce = 20_000

class CsvReader {
  readonly #text: string
  readonly #bounds: CsvBounds
  readonly #delimiter: string
  #at: number
  #line = 1

  constructor(text: string, bounds: CsvBounds) {
    this.#text = text
    this.#bounds = bounds
    this.#at = text.startsWith('\uFEFF') ? 1 : 0
    this.#delimiter = delimiterOf(text.slice(this.#at, Math.min(text.length, this.#at + bounds.row)))
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  next(): CsvRow | CsvFault | undefined {
    if (this.#skipEmptyLines() === emptyAtOnce) return undefined
    const line = this.#line
    const end = this.#at + this.#bounds.row
    const cells: string[] = []
    for (;;) {
      const cell = this.#text[this.#at] === '"' ? this.#quoted(end) : this.#plain(end)
      if (cell === undefined) return { line, reason: 'quotation' }
      if (this.#at > end) return { line, reason: 'length' }
      if (cells.length < this.#bounds.cells) cells.push(csvText(cell.slice(0, this.#bounds.cell)).trim())
      if (this.#text[this.#at] !== this.#delimiter) break
      this.#at++
    }
    this.#endLine()
    return cells.some((cell) => cell !== '') ? { line, cells } : undefined
  }

  #plain(end: number): string {
    const from = this.#at
    while (this.#at < this.#text.length && this.#at <= end && !this.#isEnd()) this.#at++
    return this.#text.slice(from, this.#at)
  }

  /** Text behind the closing quote belongs to the cell, as spreadsheets read it. */
  #quoted(end: number): string | undefined {
    let cell = ''
    while (this.#at <= end) {
      const close = this.#text.indexOf('"', this.#at + 1)
      if (close === -1) return undefined
      const part = this.#text.slice(this.#at + 1, Math.min(close, end))
      this.#line += part.split('\n').length - 1
      cell += part
      this.#at = close + 1
      if (this.#text[this.#at] !== '"') return cell + this.#plain(end)
      cell += '"'
    }
    return cell
  }

  #isEnd(): boolean {
    const character = this.#text[this.#at]
    return character === this.#delimiter || character === '\n' || character === '\r'
  }

  /** Many at once, since a file may have a million of them, and not all, so that the reader of the rows can pause. */
  #skipEmptyLines(): number {
    let skipped = 0
    for (; skipped < emptyAtOnce; skipped++) {
      const character = this.#text[this.#at]
      if (character !== '\n' && character !== '\r') break
      this.#endLine()
    }
    return skipped
  }

  #endLine(): void {
    if (this.#text[this.#at] === '\r') this.#at++
    if (this.#text[this.#at] === '\n') this.#at++
    this.#line++
  }
}

/** @param start of a file */
function delimiterOf(start: string): string {
  const end = start.search(/[\r\n]/)
  const head = end === -1 ? start : start.slice(0, end)
  const count = (sign: string): number => head.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
