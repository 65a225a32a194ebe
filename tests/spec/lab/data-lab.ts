/**
 * All tables of the product in one database, two workspaces with equal rows in each of them, and the code that erases
 * and exports them.
 */
import { definePlugin, type AnyModel, type Column, type Log, type Model, type PluginDefinition } from '@host/plugin'
import type { OwnWorkspace } from '@host/plugin/platform'
import { inTree } from '../../../apps/server/src/edition.ts'
import { AuditChains } from '../../../packages/host/src/audit/audit-chains.ts'
import type { ChainKey } from '../../../packages/host/src/audit/chain-key.ts'
import { ChainStore } from '../../../packages/host/src/audit/chain-store.ts'
import { EntryWriter } from '../../../packages/host/src/audit/entry-writer.ts'
import type { ChangeRecorder } from '../../../packages/host/src/domain-changes/change-recorder.ts'
import { entryOf } from '../../../packages/host/src/domain-changes/domain-change.ts'
import { newEntry, originOf, type NamedEntry } from '../../../packages/host/src/audit/new-entry.ts'
import { Sealer } from '../../../packages/host/src/audit/sealer.ts'
import { labKey } from '@host/host/testing/audit/chain-lab'
import { verifyAudit } from '../../../packages/host/src/audit/verify-audit.ts'
import { openBlobs } from '../../../packages/host/src/blobs/open-blobs.ts'
import { Faults } from '../../../packages/host/src/observability/containment/faults.ts'
import { ExecutionContexts } from '../../../packages/host/src/observability/containment/execution-contexts.ts'
import { DataAccess } from '../../../packages/host/src/database/data-access.ts'
import type { Database } from '../../../packages/host/src/database/database.ts'
import { JoiningTransactor } from '../../../packages/host/src/database/joining-transactor.ts'
import { migrate } from '../../../packages/host/src/database/migrate/migrate.ts'
import { ExportSlots } from '../../../packages/host/src/exports/export-slots.ts'
import { hostModels } from '../../../packages/host/src/models/host-models.ts'
import { createWorkspaceData } from '../../../packages/host/src/workspace-data/create-workspace-data.ts'
import { workspaceTables } from '../../../packages/host/src/workspace-data/workspace-tables.ts'

/** The name of the lab's own plugin. */
export const labName = 'lab'

/** Workspace hooks of the lab's plugin, and its rows. */
export type LabHooks = NonNullable<PluginDefinition['workspaceData']>

/** Every model of the product. */
export const productModels: readonly Model[] = [
  ...hostModels,
  ...inTree.flatMap(({ plugin }) => plugin.models.filter((model): model is Model => model.kind === 'model')),
]

/** The word that every text of a workspace contains. */
export const markOf = (orgId: string): string => `mark-${[...orgId].toReversed().join('')}`

/**
 * Opens the lab on a database, which gets the tables when it has none.
 * @param models those of the lab's own plugin
 */
export function openDataLab(database: Database, hooks?: LabHooks, models: readonly AnyModel[] = []) {
  return openLab(database, { hooks, models, key: labKey })
}

/** Opens the lab on a database that a host has filled. @param key that of its audit log */
export function openFilledLab(database: Database, key: ChainKey) {
  return openLab(database, { hooks: undefined, models: [], key })
}

async function openLab(database: Database, { hooks, models, key }: LabPluginParts & Pick<LabParts, 'key'>) {
  const owners = ownersWith(models)
  await migrate(database, owners)
  const clock = { now: Date.now() }
  const logged: string[] = []
  const data = new DataAccess({ database, owners, onDoor: () => undefined })
  const parts: LabParts = { database, data, clock, log: logInto(logged), key, audit: auditOf(database, clock) }
  const store = new ChainStore(database)
  const sealer = new Sealer({ chains: new AuditChains(store, key), store, log: parts.log })
  const workspaceData = openWorkspaceData(parts, { hooks, models })
  return {
    clock,
    logged,
    data,
    eraser: workspaceData.eraser(async () => undefined),
    seal: () => sealer.round(),
    findings: async () => (await verifyAudit({ store, key })).findings,
    fill: (orgId: string) => fill(parts, orgId),
    close: (orgId: string) => close(parts, orgId),
    rowsWith: (text: string) => rowsWith(database, text),
    export: (orgId: string, signal = new AbortController().signal) =>
      workspaceData.export({ id: orgId, slug: 'slug', name: 'Name', role: 'owner' } as unknown as OwnWorkspace, signal),
  }
}

const ownersWith = (models: readonly AnyModel[]) => [
  { name: 'host', models: hostModels as readonly AnyModel[], migrations: [] },
  ...inTree.map(({ plugin }) => ({ name: plugin.name, models: plugin.models, migrations: [] })),
  { name: labName, models, migrations: [] },
]

/** Writes entries without a request. */
interface LabAudit {
  record(entry: Omit<NamedEntry, 'actor'>): Promise<void>
}

interface LabParts {
  readonly database: Database
  readonly data: DataAccess
  readonly clock: { now: number }
  readonly log: Log
  readonly key: ChainKey
  readonly audit: LabAudit
}

function logInto(lines: string[]): Log {
  const write = (message: string): void => void lines.push(message)
  return { debug: write, info: write, warn: write, error: write }
}

function auditOf(database: Database, clock: { readonly now: number }): LabAudit {
  const writer = new EntryWriter(database.dialect, () => clock.now)
  const joining = new JoiningTransactor(database)
  return {
    record: async (entry) =>
      void (await joining.run(writer.insert(newEntry({ ...entry, actor: { kind: 'host' } }, originOf(undefined))))),
  }
}

function recorderOf(audit: LabAudit): ChangeRecorder {
  return {
    record: async (change) => {
      const entry = entryOf(change)
      if (entry !== undefined) await audit.record({ ...entry, orgId: change.orgId })
    },
  }
}

interface LabPluginParts {
  readonly hooks: LabHooks | undefined
  readonly models: readonly AnyModel[]
}

function openWorkspaceData({ database, data, clock, log, key, audit }: LabParts, { hooks, models }: LabPluginParts) {
  const lab = definePlugin({
    name: labName,
    info,
    models,
    mount: () => undefined,
    ...(hooks && { workspaceData: hooks }),
  })
  const plugins = [...inTree.map(({ plugin }) => plugin), lab]
  return createWorkspaceData({
    database,
    data,
    plugins: plugins.map((plugin) => ({
      registered: { plugin, name: plugin.name, feature: plugin.name, granted: [], version: '1.0.0', outOfTree: false },
      tools: {
        log,
        stopping: new AbortController().signal,
        database: (orgId: string) => data.inWorkspace(plugin.name, orgId),
      },
    })) as never,
    contexts: new ExecutionContexts(plugins.map(({ name }) => name)),
    faults: new Faults(log),
    clock: () => clock.now,
    log,
    blobs: openBlobs({
      database,
      data,
      pieces: undefined,
      clock: () => clock.now,
      log,
      holdWorkspace: async () => true,
    }).store,
    recorder: recorderOf(audit),
    exports: new ExportSlots(log),
    chainsOn: (on) => new AuditChains(new ChainStore(on), key),
  })
}

/** Gives a workspace a row in every table, and entries in its log. */
async function fill({ data, audit }: LabParts, orgId: string): Promise<void> {
  const place = ({ model }: { readonly model: Model }) => productModels.indexOf(model)
  for (const { model, column } of workspaceTables(productModels).toSorted((one, other) => place(one) - place(other))) {
    if (!model.table.startsWith('audit_')) await insert(data, model, { [column]: orgId, ...rowFor(model, orgId) })
  }
  const workspace = productModels.find(({ table }) => table === 'workspaces')
  if (workspace === undefined) throw new Error('There is no table of workspaces.')
  await insert(data, workspace, { ...rowFor(workspace, orgId), id: orgId, erase_at: null })
  for (const action of ['note.created', 'note.changed', 'note.removed']) {
    await audit.record({ orgId, action, target: markOf(orgId) })
  }
}

/** Makes a workspace due. */
async function close({ data, clock }: LabParts, orgId: string): Promise<void> {
  await data
    .forHost(hostModels)
    .updateTable('workspaces')
    .set({ erase_at: new Date(clock.now - 1).toISOString(), erase_failed_at: null })
    .where('id', '=', orgId)
    .execute()
}

/** Every row of every table that says a text, by the table. */
async function rowsWith(database: Database, text: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {}
  for (const { table } of productModels) {
    const { rows } = await database.run({ sql: `select * from "${table}"`, parameters: [], writes: false })
    const texts = rows.map((row) => JSON.stringify(row)).filter((row) => row.includes(text))
    if (texts.length > 0) found[table] = texts.toSorted()
  }
  return found
}

const info = { title: 'Lab', description: 'Lab', icon: 'flask', category: 'Test', api: '^1' } as const

async function insert(data: DataAccess, model: Model, row: Readonly<Record<string, unknown>>): Promise<void> {
  await data
    .forHost([model])
    .insertInto(model.table as never)
    .values(row)
    .execute()
}

/** Tables that rows of others refer to. A plugin lists them before those others. */
const referredTables = new Set(
  productModels.flatMap(({ columns }) =>
    Object.values<Column>(columns).flatMap(({ references }) => references?.table ?? []),
  ),
)

/** The ID of the row of a workspace in a table that others refer to. */
const idOf = (table: string, orgId: string): string => `${table}-${orgId}`

/** A row with a value in every column, marked with its workspace. */
function rowFor({ table, columns }: Model, orgId: string): Readonly<Record<string, unknown>> {
  const kept = Object.entries(columns).filter(
    ([name, { kind }]) => (kind !== 'id' || referredTables.has(table)) && !['org_id', 'workspace_id'].includes(name),
  )
  return Object.fromEntries(
    kept.map(([name, column]) => {
      const to = column.kind === 'id' ? table : column.references?.table
      return [name, to === undefined ? valueFor(column, orgId) : idOf(to, orgId)]
    }),
  )
}

/** Secrets of the tests: columns with `secret-…` are redacted from an export. */
function valueFor({ kind, max }: Column, orgId: string): unknown {
  const text = `${markOf(orgId)}-${Math.random().toString(36).slice(2)}`
  if (kind === 'text') return max === undefined ? text : text.slice(-max)
  if (kind === 'json') return { text, password: `secret-${text}`, nested: [{ accessToken: `secret-${text}` }] }
  if (kind === 'bytes') return new TextEncoder().encode(text)
  if (kind === 'time') return '2026-01-02T03:04:05.000Z'
  return kind === 'boolean' ? true : 7
}
