/** A row of a file. */
export interface CsvRow {
  /** The line of its first character; 1 is the first line. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Bounds of a file. */
export interface CsvBounds {
  readonly maxRows: number
  readonly maxColumns: number
}

/** Why a file can't be read. */
export type CsvFault = 'tooManyRows' | 'tooManyColumns' | 'quotes'

/**
 * Reads comma-separated values (RFC 4180): quoted cells may hold separators, quotes and lines. Any line ending ends a row,
 * and semicolons or tabs separate cells when the first line has more of them than commas. Blank rows are left out.
 */
export function parseCsv(text: string, { maxRows, maxColumns }: CsvBounds): readonly CsvRow[] | CsvFault {
  const source = text.replace(/^\uFEFF/, '')
  const cell = cellPattern(separatorOf(source))
  const rows: CsvRow[] = []
  let [line, cells]: [number, string[]] = [1, []]
  for (let start = 1; cell.lastIndex < source.length || cells.length > 0;) {
    const found = cell.exec(source)
    if (found === null) return 'quotes'
    const [all, quoted, bare = '', end = ''] = found
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (cells.length > maxColumns) return 'tooManyColumns'
    line += all.match(/\r\n|\r|\n/g)?.length ?? 0
    if (end !== '' && !/[\r\n]/.test(end)) continue
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: start, cells })
    if (rows.length > maxRows) return 'tooManyRows'
    ;[start, cells] = [line, []]
    if (end === '') break
  }
  return rows
}

/** One row, without the protection of formulas that files for spreadsheets have. */
export function writeCsvRow(cells: readonly string[]): string {
  const written = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return `${written.join(',')}\r\n`
}

/** A quoted or a bare cell, and the separator, line ending or end of the file after it. */
function cellPattern(separator: string): RegExp {
  // bounded: every character belongs to one part, and the pattern is sticky.
  return new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r\\n|\\r|\\n|$)`,
    'y',
  )
}

function separatorOf(source: string): string {
  const [first = ''] = /^[^\r\n]*/.exec(source.slice(0, 10_000)) ?? []
  const count = (separator: string): number => first.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}
