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

/** A quotation that never ends. */
export interface CsvFault {
  readonly line: number
}

/** Rows of a file without its empty lines, up to one more than `most`; or the line of its fault. */
export function parseCsv(text: string, most: number): readonly CsvRow[] | CsvFault {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  return new CsvReader(body, delimiterOf(body)).rows(most)
}

class CsvReader {
  readonly #text: string
  readonly #delimiter: string
  #at = 0
  #line = 1

  constructor(text: string, delimiter: string) {
    this.#text = text
    this.#delimiter = delimiter
  }

  rows(most: number): readonly CsvRow[] | CsvFault {
    const rows: CsvRow[] = []
    while (this.#at < this.#text.length && rows.length <= most) {
      const line = this.#line
      const cells = this.#row()
      if (cells === undefined) return { line }
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells })
    }
    return rows
  }

  #row(): readonly string[] | undefined {
    const cells: string[] = []
    for (;;) {
      const cell = this.#text[this.#at] === '"' ? this.#quoted() : this.#plain()
      if (cell === undefined) return undefined
      cells.push(csvText(cell).trim())
      if (this.#text[this.#at] !== this.#delimiter) break
      this.#at++
    }
    this.#endLine()
    return cells
  }

  #plain(): string {
    const from = this.#at
    while (this.#at < this.#text.length && !this.#isEnd()) this.#at++
    return this.#text.slice(from, this.#at)
  }

  /** Text behind the closing quote belongs to the cell, as spreadsheets read it. */
  #quoted(): string | undefined {
    let cell = ''
    for (;;) {
      const end = this.#text.indexOf('"', this.#at + 1)
      if (end === -1) return undefined
      const part = this.#text.slice(this.#at + 1, end)
      this.#line += part.split('\n').length - 1
      cell += part
      this.#at = end + 1
      if (this.#text[this.#at] !== '"') return cell + this.#plain()
      cell += '"'
    }
  }

  #isEnd(): boolean {
    const character = this.#text[this.#at]
    return character === this.#delimiter || character === '\n' || character === '\r'
  }

  #endLine(): void {
    if (this.#text[this.#at] === '\r') this.#at++
    if (this.#text[this.#at] === '\n') this.#at++
    this.#line++
  }
}

function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const head = end === -1 ? text : text.slice(0, end)
  const count = (sign: string): number => head.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
