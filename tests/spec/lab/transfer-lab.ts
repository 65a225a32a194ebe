/**
 * Instances of the whole product for workspaces that travel between them: each with a root key of its own, tenants with rows in
 * every table of the build, and no running host.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Column, Model } from '@host/plugin'
import type { TestDatabaseProduct, Template } from '@host/host/testing/database/test-databases'
import { inTree } from '../../../apps/server/src/edition.ts'
import { operatorTrail } from '../../../packages/host/src/audit/operator-trail.ts'
import { openBlobs } from '../../../packages/host/src/blobs/open-blobs.ts'
import { openPieces } from '../../../packages/host/src/blobs/open-pieces.ts'
import { DataAccess } from '../../../packages/host/src/database/data-access.ts'
import type { Database } from '../../../packages/host/src/database/database.ts'
import { migrate } from '../../../packages/host/src/database/migrate/migrate.ts'
import { referringFirst } from '../../../packages/host/src/database/model-references.ts'
import { TypeIds } from '../../../packages/host/src/database/type-id.ts'
import { hostModels } from '../../../packages/host/src/models/host-models.ts'
import { openVault } from '../../../packages/host/src/security/encryption/open-vault.ts'
import { RootKey } from '../../../packages/host/src/security/encryption/root-key.ts'
import { workspaceTables } from '../../../packages/host/src/workspace-data/workspace-tables.ts'
import { exportWorkspace } from '../../../packages/host/src/workspace-transfer/export-workspace.ts'
import type { FileOpener, FileRecipient } from '../../../packages/host/src/workspace-transfer/file/file-key.ts'
import { importWorkspace, type ImportOptions } from '../../../packages/host/src/workspace-transfer/import-workspace.ts'
import { productModels } from './data-lab.ts'

const owners = [
  { name: 'host', models: hostModels, migrations: [] },
  ...inTree.map(({ plugin }) => ({ name: plugin.name, models: plugin.models, migrations: [] })),
]

const migrated: Template = {
  fill: async (empty) => {
    const database = await empty.open()
    await migrate(database, owners)
    await database.close()
  },
}

const build = {
  version: '1.2.3',
  plugins: inTree.map(({ plugin }) => ({ name: plugin.name, version: '1.0.0', migrations: [] })),
  models: productModels,
}

/** Tables that only their own services fill. */
const ownTables = new Set(['host_blobs', 'host_blob_totals'])
const never = new AbortController().signal

/** How an import of a test differs. */
export type ImportChoice = Partial<Pick<ImportOptions, 'slug' | 'isClone' | 'build'>> & { readonly opener: FileOpener }

/** An instance without a running host. */
export type TransferInstance = Awaited<ReturnType<typeof openInstance>>

/** Opens an instance. @param files whether blobs are in a folder */
export async function openInstance(product: TestDatabaseProduct, files: boolean) {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'host-transfer-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const fresh = stack.use(await product.create(migrated))
  const database = await fresh.open({ isExclusive: false })
  const place = files ? { kind: 'folder' as const, path: join(folder, 'files') } : { kind: 'database' as const }
  const config = {
    databaseUrl: fresh.url,
    dataFolder: folder,
    secretKeys: [new RootKey(randomBytes(32))],
    blobs: { place, keys: undefined },
  }
  const vault = await openVault({ config, database, clock: Date.now })
  const data = new DataAccess({ database, owners, onDoor: () => undefined })
  const pieces = await openPieces({ ...config.blobs, clock: Date.now })
  const blobs = openBlobs({ database, data, pieces, clock: Date.now, log, holdWorkspace: async () => true })
  const held = stack.move()
  return {
    folder,
    config,
    database,
    data,
    vault,
    blobs: blobs.store,
    /** Makes a tenant with rows in every table. */
    addTenant: (tenant: Tenant) => fill(data, tenant),
    user: (email: string) => insertUser(data, email),
    export: (workspace: string, out: string, recipient: FileRecipient) =>
      exportWorkspace({ config, build, workspace, out: join(folder, out), recipient, clock: Date.now, signal: never }),
    import: (file: string, { opener, slug, isClone = false, ...choice }: ImportChoice) =>
      importWorkspace({
        config,
        build,
        ...choice,
        database,
        file,
        opener,
        slug,
        isClone,
        recorder: operatorTrail({ database, clock: Date.now, command: 'host workspace import' }),
        clock: Date.now,
        signal: never,
      }),
    rows: () => allRows(database),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** A workspace to be filled. */
export interface Tenant {
  readonly slug: string
  readonly owner: string
  readonly members: readonly string[]
  /** An account that was a member once, and that rows still name. */
  readonly former: string
}

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const ids = new TypeIds()

async function insertUser(data: DataAccess, email: string): Promise<string> {
  const { id } = await data
    .forHost(hostModels)
    .insertInto('users')
    .values({ email, name: email.split('@')[0] ?? '', password_hash: '$argon2id$secret-of-the-account' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns the id of the workspace */
async function fill(data: DataAccess, tenant: Tenant): Promise<string> {
  const { id: orgId } = await data
    .forHost(hostModels)
    .insertInto('workspaces')
    .values({ slug: tenant.slug, name: `The ${tenant.slug}`, time_zone: 'Europe/Zurich' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = new Map<string, readonly string[]>()
  const tables = workspaceTables(productModels).filter(
    ({ kind, model }) => kind === 'rows' && !ownTables.has(model.table),
  )
  for (const { model } of referringFirst(tables).toReversed()) {
    const rows = model.table === 'memberships' ? membersOf(tenant, orgId) : rowsFor(model, { tenant, orgId, made })
    made.set(
      model.table,
      rows.map((row) => String(row['id'])),
    )
    await data
      .forHost([model])
      .insertInto(model.table as never)
      .values(rows)
      .execute()
  }
  return orgId
}

function membersOf({ owner, members }: Tenant, orgId: string) {
  return [owner, ...members].map((user, at) => ({
    id: ids.next('mbr'),
    org_id: orgId,
    user_id: user,
    role: at === 0 ? 'owner' : 'member',
  }))
}

interface Filling {
  readonly tenant: Tenant
  readonly orgId: string
  readonly made: ReadonlyMap<string, readonly string[]>
}

/** Rows of a tenant in a table: one where a workspace has one at most. */
export function rowsOfTable({ unique }: Model): number {
  return unique.some((key) => key.length === 1 && key[0] === 'org_id') ? 1 : 2
}

/** Two rows with a value in every column, in texts of which are ids of rows and accounts. */
function rowsFor(model: Model, filling: Filling): readonly Readonly<Record<string, unknown>>[] {
  const { table, columns } = model
  return Array.from({ length: rowsOfTable(model) }, (_, at) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => {
        const to = column.references?.table ?? (column.references === undefined ? undefined : table)
        if (to !== undefined) return [name, filling.made.get(to)?.[at] ?? null]
        return [
          name,
          valueFor(name, column, { ...filling, user: at === 0 ? filling.tenant.owner : filling.tenant.former }),
        ]
      }),
    ),
  )
}

const names = /(?<!told)(?:_by|user_id|author_id)$/
let count = 0

function valueFor(
  name: string,
  { kind, max, prefix }: Column,
  { orgId, tenant, user }: Filling & { readonly user: string },
): unknown {
  count += 1
  const text = `ü\t"\\ of ${tenant.slug} ${count}`
  if (kind === 'id') return ids.next(prefix ?? 'row')
  if (kind === 'org') return orgId
  if (kind === 'text' && names.test(name)) return user
  if (kind === 'text') return max === undefined || max > 100 ? `${orgId} ${tenant.former} ${text}` : text.slice(-max)
  if (kind === 'json') return { z: text, a: [1.5, null, { [tenant.owner]: orgId }], m: 1e21 }
  if (kind === 'bytes') return new TextEncoder().encode(text)
  if (kind === 'time') return `2026-01-02T03:04:05.${String(count % 1000).padStart(3, '0')}Z`
  if (kind === 'real') return count + 0.25
  return kind === 'boolean' ? count % 2 === 0 : count
}

/** Every row of every table, as text, by its table. */
async function allRows(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const { table } of productModels) {
    const { rows } = await database.run({ sql: `select * from "${table}"`, parameters: [], writes: false })
    found.set(table, rows.map((row) => JSON.stringify(row)).toSorted())
  }
  return found
}
