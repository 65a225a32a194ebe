/**
 * An import: all rows of a file, or none. The file is checked as a whole first; then its rows are written like those of
 * the endpoint, in one transaction. A dry run does the same, and undoes it.
 */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { Problem, wordingIn, type Wording } from '../errors.ts'
import { issueSentence, type IssueFacts } from '../issue-sentences.ts'
import { columnsIn, type CellProblem } from './import-columns.ts'
import { importLimits } from './import-limits.ts'
import { resolveLinks, type ImportRow } from './import-links.ts'
import { valuesOf } from './import-values.ts'
import { parseCsv } from './parse-csv.ts'
import { checkLinks } from './resource-links.ts'
import type { AnyScope, AnyValues, ResourcePart, RunningScope } from './resource-part.ts'
import { inTransaction, insertRecord } from './resource-writes.ts'
import type { ImportInput, ImportResult } from './resource.ts'

type ImportScope = AnyScope & { readonly input: ImportInput }

/** @throws Problem `invalid_input` with the place of every problem, unless it is a dry run */
export async function importRecords(part: ResourcePart, scope: ImportScope): Promise<ImportResult> {
  const { csv, dryRun = false } = scope.input
  const { rows, problems } = await readRows(part, scope, csv)
  scope.audit.describe({ after: { rows: rows.length, dryRun } })
  const found = problems.length > 0 ? problems : await writeRows(part, scope, rows)
  if (found.length > 0 && !dryRun) throw refused(found)
  return {
    dryRun,
    rows: rows.length,
    created: dryRun ? 0 : rows.length,
    problems: found.slice(0, importLimits.problems).map(({ line, field, message }) => {
      return { line, field, message: wordingIn(message, scope.language) }
    }),
  }
}

interface ReadRows {
  readonly rows: readonly ImportRow[]
  readonly problems: readonly CellProblem[]
}

async function readRows({ resource }: ResourcePart, { db }: ImportScope, csv: string): Promise<ReadRows> {
  const parsed = parseCsv(csv, importLimits.rows + 1)
  if ('line' in parsed) return noRows(parsed.line, openQuote)
  const [head, ...lines] = parsed
  if (head === undefined || lines.length === 0) return noRows(1, empty)
  if (lines.length > importLimits.rows) return noRows(1, tooLong)
  const { places, problems } = columnsIn(resource, head)
  if (problems.length > 0) return { rows: [], problems }
  const rows = lines.map(({ line, cells }) => {
    const named = places.map(([field, at]) => [field, cells[at] ?? ''] as const)
    return { line, values: valuesOf(resource.fields, Object.fromEntries(named)) }
  })
  const links = await resolveLinks(resource, db, rows)
  const checked = await checkRows(resource.endpoints.create.input, rows, links)
  return {
    rows: checked.rows,
    problems: [...links, ...checked.problems].toSorted((one, other) => one.line - other.line),
  }
}

function noRows(line: number, message: Wording): ReadRows {
  return { rows: [], problems: [{ line, field: null, message }] }
}

type CreateInput = ResourcePart['resource']['endpoints']['create']['input']

/** The values as the input of a new record has them, with defaults. */
async function checkRows(
  schema: CreateInput,
  rows: readonly ImportRow[],
  links: readonly CellProblem[],
): Promise<ReadRows> {
  const known = new Set(links.map(({ line, field }) => `${line} ${field}`))
  const [checked, problems]: [ImportRow[], CellProblem[]] = [[], []]
  for (const { line, values } of rows) {
    const result = await schema['~standard'].validate(values)
    checked.push({ line, values: result.issues === undefined ? (result.value as Record<string, unknown>) : values })
    for (const issue of result.issues ?? []) {
      const field = fieldOf(issue.path?.[0])
      const message = issueSentence(issue as unknown as IssueFacts, values[field]) ?? issue.message
      if (!known.has(`${line} ${field}`)) problems.push({ line, field, message })
    }
  }
  return { rows: checked, problems }
}

type PathSegment = NonNullable<StandardSchemaV1.Issue['path']>[number]

function fieldOf(segment: PathSegment | undefined): string {
  return String(typeof segment === 'object' ? segment.key : (segment ?? ''))
}

/** Ends a transaction without an error of its own. */
class Undone extends Error {
  readonly problems: readonly CellProblem[]

  constructor(problems: readonly CellProblem[]) {
    super('The import was undone.')
    this.problems = problems
  }
}

async function writeRows(
  part: ResourcePart,
  scope: ImportScope,
  rows: readonly ImportRow[],
): Promise<readonly CellProblem[]> {
  try {
    await inTransaction(scope, async (running) => {
      for (const row of rows) await writeRow(part, running, row)
      if (scope.input.dryRun === true) throw new Undone([])
    })
    return []
  } catch (error) {
    if (error instanceof Undone) return error.problems
    throw error
  }
}

async function writeRow(part: ResourcePart, scope: RunningScope, { line, values }: ImportRow): Promise<void> {
  try {
    const changed: AnyValues | void = await part.hooks.beforeCreate?.(scope, values)
    if (changed !== undefined) await checkLinks(part.resource, scope.db, changed)
    const record = await insertRecord(part, scope, changed ?? values)
    await part.hooks.afterCreate?.(scope, record)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    throw new Undone(problemsOf(error, line))
  }
}

function problemsOf({ options, message }: Problem, line: number): readonly CellProblem[] {
  const { errors = [], detail = message } = options
  if (errors.length === 0) return [{ line, field: null, message: detail }]
  return errors.map((error) => ({ line, field: error.path, message: error.message }))
}

function refused(problems: readonly CellProblem[]): Problem {
  const errors = problems.slice(0, importLimits.problems).map(({ line, field, message }) => {
    return { path: field === null ? `csv.${line}` : `csv.${line}.${field}`, message }
  })
  return new Problem('invalid_input', { errors })
}

const openQuote: Wording = { en: 'A quotation begins here and never ends.', zh: '此处的引号没有结束。' }
const empty: Wording = {
  en: 'The file needs a first line with names of fields, and a line for each record.',
  zh: '文件须在第一行列出字段名称，之后每行一条记录。',
}
const tooLong: Wording = {
  en: `The file has more than ${importLimits.rows.toLocaleString('en')} records. Import it in parts.`,
  zh: `文件超过 ${importLimits.rows} 条记录，请分批导入。`,
}
