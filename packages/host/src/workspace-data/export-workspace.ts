/**
 * All data of a workspace as one JSON text: the workspace, its members, every table of every plugin, additions of
 * plugins, and stored blobs. Rows are read page by page outside the main thread, and blobs piece by piece, while the
 * text is sent. Each page continues after the last id, so it examines only its own rows. An unreadable part ends the
 * stream with an error, which truncates the file at that point. A reader that leaves ends the work.
 */
import type { AnyModel, ExportsService, Model, ReadQueries } from '@host/plugin'
import type { OwnWorkspace } from '@host/plugin/platform'
import type { BlobStore } from '../blobs/blob-store.ts'
import { exportBlobs } from '../blobs/export-blobs.ts'
import { within } from '../support/within.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'
import { workspaceContext } from '../plugins/workspace-context.ts'
import type { DataAccess } from '../database/data-access.ts'
import { idColumn } from '../database/model-keys.ts'
import { hostModels } from '../models/host-models.ts'
import { PluginPartFailed } from './plugin-part-failed.ts'
import { isRedacted, withoutSecrets } from '../database/redacted-columns.ts'
import { workspaceTables } from './workspace-tables.ts'

/** Rows of one read. */
const pageSize = 200
/** The text that is sent at once, in characters; rows may be long, and making them text takes time. */
const chunkSize = 64 * 1024
/** How long one plugin may take, in milliseconds. */
const hookLimit = 60_000

/** Dependencies of an export. */
export interface ExportParts {
  readonly host: { readonly data: DataAccess; readonly contexts: ExecutionContexts }
  readonly plugins: readonly EquippedPlugin[]
  readonly models: readonly AnyModel[]
  readonly blobs: Pick<BlobStore, 'page' | 'read'>
  readonly exports: ExportsService
}

/**
 * @throws Problem as `Exports` throws it
 * @param signal ends the work when the reader is gone
 */
export function exportWorkspace(
  parts: ExportParts,
  workspace: OwnWorkspace,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  return parts.exports.open(workspace.id, whileWanted(wholeText(parts, workspace), signal))
}

async function* whileWanted(text: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const part of text) {
    signal.throwIfAborted()
    yield part
  }
}

async function* wholeText(parts: ExportParts, own: OwnWorkspace): AsyncGenerator<string> {
  const workspace = { ...own, role: undefined }
  yield `{"format":"host/workspace/1",\n"workspace":${json(workspace)},\n"members":`
  yield* list(pages(membersAfter(parts, workspace.id)), json)
  yield ',\n"tables":{'
  let lead = '\n'
  for (const { kind, model } of workspaceTables(parts.models)) {
    if (kind !== 'rows') continue
    yield `${lead}${json(model.table)}:`
    yield* list(pages(rowsAfter(parts, model, workspace.id)), rowText)
    lead = ',\n'
  }
  yield '},\n"plugins":{'
  lead = '\n'
  for (const plugin of parts.plugins) {
    if (plugin.registered.plugin.workspaceData === undefined) continue
    yield `${lead}${json(plugin.registered.name)}:${json(await partOf(parts, plugin, workspace.id))}`
    lead = ',\n'
  }
  yield '},\n"blobs":['
  lead = '\n'
  for await (const blob of exportBlobs(parts.blobs, workspace.id)) {
    yield lead
    yield* blob
    lead = ',\n'
  }
  yield ']}\n'
}

type ExportedRow = Readonly<Record<string, unknown>>
/** Reads the rows after the last one. */
type ReadPage = (last: ExportedRow | undefined) => Promise<readonly ExportedRow[]>

async function* pages(read: ReadPage): AsyncGenerator<readonly ExportedRow[]> {
  let rows = await read(undefined)
  while (rows.length > 0) {
    yield rows
    rows = rows.length < pageSize ? [] : await read(rows.at(-1))
  }
}

async function* list(
  from: AsyncIterable<readonly ExportedRow[]>,
  text: (row: ExportedRow) => string,
): AsyncGenerator<string> {
  let [lead, chunk] = ['[', '']
  for await (const rows of from) {
    for (const row of rows) {
      chunk += lead + text(row)
      lead = ',\n'
      if (chunk.length < chunkSize) continue
      yield chunk
      chunk = ''
    }
    yield chunk
    chunk = ''
  }
  yield lead === '[' ? '[]' : ']'
}

/** The members, by their display names; their accounts are not part of the workspace. */
function membersAfter({ host }: ExportParts, orgId: string): ReadPage {
  return (last) =>
    host.data
      .forHost(hostModels)
      .backgroundReads(orgId)
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.id', 'u.id as userId', 'u.name', 'u.email', 'm.role', 'm.created_at as joinedAt'])
      .where('m.org_id', '=', orgId)
      .where('m.id', '>', textOf(last?.['id']))
      .orderBy('m.id')
      .limit(pageSize)
      .execute()
}

type AnyTables = Record<string, Record<string, string>>

/** By the id, which `checkExport` asks of every workspace table together with the index. */
function rowsAfter({ host, models }: ExportParts, model: Model, orgId: string): ReadPage {
  const { table, columns } = model
  const id = idColumn(model)
  if (id === undefined) throw new Error(`The workspace table "${table}" has no id.`)
  const db = host.data.forHost(models).backgroundReads(orgId) as unknown as ReadQueries<AnyTables>
  const given = Object.entries(columns).filter(([name, column]) => name !== 'org_id' && !isRedacted(name, column))
  const names = given.map(([name]) => name)
  return (last) =>
    db
      .selectFrom(table)
      .select(names)
      .where('org_id', '=', orgId)
      .where(id, '>', textOf(last?.[id]))
      .orderBy(id)
      .limit(pageSize)
      .execute()
}

/** The id that a page ended with; before the first page a text that comes before all. */
function textOf(id: unknown): string {
  return typeof id === 'string' ? id : ''
}

/** @throws PluginPartFailed */
async function partOf({ host }: ExportParts, { registered, tools }: EquippedPlugin, orgId: string): Promise<unknown> {
  const { name, plugin } = registered
  try {
    return await within(
      hookLimit,
      host.contexts.enter(
        name,
        async () => (await plugin.workspaceData?.export(workspaceContext(tools, orgId))) ?? null,
        orgId,
      ),
    )
  } catch (error) {
    throw new PluginPartFailed(name, error)
  }
}

function json(value: unknown): string {
  return (
    JSON.stringify(value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value, withoutSecrets) ??
    'null'
  )
}

/** The columns were chosen before; names inside of their values are checked here. */
function rowText(row: ExportedRow): string {
  return `{${Object.entries(row)
    .map(([name, value]) => `${JSON.stringify(name)}:${json(value)}`)
    .join(',')}}`
}
