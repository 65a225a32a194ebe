/**
 * Erases a workspace: its plugins' data and every row, in one transaction.
 *
 * The transaction first takes the workspace's row, so that one of several processes erases and the others find nothing.
 * The hooks run before the rows are deleted: a failed hook rolls everything back. Effects of a hook outside of the
 * database can't be undone, so hooks must be repeatable. A hook writes through its scope; other calls it makes to the
 * host are outside of the transaction, as everywhere else.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditChains } from '../audit/audit-chains.ts'
import { eraseBlobs } from '../blobs/erase-blobs.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { SilentChange } from '../domain-changes/domain-change.ts'
import type { AnyModel, Queries, TablesOf } from '@host/plugin'
import { within } from '../support/within.ts'
import type { ExecutionContexts } from '../observability/containment/execution-contexts.ts'
import type { EquippedPlugin } from '../pipeline/equipped-plugin.ts'
import { workspaceContext } from '../plugins/workspace-context.ts'
import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { loosenableReferences, referringFirst } from '../database/model-references.ts'
import { HeldTransaction } from '../database/held-transaction.ts'
import type { Transactor } from '../database/transactor.ts'
import { hostModels } from '../models/host-models.ts'
import { iso } from '../support/time.ts'
import { PluginPartFailed } from './plugin-part-failed.ts'
import { workspaceTables, type WorkspaceTable } from './workspace-tables.ts'

/** How long all of it may take, in milliseconds; meanwhile SQLite writes nothing else. */
const transactionLimit = 120_000
/** How long one plugin may take. */
const hookLimit = 10_000

/** Dependencies of erasing. */
export interface EraseParts {
  readonly database: Database
  readonly host: { readonly data: DataAccess; readonly contexts: ExecutionContexts }
  readonly plugins: readonly EquippedPlugin[]
  readonly models: readonly AnyModel[]
  readonly clock: () => number
  readonly recorder: ChangeRecorder<SilentChange>
  /** The chains of the audit log, inside a transaction. */
  readonly chainsOn: (on: Transactor) => Pick<AuditChains, 'erase'>
}

/**
 * @returns false when it is no longer due: erased by another process, or restored
 * @throws PluginPartFailed, or the database's error; everything is in place then
 */
export async function eraseWorkspace(parts: EraseParts, orgId: string): Promise<boolean> {
  const outside = AsyncLocalStorage.snapshot()
  const { database, recorder } = parts
  return await database.transaction(
    async (connection) => {
      const held = new HeldTransaction(database.dialect, connection)
      const due = await take(parts, held, orgId)
      if (due === undefined) return false
      for (const plugin of parts.plugins) await outside(() => eraseIn(parts, { plugin, orgId, held }))
      await parts.chainsOn(held).erase(orgId)
      await eraseBlobs(parts.host.data.forHost(hostModels, held), orgId)
      await eraseRows(parts, held, orgId)
      await eraseItself(parts, held, due)
      await recorder.record({ kind: 'workspace.erased', workspaceId: orgId })
      return true
    },
    { limit: transactionLimit },
  )
}

/** Holds the row of a workspace that is due; undefined when it is not. */
async function take({ host, clock }: EraseParts, held: Transactor, orgId: string): Promise<DueWorkspace | undefined> {
  return await host.data
    .forHost(hostModels, held)
    .updateTable('workspaces')
    .set((set) => ({ slug: set.ref('slug') }))
    .where('id', '=', orgId)
    .where('erase_at', '<=', iso(clock()))
    .returning(['id as orgId', 'slug', 'erase_asked_by as askedBy'])
    .executeTakeFirst()
}

/** A workspace that is erased now, and who asked for it. */
interface DueWorkspace {
  readonly orgId: string
  readonly slug: string
  readonly askedBy: string | null
}

interface PluginPart {
  readonly plugin: EquippedPlugin
  readonly orgId: string
  readonly held: Transactor
}

async function eraseIn(
  { host }: EraseParts,
  { plugin: { registered, tools }, orgId, held }: PluginPart,
): Promise<void> {
  const { name, plugin } = registered
  const data = plugin.workspaceData
  if (data === undefined) return
  const scope = Object.freeze({
    ...workspaceContext(tools, orgId),
    db: host.data.inWorkspace<TablesOf<readonly AnyModel[]>>(name, orgId, held),
  })
  try {
    await within(
      hookLimit,
      host.contexts.enter(name, async () => await data.erase(scope), orgId),
    )
  } catch (error) {
    throw new PluginPartFailed(name, error)
  }
}

/** Every table of the build has columns of these names and no others are touched. */
type AnyTables = Record<string, { org_id: string; workspace_id: string | null }>

async function eraseRows({ host, models }: EraseParts, held: Transactor, orgId: string): Promise<void> {
  const db = host.data.forHost(models, held) as unknown as Queries<AnyTables>
  const tables = workspaceTables(models)
  await loosenRows(db, tables, orgId)
  for (const { kind, model, column } of referringFirst(tables)) {
    if (kind === 'named') {
      await db.updateTable(model.table).set({ workspace_id: null }).where(column, '=', orgId).execute()
    } else await db.deleteFrom(model.table).where(column, '=', orgId).execute()
  }
}

/** Takes chains of rows apart, such as folders in folders: a cascade through them could be too deep to delete any. */
async function loosenRows(db: Queries<AnyTables>, tables: readonly WorkspaceTable[], orgId: string): Promise<void> {
  const models = new Map(tables.map(({ model }) => [model.table, model]))
  for (const { model } of tables) {
    for (const { table, column } of loosenableReferences(model, models)) {
      await db
        .updateTable(table)
        .set({ [column]: null })
        .where('org_id', '=', orgId)
        .where(column as 'org_id', 'is not', null)
        .execute()
    }
  }
}

/** The slug outlives the workspace, so that no link with that slug leads to another workspace. */
async function eraseItself(
  { host, clock }: EraseParts,
  held: Transactor,
  { orgId, slug, askedBy }: DueWorkspace,
): Promise<void> {
  const db = host.data.forHost(hostModels, held)
  await db.deleteFrom('workspaces').where('id', '=', orgId).execute()
  // They could work nowhere else.
  await db.deleteFrom('user_sessions').where('confined_to', '=', orgId).execute()
  await db
    .insertInto('retired_slugs')
    .values({ slug, workspace_id: null, retired_at: iso(clock()), retired_by: askedBy })
    .execute()
}
