import { csvLine, csvText } from '@host/plugin/wire'
import { parseCsv, writeCsvRow, type CsvFault, type CsvRow } from './parse-csv.ts'

/** A field that a file can fill in. */
export interface ImportField {
  /** Name in the file that is sent. */
  readonly name: string
  readonly label: string
  readonly required?: boolean
}

/** A file that was read: its columns and rows. */
export interface ImportTable {
  readonly columns: readonly string[]
  readonly rows: readonly CsvRow[]
}

/** Why a file can't be imported. */
export type ImportFault = CsvFault | 'empty' | 'encoding'

/** The field of each column by the column's place; undefined for a column that is left out. */
export type ImportMapping = readonly (string | undefined)[]

const mostColumns = 200

/** Reads a file in UTF-8, or in GB 18030, which spreadsheets in Chinese write. */
export async function readImport(file: Blob, maxRows: number): Promise<ImportTable | ImportFault> {
  const text = decode(await file.arrayBuffer())
  if (text === undefined) return 'encoding'
  const rows = parseCsv(text, { maxRows: maxRows + 1, maxColumns: mostColumns })
  if (typeof rows === 'string') return rows
  const [head, ...others] = rows.map(({ line, cells }) => ({ line, cells: cells.map(csvText) }))
  return head === undefined || others.length === 0 ? 'empty' : { columns: head.cells, rows: others }
}

/** Maps columns to the fields of the same name or label. */
export function guessMapping(columns: readonly string[], fields: readonly ImportField[]): ImportMapping {
  const taken = new Set<string>()
  return columns.map((column) => {
    const field = fields.find(
      ({ name, label }) => !taken.has(name) && [name, label].some((one) => isAlike(one, column)),
    )
    if (field !== undefined) taken.add(field.name)
    return field?.name
  })
}

/** Fields that must be filled in and have no column. */
export function missingFields(mapping: ImportMapping, fields: readonly ImportField[]): readonly ImportField[] {
  return fields.filter(({ name, required = false }) => required && !mapping.includes(name))
}

/** The file that is sent: the mapped columns under the names of their fields. */
export interface MappedFile {
  readonly csv: string
  /** The line in the file that was chosen, for a line in the file that is sent. */
  readonly lineOf: (line: number) => number
}

/** How the mapped columns are written. */
export interface MappingOptions {
  /** Whether formulas are protected, for a server that reads files as this product exports them. */
  readonly isGuarded?: boolean
}

/** Writes the mapped columns. */
export function mapImport(
  { rows }: ImportTable,
  mapping: ImportMapping,
  { isGuarded = false }: MappingOptions = {},
): MappedFile {
  const write = isGuarded ? csvLine : writeCsvRow
  const places = mapping.flatMap((name, place) => (name === undefined ? [] : [{ name, place }]))
  const lines = new Map([[1, 1]])
  let [csv, line] = [write(places.map(({ name }) => name)), 2]
  for (const row of rows) {
    const written = write(places.map(({ place }) => row.cells[place] ?? ''))
    lines.set(line, row.line)
    line += written.match(/\r\n|\r|\n/g)?.length ?? 1
    csv += written
  }
  return { csv, lineOf: (sent) => lines.get(sent) ?? sent }
}

function decode(bytes: ArrayBuffer): string | undefined {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next encoding may fit.
    }
  }
  return undefined
}

function isAlike(one: string, other: string): boolean {
  const plain = (text: string): string =>
    text
      .normalize('NFKC')
      .replaceAll(/[\s_-]/g, '')
      .toLowerCase()
  return plain(one) === plain(other)
}
