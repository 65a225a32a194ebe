import { column, model, Problem, type BlobsService, type Log } from '@host/plugin'
import { sql } from 'kysely'
import { DataAccess } from '../../src/database/data-access.ts'
import type { Database } from '../../src/database/database.ts'
import { JoiningTransactor } from '../../src/database/joining-transactor.ts'
import { migrate } from '../../src/database/migrate/migrate.ts'
import { tablesOf } from '../database/tables-of.ts'
import type { TestDatabaseProduct } from '../database/test-databases.ts'
import { hostModels } from '../../src/models/host-models.ts'
import { identityModels } from '../../src/identity/index.ts'
import { lockWorkspace } from '../../src/identity/workspaces/lock-workspace.ts'
import { eraseBlobs } from '../../src/blobs/erase-blobs.ts'
import { openBlobs, type Blobs } from '../../src/blobs/open-blobs.ts'

const Note = model('notes_notes', {
  id: column.id('note'),
  org_id: column.org(),
  picture: column.blob({ nullable: true }),
})
const owners = [
  { name: 'host', models: hostModels },
  { name: 'notes', models: [Note] },
]
const tables = tablesOf(owners)
const log: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Blobs of workspaces with limits, on two processes where the database has several. */
export type StorageLab = Awaited<ReturnType<typeof openStorageLab>>

export async function openStorageLab(product: TestDatabaseProduct) {
  await using stack = new AsyncDisposableStack()
  const fresh = stack.use(await product.create(tables))
  const database = await fresh.open({ isExclusive: false })
  await migrate(database, owners)
  const second = product.dialect === 'sqlite' ? database : await fresh.open({ isExclusive: false })
  const limits = new Map<string, number>()
  const clock = { now: Date.UTC(2026, 0, 31) }
  const [one, other] = [blobsOn(database, { limits, clock }), blobsOn(second, { limits, clock })]
  const data = new DataAccess({ database, owners, onDoor: () => undefined })
  const db = data.forHost([...hostModels, Note])
  const held = stack.move()
  return {
    db,
    clock,
    one,
    other,
    notes: (orgId: string) => data.inWorkspace<{ notes_notes: { picture: string | null } }>('notes', orgId),
    /** Opens a workspace that may store `most` bytes, or sets what it may. */
    async limit(orgId: string, most: number) {
      const isNew = !limits.has(orgId)
      limits.set(orgId, most)
      const row = { id: orgId, slug: orgId.replace('_', '-'), name: 'Studio' }
      if (isNew) await db.insertInto('workspaces').values(row).execute()
    },
    /** The stored total, which is never less than the sum; undefined before the first blob. */
    async total(orgId: string) {
      const rows = db.selectFrom('host_blob_totals').select('bytes').where('org_id', '=', orgId)
      return (await rows.executeTakeFirst())?.bytes
    },
    /** Erases the blobs of a workspace. */
    async erase(orgId: string) {
      await db.transaction(async (tx) => {
        await eraseBlobs(tx, orgId)
        for (const table of ['notes_notes', 'host_blob_totals', 'host_blobs'] as const) {
          await tx.deleteFrom(table).where('org_id', '=', orgId).execute()
        }
      })
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

interface Blobbing {
  readonly service: BlobsService
  readonly blobs: Blobs
}

function blobsOn(
  database: Database,
  { limits, clock }: { readonly limits: ReadonlyMap<string, number>; readonly clock: { readonly now: number } },
): Blobbing {
  const data = new DataAccess({ database, owners, onDoor: () => undefined })
  const workspaces = data.forHost(identityModels, new JoiningTransactor(database))
  const blobs = openBlobs({
    database,
    data,
    pieces: undefined,
    clock: () => clock.now,
    now: () => sql.lit(clock.now),
    log,
    holdWorkspace: (orgId) => lockWorkspace(workspaces, orgId),
    limitOf: (orgId) => ({
      most: limits.get(orgId) ?? Infinity,
      refuse: (used) => new Problem('quota_exceeded', { facts: { used } }),
    }),
  })
  return { blobs, service: blobs.serviceOf('notes') }
}
