/**
 * All data of a workspace as one JSON text: itself, its members, every table of every plugin, what plugins add, and the
 * blobs that they keep. Rows are read page by page, and blobs piece by piece, while the text is sent. A part that can't be
 * read ends the stream with an error, so that the file is cut off where it is not whole; who stops reading stops the
 * work.
 */
import type { AnyModel, Model, OwnWorkspace, Queries, WorkspaceContext } from '@host/plugin'
import type { BlobStore } from '../blobs/blob-store.ts'
import { exportBlobs } from '../blobs/export-blobs.ts'
import { within } from '../containment/within.ts'
import type { Frames } from '../containment/frames.ts'
import type { EquippedPlugin } from '../context/plugin-mount.ts'
import { workspaceContext } from '../context/workspace-context.ts'
import type { DataAccess } from '../db/data-access.ts'
import { hostModels } from '../host-models.ts'
import { PluginPartFailed } from './plugin-part-failed.ts'
import { isWithheld, withoutSecrets } from './withheld.ts'
import { workspaceTables } from './workspace-tables.ts'

/** Rows of one read. */
const pageSize = 200
/** How long one plugin may take, in milliseconds. */
const hookLimit = 60_000

/** What an export works with. */
export interface ExportParts {
  readonly host: { readonly data: DataAccess; readonly frames: Frames }
  readonly plugins: readonly EquippedPlugin[]
  readonly models: readonly AnyModel[]
  readonly blobs: Pick<BlobStore, 'page' | 'read'>
}

/** @param signal ends the work when the reader is gone */
export function exportWorkspace(
  parts: ExportParts,
  workspace: OwnWorkspace,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  return ReadableStream.from(encoded(wholeText(parts, workspace), signal))
}

async function* encoded(text: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const part of text) {
    signal.throwIfAborted()
    yield encoder.encode(part)
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
/** Reads the rows behind the last one, of which there are `count` before. */
type ReadPage = (last: ExportedRow | undefined, count: number) => Promise<readonly ExportedRow[]>

async function* pages(read: ReadPage): AsyncGenerator<readonly ExportedRow[]> {
  let [rows, count] = [await read(undefined, 0), 0]
  while (rows.length > 0) {
    yield rows
    count += rows.length
    rows = rows.length < pageSize ? [] : await read(rows.at(-1), count)
  }
}

async function* list(
  from: AsyncIterable<readonly ExportedRow[]>,
  text: (row: ExportedRow) => string,
): AsyncGenerator<string> {
  let lead = '['
  for await (const rows of from) {
    yield lead + rows.map(text).join(',\n')
    lead = ',\n'
  }
  yield lead === '[' ? '[]' : ']'
}

/** Who is in it, under names that people know; their accounts are their own. */
function membersAfter({ host }: ExportParts, orgId: string): ReadPage {
  return (last) =>
    host.data
      .forHost(hostModels)
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.id', 'u.id as userId', 'u.name', 'u.email', 'm.role', 'm.created_at as joinedAt'])
      .where('m.org_id', '=', orgId)
      .where('m.id', '>', textOf(last?.['id']))
      .orderBy('m.id')
      .limit(pageSize)
      .execute()
}

/** By the id; a table without one is read by the place of its rows. */
function rowsAfter({ host, models }: ExportParts, { table, columns }: Model, orgId: string): ReadPage {
  const db = host.data.forHost(models) as unknown as Queries<Record<string, Record<string, string>>>
  const given = Object.entries(columns).filter(([name, column]) => name !== 'org_id' && !isWithheld(name, column))
  const names = given.map(([name]) => name)
  const id = Object.entries(columns).find(([, { kind }]) => kind === 'id')?.[0]
  return async (last, count) => {
    const rows = db.selectFrom(table).select(names).where('org_id', '=', orgId).limit(pageSize)
    if (id !== undefined) {
      return await rows.where(id, '>', textOf(last?.[id])).orderBy(id).execute()
    }
    const ordered = Object.keys(columns).reduce((query, name) => query.orderBy(name), rows)
    return await ordered.offset(count).execute()
  }
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
      host.frames.enter(
        name,
        async () =>
          (await plugin.workspaceData?.export(workspaceContext(tools, orgId) as unknown as WorkspaceContext)) ?? null,
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

/** The columns were chosen before; names count inside of what they hold. */
function rowText(row: ExportedRow): string {
  return `{${Object.entries(row)
    .map(([name, value]) => `${JSON.stringify(name)}:${json(value)}`)
    .join(',')}}`
}
