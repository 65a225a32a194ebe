/** Reads a file of links: CSV, or JSON with a list of objects, as a table. */
import { Problem, type Wording } from '@host/plugin'
import { parseCsv, type CsvRow } from '@host/plugin/platform'
import { linkLimits } from '../../shared.ts'

/** A file as a table. */
export interface LinkTable {
  readonly columns: readonly string[]
  readonly rows: readonly CsvRow[]
}

/** @throws Problem `invalid_input` at `text` */
export function readTable(given: string): LinkTable {
  const text = storable(given)
  const start = text.trimStart()
  const table = start.startsWith('[') || start.startsWith('{') ? jsonTable(start) : csvTable(text)
  if (table.rows.length === 0) throw refused(empty)
  if (table.rows.length > linkLimits.importRows) throw refused(tooManyRows)
  if (table.columns.length > linkLimits.importColumns) throw refused(tooManyColumns)
  return table
}

function csvTable(text: string): LinkTable {
  const parsed = parseCsv(text, linkLimits.importRows + 1)
  if ('line' in parsed) throw refused(openQuote(parsed.line))
  const [head, ...rows] = parsed
  return { columns: head?.cells ?? [], rows }
}

/**
 * A list, or one in a member such as `links`. The number of an object stands for its line. Both limits are judged before the
 * table is made, which has a cell of each row for each column.
 */
function jsonTable(text: string): LinkTable {
  const objects = listIn(parsedJson(text)).filter((item) => typeof item === 'object' && item !== null)
  if (objects.length > linkLimits.importRows) throw refused(tooManyRows)
  const columns = new Set<string>()
  const rows = objects.map((item) => {
    const row = new Map<string, unknown>(Object.entries(item).map(([name, value]) => [storable(name), value]))
    for (const column of row.keys()) columns.add(column)
    if (columns.size > linkLimits.importColumns) throw refused(tooManyColumns)
    return row
  })
  const names = [...columns]
  return {
    columns: names,
    rows: rows.map((row, at) => ({ line: at + 1, cells: names.map((column) => cellOf(row.get(column))) })),
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refused(notJson, error)
  }
}

function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return Object.values(value as object).find((member) => Array.isArray(member)) ?? []
}

/** A value as a cell; of a list, the names or values of its items. */
function cellOf(value: unknown): string {
  return Array.isArray(value) ? value.map(wordOf).join('|') : wordOf(value)
}

/** A value as a text, or the name of an object. What lies deeper is left out. */
function wordOf(value: unknown): string {
  const word = typeof value === 'object' && value !== null ? (value as { readonly name?: unknown }).name : value
  return typeof word === 'string' || typeof word === 'number' || typeof word === 'boolean' ? storable(String(word)) : ''
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
const tooManyRows = {
  en: `The file has more than ${rows.toLocaleString('en')} links. Split it, then import the parts.`,
  zh: `文件超过 ${rows} 个链接，请拆分后分批导入。`,
}
const tooManyColumns = {
  en: `The file has more than ${linkLimits.importColumns} columns. Remove those that are not needed.`,
  zh: `文件超过 ${linkLimits.importColumns} 列，请删除不需要的列。`,
}
const notJson = { en: 'The file is not valid JSON. Export it again.', zh: '文件不是有效的 JSON，请重新导出。' }

function openQuote(line: number): Wording {
  return {
    en: `Line ${line} has a quotation mark without an end. Export the file again.`,
    zh: `第 ${line} 行的引号没有结束，请重新导出文件。`,
  }
}
