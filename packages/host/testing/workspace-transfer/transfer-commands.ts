/** Instances with one small plugin, and the commands of workspaces on them, as the operator runs them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openBlobs, type Blobs } from '../../src/blobs/open-blobs.ts'
import { openPieces } from '../../src/blobs/open-pieces.ts'
import type { WorkspaceCommandOptions } from '../../src/boot/workspace-commands.ts'
import { readConfig } from '../../src/config/config.ts'
import { DataAccess } from '../../src/database/data-access.ts'
import type { Database } from '../../src/database/database.ts'
import { hostModels } from '../../src/models/host-models.ts'
import { openVault } from '../../src/security/encryption/open-vault.ts'
import type { Template, TestDatabase, TestDatabaseProduct } from '../database/test-databases.ts'
import { buildOf, notes, secretKey, startOn } from '../move/move-lab.ts'

/** Where an instance is. */
export interface InstancePlace {
  readonly url: string
  /** Its data folder, which has a folder for blobs too. */
  readonly folder: string
}

const log = { debug() {}, info() {}, warn() {}, error() {} }
const never = new AbortController().signal
/** A time of the leases' clock at which everything that began is over. */
const later = 1_000_000_000_000_000

/** Options of the commands. */
export function commandOn({ url, folder }: InstancePlace): WorkspaceCommandOptions {
  return {
    config: readConfig({
      HOST_LISTEN: '127.0.0.1:0',
      HOST_DATABASE_URL: url,
      HOST_SECRET_KEY: secretKey,
      HOST_DATA: folder,
      HOST_BLOBS: filesOf(folder),
    }),
    log,
    command: 'host workspace',
    clock: Date.now,
    plugins: buildOf(notes),
    build: { version: '1.0.0', plugins: [{ name: 'notes', version: '1.0.0' }] },
    signal: never,
  }
}

/** The folder of the blobs of an instance. */
export function filesOf(folder: string): string {
  return join(folder, 'files')
}

const started: Template = { fill: async ({ url }) => await (await startOn(url)).stop() }

/** A stopped instance. */
export interface TransferPlace extends InstancePlace, AsyncDisposable {
  readonly fresh: TestDatabase
}

/** Makes an instance that was started and stopped. */
export async function newInstance(product: TestDatabaseProduct): Promise<TransferPlace> {
  const fresh = await product.create(started)
  const folder = await mkdtemp(join(tmpdir(), 'host-transfer-'))
  return {
    fresh,
    folder,
    url: fresh.url,
    [Symbol.asyncDispose]: async () => {
      await fresh[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Lets work be done on the database of an instance. */
export async function withInstance<Result>(
  place: TransferPlace,
  work: (parts: { readonly database: Database; readonly data: DataAccess; readonly blobs: Blobs }) => Promise<Result>,
): Promise<Result> {
  const database = await place.fresh.open({ isExclusive: false })
  try {
    const owners = [
      { name: 'host', models: hostModels },
      { name: notes.name, models: notes.models },
    ]
    const data = new DataAccess({ database, owners, onDoor: () => undefined })
    const { config, clock } = commandOn(place)
    const pieces = await openPieces({ ...config.blobs, clock })
    const now = (): ReturnType<typeof sql.lit<number>> => sql.lit(later)
    const blobs = openBlobs({ database, data, pieces, clock, log, now, holdWorkspace: async () => true })
    return await work({ database, data, blobs })
  } finally {
    await database.close()
  }
}

/** Notes of a workspace, so that they are written in several batches. */
export const noteCount = 450

/** Adds a workspace with an owner, notes, a file and a secret. @returns its id */
export async function addWorkspace(place: TransferPlace, slug: string): Promise<string> {
  const { config, clock } = commandOn(place)
  return await withInstance(place, async ({ database, data, blobs }) => {
    const host = data.forHost(hostModels)
    const email = `owner@${slug}.test`
    const user = await host
      .insertInto('users')
      .values({ email, name: 'Owner', password_hash: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: orgId } = await host
      .insertInto('workspaces')
      .values({ slug, name: `The ${slug}`, time_zone: 'Europe/Zurich' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await host.insertInto('memberships').values({ org_id: orgId, user_id: user.id, role: 'owner' }).execute()
    const rows = Array.from({ length: noteCount }, (_, at) => ({ org_id: orgId, text: `note ${at}` }))
    await data
      .forHost(notes.models)
      .insertInto('notes_notes' as never)
      .values(rows)
      .execute()
    await blobs.store.put({ orgId, plugin: 'notes', name: 'a' }, Buffer.from(slug), { type: 'text/plain' })
    const vault = await openVault({ config, database, clock })
    await vault.seal('a secret', { orgId, plugin: 'notes', field: 'a' })
    return orgId
  })
}

/** Every row of an instance as text by its table, but for the bytes that no name leads to yet. */
export async function rowsOf(place: TransferPlace): Promise<ReadonlyMap<string, readonly string[]>> {
  const models = [...hostModels, ...notes.models].filter(({ table }) => !unnamed.has(table))
  return await withInstance(place, async ({ database }) => {
    const found = new Map<string, readonly string[]>()
    for (const { table } of models) {
      const { rows } = await database.run({ sql: `select * from "${table}"`, parameters: [], writes: false })
      found.set(table, rows.map((row) => JSON.stringify(row)).toSorted())
    }
    return found
  })
}

const unnamed: ReadonlySet<string> = new Set(['host_blob_contents', 'host_blob_pieces', 'host_nodes'])
