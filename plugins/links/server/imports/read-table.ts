/**
 * Reads a file of links: CSV, or JSON with a list of objects, as a table. A file can have megabytes, so it is read in
 * steps, and no step takes longer than the longest row.
 */
import { Problem, type Wording } from '@host/plugin'
import { csvRows, type CsvFault, type CsvRow } from '@host/plugin/platform'
import { linkLimits } from '../../shared.ts'
import { jsonItems, LongJson } from './json-items.ts'
import { Pacer } from './pacer.ts'

/** A file as a table. */
export interface LinkTable {
  readonly columns: readonly string[]
  readonly rows: readonly CsvRow[]
}

/** Characters of a row. */
const mostOfRow = 200_000
/** Characters that are read of a cell: more than a field may have, so that it is refused as too long. */
const mostOfCell = 10_000

/** @throws Problem `invalid_input` at `text` */
export async function readTable(text: string): Promise<LinkTable> {
  const start = text.slice(0, mostOfCell).trimStart()
  const table = await (start.startsWith('[') || start.startsWith('{') ? jsonTable(text) : csvTable(text))
  if (table.rows.length === 0) throw refused(empty)
  if (table.columns.length > linkLimits.importColumns) throw refused(tooManyColumns)
  return table
}

async function csvTable(text: string): Promise<LinkTable> {
  const pacer = new Pacer()
  const rows: CsvRow[] = []
  let columns: readonly string[] | undefined
  const bounds = { row: mostOfRow, cells: linkLimits.importColumns + 1, cell: mostOfCell }
  for (const row of csvRows(text, bounds)) {
    if (pacer.isDue) await pacer.turn()
    if (row === undefined) continue
    if ('reason' in row) throw refused(faulty(row))
    const cells = row.cells.map(storable)
    if (columns === undefined) columns = cells
    else if (rows.push({ line: row.line, cells }) > linkLimits.importRows) throw refused(tooManyRows())
  }
  return { columns: columns ?? [], rows }
}

/**
 * A list, or one in a member such as `links`. The number of an object stands for its line. Both limits are judged before the
 * table is made, which has a cell of each row for each column.
 */
async function jsonTable(text: string): Promise<LinkTable> {
  const pacer = new Pacer()
  const { columns, objects } = await jsonObjects(text, pacer)
  const rows: CsvRow[] = []
  for (const [at, object] of objects.entries()) {
    if (pacer.isDue) await pacer.turn()
    rows.push({ line: at + 1, cells: columns.map((column) => object.get(column) ?? '') })
  }
  return { columns, rows }
}

interface JsonObjects {
  readonly columns: readonly string[]
  readonly objects: readonly ReadonlyMap<string, string>[]
}

async function jsonObjects(text: string, pacer: Pacer): Promise<JsonObjects> {
  const columns = new Set<string>()
  const objects: ReadonlyMap<string, string>[] = []
  try {
    for (const item of jsonItems(text, mostOfRow)) {
      if (pacer.isDue) await pacer.turn()
      if (item === undefined || typeof item.value !== 'object' || item.value === null) continue
      const object = readObject(item.value, columns)
      if (objects.push(object) > linkLimits.importRows) throw refused(tooManyRows())
    }
  } catch (error) {
    if (error instanceof LongJson) throw refused(tooLong(objects.length + 1), error)
    throw error instanceof SyntaxError ? refused(notJson, error) : error
  }
  return { columns: [...columns], objects }
}

function readObject(item: object, columns: Set<string>): ReadonlyMap<string, string> {
  const object = new Map<string, string>()
  for (const [name, value] of Object.entries(item)) {
    const column = storable(name)
    if (columns.add(column).size > linkLimits.importColumns) throw refused(tooManyColumns)
    object.set(column, cellOf(value))
  }
  return object
}

/** A value as a cell; of a list, the names or values of its items. */
function cellOf(value: unknown): string {
  return Array.isArray(value) ? value.map(wordOf).join('|').slice(0, mostOfCell) : wordOf(value)
}

/** A value as a text, or the name of an object. What lies deeper is left out. */
function wordOf(value: unknown): string {
  const word = typeof value === 'object' && value !== null ? (value as { readonly name?: unknown }).name : value
  const isText = typeof word === 'string' || typeof word === 'number' || typeof word === 'boolean'
  return isText ? storable(String(word).slice(0, mostOfCell)) : ''
}

/** A text that a database takes. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function refused(message: Wording, cause?: unknown): Problem {
  return new Problem('invalid_input', { errors: [{ path: 'text', message }], cause })
}

const rows = linkLimits.importRows
const empty = {
  en: 'The file needs a first line with names of columns, and a line for each link.',
  zh: '文件须在第一行列出列名，之后每行一个链接。',
}
const tooManyRows = (): Wording => ({
  en: `The file has more than ${rows.toLocaleString('en')} links. Split it, then import the parts.`,
  zh: `文件超过 ${rows} 个链接，请拆分后分批导入。`,
})
const tooManyColumns = {
  en: `The file has more than ${linkLimits.importColumns} columns. Remove those that are not needed.`,
  zh: `文件超过 ${linkLimits.importColumns} 列，请删除不需要的列。`,
}
const notJson = { en: 'The file is not valid JSON. Export it again.', zh: '文件不是有效的 JSON，请重新导出。' }

function faulty({ line, reason }: CsvFault): Wording {
  return reason === 'length' ? tooLong(line) : openQuote(line)
}

function tooLong(line: number): Wording {
  return {
    en: `Line ${line} has more than ${mostOfRow.toLocaleString('en')} characters. Remove columns that are not needed.`,
    zh: `第 ${line} 行超过 ${mostOfRow} 个字符，请删除不需要的列。`,
  }
}

function openQuote(line: number): Wording {
  return {
    en: `Line ${line} has a quotation mark without an end. Export the file again.`,
    zh: `第 ${line} 行的引号没有结束，请重新导出文件。`,
  }
}
