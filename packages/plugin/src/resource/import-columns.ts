import type { Wording } from '../errors.ts'
import type { Label } from './field.ts'
import { ownLabels } from './csv-values.ts'
import type { CsvRow } from './parse-csv.ts'
import type { AnyResource } from './resource.ts'

/** A problem of a cell, in both languages. */
export interface CellProblem {
  readonly line: number
  readonly field: string | null
  readonly message: Wording
}

/** The places of the fields in a line; other columns are ignored. */
export interface ImportColumns {
  readonly places: readonly (readonly [field: string, at: number])[]
  readonly problems: readonly CellProblem[]
}

/**
 * The fields that the first line of a file names, by name or by label in either language. The id and the moments of an
 * exported file are ignored.
 */
export function columnsIn({ fields }: AnyResource, head: CsvRow): ImportColumns {
  const known = new Map<string, string | undefined>([
    ...Object.entries(ownLabels).flatMap(([name, label]) =>
      textsOf(name, label).map((text) => [text, undefined] as const),
    ),
    ...Object.entries(fields).flatMap(([name, { label }]) => textsOf(name, label).map((text) => [text, name] as const)),
    ...Object.keys(fields).map((name) => [fold(name), name] as const),
  ])
  const named = head.cells.map((cell) => known.get(fold(cell)))
  const first = new Map(named.map((field, at) => [field, at] as const).toReversed())
  const problems = head.cells.flatMap((cell, at): readonly CellProblem[] => {
    if (!known.has(fold(cell))) return [{ line: head.line, field: null, message: unknownColumn(cell) }]
    const field = named[at]
    const isTwice = field !== undefined && first.get(field) !== at
    return isTwice ? [{ line: head.line, field, message: twice }] : []
  })
  return { places: [...first].flatMap(([field, at]) => (field === undefined ? [] : [[field, at] as const])), problems }
}

const twice = { en: 'The file has this column twice.', zh: '文件中该列出现了两次。' }

function unknownColumn(cell: string): Wording {
  const shown = cell.slice(0, 60)
  return { en: `No field is named “${shown}”.`, zh: `没有名为“${shown}”的字段。` }
}

function textsOf(name: string, { en, zh }: Label): readonly string[] {
  return [name, en, zh].map(fold)
}

/** Labels and choices are the same in any case and width. */
export function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}
