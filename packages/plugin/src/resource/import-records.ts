/**
 * An import: all rows of a file, or none. The file is read and checked as a whole before the transaction, since SQLite
 * has one writer; then its rows are written in one transaction, in chunks unless hooks need them one by one. A dry run
 * opens a transaction for hooks alone, and undoes it.
 */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { Problem, wordingIn, type Wording } from '../errors.ts'
import { issueSentence, type IssueFacts } from '../issue-sentences.ts'
import { columnsIn, type CellProblem } from './import-columns.ts'
import { importLimits } from './import-limits.ts'
import { missingLinks, resolveLinks, type ImportRow } from './import-links.ts'
import { ImportSlots } from './import-slots.ts'
import { valuesOf } from './import-values.ts'
import { parseCsv } from './parse-csv.ts'
import { checkHookLinks } from './resource-links.ts'
import type { AnyScope, AnyValues, ResourcePart, RunningScope } from './resource-part.ts'
import { insertRows, inTransaction, publishCreated } from './resource-writes.ts'
import type { ImportInput, ImportResult } from './resource.ts'

type ImportScope = AnyScope & { readonly input: ImportInput }

/** The handler of imports. With an `Idempotency-Key`, `prepare` reads the file before the transaction of the answer. */
interface ImportHandler {
  (scope: ImportScope): Promise<ImportResult>
  readonly prepare: (scope: ImportScope) => Promise<AsyncDisposable>
}

/** A file that was read and checked, and the place of its workspace. */
type PreparedImport = ReadRows & AsyncDisposable

const slots = new ImportSlots()

export function importHandler(part: ResourcePart): ImportHandler {
  const prepared = new WeakMap<object, PreparedImport>()
  const prepare = async (scope: ImportScope): Promise<PreparedImport> => {
    const file = await prepareImport(part, scope)
    prepared.set(scope, file)
    return file
  }
  const handle = async (scope: ImportScope): Promise<ImportResult> => {
    const given = prepared.get(scope)
    if (given !== undefined) return await importRecords(part, scope, given)
    await using file = await prepareImport(part, scope)
    return await importRecords(part, scope, file)
  }
  return Object.assign(handle, { prepare })
}

async function prepareImport(part: ResourcePart, scope: ImportScope): Promise<PreparedImport> {
  const leave = slots.take(scope.orgId)
  try {
    const read = await readRows(part, scope)
    return { ...read, [Symbol.asyncDispose]: async () => leave() }
  } catch (error) {
    leave()
    throw error
  }
}

/** @throws Problem `invalid_input` with the place of every problem, unless it is a dry run */
async function importRecords(
  part: ResourcePart,
  scope: ImportScope,
  { rows, problems }: ReadRows,
): Promise<ImportResult> {
  const { dryRun = false } = scope.input
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

async function readRows({ resource }: ResourcePart, { db, role, input }: ImportScope): Promise<ReadRows> {
  const parsed = parseCsv(input.csv, importLimits.rows + 1)
  if ('line' in parsed) return noRows(parsed.line, openQuote)
  const [head, ...lines] = parsed
  if (head === undefined || lines.length === 0) return noRows(1, empty)
  if (lines.length > importLimits.rows) return noRows(1, tooLong())
  const { places, problems } = columnsIn(resource, head)
  if (problems.length > 0) return { rows: [], problems }
  const rows = lines.map(({ line, cells }) => {
    const named = places.map(([field, at]) => [field, cells[at] ?? ''] as const)
    return { line, values: valuesOf(resource.fields, Object.fromEntries(named)) }
  })
  const links = await resolveLinks(resource, { db: db.backgroundReads(), role }, rows)
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
  const { beforeCreate, afterCreate } = part.hooks
  const hasHooks = beforeCreate !== undefined || afterCreate !== undefined
  // Without hooks all has been checked already, so that nothing needs the writer.
  if (scope.input.dryRun === true && !hasHooks) return []
  try {
    await inTransaction(scope, async (running) => {
      const missing = await missingLinks(part.resource, running.db, rows)
      if (missing.length > 0) throw new Undone(missing)
      const ids = await (hasHooks ? writeSingly : writeInChunks)(part, running, rows)
      if (scope.input.dryRun === true) throw new Undone([])
      for (const chunk of chunksOf(ids)) await publishCreated(part, running, chunk)
    })
    return []
  } catch (error) {
    if (error instanceof Undone) return error.problems
    throw isTimeout(error) ? tooSlow(error) : error
  }
}

/** Writes the rows of a file. @returns the ids whose events are still to be published */
type WriteRows = (part: ResourcePart, scope: RunningScope, rows: readonly ImportRow[]) => Promise<readonly string[]>

const writeInChunks: WriteRows = async (part, scope, rows) => {
  const ids: string[] = []
  for (const chunk of chunksOf(rows.map(({ values }) => values))) ids.push(...(await insertRows(part, scope, chunk)))
  return ids
}

/** A hook sees the rows before its own, so each is written before the next one's. */
const writeSingly: WriteRows = async (part, scope, rows) => {
  const ids: string[] = []
  for (const row of rows) ids.push(...(await writeRow(part, scope, row)))
  return ids
}

/** @returns the id when its event is still to be published */
async function writeRow(
  part: ResourcePart,
  scope: RunningScope,
  { line, values }: ImportRow,
): Promise<readonly string[]> {
  const { beforeCreate, afterCreate } = part.hooks
  try {
    const changed: AnyValues | void = await beforeCreate?.(scope, values)
    if (changed !== undefined) await checkHookLinks(part.resource, scope.db, { given: values, changed })
    const ids = await insertRows(part, scope, [changed ?? values])
    if (afterCreate === undefined) return ids
    for (const record of await publishCreated(part, scope, ids)) await afterCreate(scope, record)
    return []
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    throw new Undone(problemsOf(error, line))
  }
}

/** Rows of one statement: far below the values that a statement takes, for any number of fields. */
const chunkSize = 100

function chunksOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / chunkSize)
  return Array.from({ length: count }, (_, place) => items.slice(place * chunkSize, (place + 1) * chunkSize))
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'transaction_timeout'
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

function tooSlow(cause: unknown): Problem {
  return new Problem('overloaded', {
    detail: {
      en: 'The import took longer than a transaction may take, so nothing was created.',
      zh: '导入超过了单个事务允许的时长，未创建任何记录。',
    },
    nextStep: {
      en: 'Import fewer rows at a time: split the file into parts.',
      zh: '请减少每次导入的行数，将文件分批导入。',
    },
    cause,
  })
}

const openQuote: Wording = { en: 'A quotation begins here and never ends.', zh: '此处的引号没有结束。' }
const empty: Wording = {
  en: 'The file needs a first line with names of fields, and a line for each record.',
  zh: '文件须在第一行列出字段名称，之后每行一条记录。',
}
const tooLong = (): Wording => ({
  en: `The file has more than ${importLimits.rows.toLocaleString('en')} records. Import it in parts.`,
  zh: `文件超过 ${importLimits.rows} 条记录，请分批导入。`,
})
