import { randomUUID } from 'node:crypto'
import { Problem, type Language, type WorkspaceScope } from '@host/plugin'
import {
  createImport,
  readImport,
  runImport,
  type CollisionMode,
  type ImportMapping,
  type ImportTask,
  type LinkImport,
} from '../../shared.ts'
import { chooseHost } from '../links/create-link.ts'
import type { Tables } from '../models.ts'
import type { LinksMux, Parts } from '../parts.ts'
import { runImportJob } from './import-jobs.ts'
import { formatOf, suggestedMapping } from './known-formats.ts'
import { readTable } from './read-table.ts'
import { bytesOf } from './stored-text.ts'

type Scope = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'language' | 'audit'>

/** Imports of a workspace that are kept. */
const mostImports = 20
const examples = 3
const exampleLength = 200

/** Routes of imports. */
export function mountImports(mux: LinksMux, parts: Parts): void {
  mux.endpoint(createImport, (scope) => storeImport(parts, scope, scope.input))
  mux.endpoint(readImport, async ({ db, params, language }) => shownImport(await selectImport(db, params.id), language))
  mux.endpoint(runImport, (scope) => startRun(parts, scope, { ...scope.input, id: scope.params.id }))
}

interface NewImport {
  readonly name: string
  readonly text: string
}

async function storeImport(parts: Parts, scope: Scope, { name, text }: NewImport): Promise<LinkImport> {
  const { orgId, userId } = scope
  const { columns, rows } = await readTable(text)
  const cut = (cell: string): string => cell.slice(0, exampleLength).toWellFormed()
  const file = `imports/${randomUUID()}`
  const values = {
    name,
    file,
    format: formatOf(columns),
    columns: columns.map(cut),
    examples: rows.slice(0, examples).map(({ cells }) => columns.map((_, at) => cut(cells[at] ?? ''))),
    rows: rows.length,
    created_by: userId,
    created_at: new Date(parts.clock()).toISOString(),
  }
  await parts.blobs.put(orgId, file, bytesOf(text), { type: 'text/plain' })
  try {
    return shownImport(await insertImport(scope, values), scope.language)
  } catch (error) {
    await parts.blobs.delete(orgId, file)
    throw error
  }
}

/** Stores an import in place of the oldest ones. */
async function insertImport({ db, audit }: Scope, values: InsertedImport): Promise<ImportRow> {
  return await db.transaction(async (tx) => {
    const row = await tx.insertInto('links_imports').values(values).returningAll().executeTakeFirstOrThrow()
    const kept = await tx.selectFrom('links_imports').select('id').orderBy('id', 'desc').limit(mostImports).execute()
    const ids = kept.map(({ id }) => id)
    await tx.deleteFrom('links_imports').where('id', 'not in', ids).execute()
    audit.describe({ target: `link import:${row.id}`, after: { file: row.name, rows: row.rows } })
    return row
  })
}

interface Run {
  readonly id: string
  readonly dryRun: boolean
  readonly mapping: ImportMapping
  readonly host?: string | undefined
  readonly collisions: CollisionMode
}

async function startRun(parts: Parts, scope: Scope, { id, host, ...run }: Run): Promise<LinkImport> {
  const { db, orgId, userId, audit } = scope
  const row = await selectImport(db, id)
  requireMapping(run.mapping, row.columns.length)
  const { asciiHost } = await chooseHost(parts, scope, host)
  if (await isRunning(parts, orgId, row.job)) throw new Problem('conflict', running)
  const task: ImportTask = { ...run, host: asciiHost, userId }
  await db.transaction(async (tx) => {
    const imports = tx.selectFrom('links_imports').select('job').where('id', '=', id)
    const current = await imports.forUpdate().executeTakeFirst()
    if (current === undefined) throw new Problem('not_found')
    // Another run was started since the job was looked at.
    if (current.job !== row.job) throw new Problem('conflict', running)
    const job = await parts.jobs.enqueue(orgId, runImportJob, { importId: id }, { startedBy: userId })
    await tx
      .updateTable('links_imports')
      .set({ task, job, report: null, progress: null })
      .where('id', '=', id)
      .execute()
    audit.describe({ target: `link import:${id}`, after: { file: row.name, rows: row.rows, dryRun: run.dryRun } })
  })
  return shownImport(await selectImport(db, id), scope.language)
}

async function isRunning(parts: Parts, orgId: string, job: string | null): Promise<boolean> {
  const status = job === null ? undefined : await parts.jobs.status(orgId, job)
  return status !== undefined && ['waiting', 'running', 'held'].includes(status.state)
}

type ImportRow = Awaited<ReturnType<typeof selectImport>>
type InsertedImport = Pick<
  ImportRow,
  'name' | 'file' | 'format' | 'columns' | 'examples' | 'rows' | 'created_by' | 'created_at'
>

async function selectImport(db: Scope['db'], id: string) {
  const row = await db.selectFrom('links_imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row
}

function shownImport(
  { id, name, format, columns, examples: shown, rows, task, job, report }: ImportRow,
  language: Language,
): LinkImport {
  return {
    id,
    name,
    format,
    columns: [...columns],
    examples: shown.map((row) => [...row]),
    rows,
    mapping: [...(task?.mapping ?? suggestedMapping(columns, format))],
    host: task?.host ?? null,
    collisions: task?.collisions ?? null,
    jobId: job,
    report: report && {
      ...report,
      lines: report.lines.map(({ message, ...line }) => ({ ...line, message: message && message[language] })),
    },
  }
}

/** @throws Problem `invalid_input` unless each column has one place and the target is among them */
function requireMapping(mapping: ImportMapping, columns: number): void {
  const fields = mapping.filter((field) => field !== null)
  const message =
    mapping.length !== columns
      ? wrongLength
      : new Set(fields).size < fields.length
        ? twice
        : fields.includes('url')
          ? undefined
          : noTarget
  if (message !== undefined) throw new Problem('invalid_input', { errors: [{ path: 'mapping', message }] })
}

const wrongLength = { en: 'Give one entry for each column of the file.', zh: '请为文件的每一列提供一项。' }
const twice = {
  en: 'Two columns fill the same field. Leave one of them out.',
  zh: '两列对应同一字段，请去掉其中一列。',
}
const noTarget = { en: 'Choose the column with the targets of the links.', zh: '请选择包含目标网址的列。' }
const running = {
  detail: { en: 'This import is running already.', zh: '此导入正在进行。' },
  nextStep: { en: 'Wait until it has ended, then try again.', zh: '请等待其结束，然后重试。' },
}
