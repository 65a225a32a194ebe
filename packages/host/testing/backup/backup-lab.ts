import { randomBytes } from 'node:crypto'
import { column, model, type BlobsService } from '@host/plugin'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DataAccess } from '../../src/database/data-access.ts'
import { openBlobs } from '../../src/blobs/open-blobs.ts'
import { openPieces } from '../../src/blobs/open-pieces.ts'
import { createBackup, type BackupOptions, type MadeBackup } from '../../src/backup/create-backup.ts'
import {
  newKeyPair,
  readIdentity,
  readRecipient,
  type Identity,
  type Recipient,
} from '../../src/backup/chunks/recipient.ts'
import { drillBackup, type Drilled } from '../../src/backup/drill-backup.ts'
import { folderRepository } from '../../src/backup/repository/folder-repository.ts'
import type { Repository } from '../../src/backup/repository/repository.ts'
import { openBackup } from '../../src/backup/opened-backup.ts'
import { restoreBackup, type Restored } from '../../src/backup/restore-backup.ts'
import type { Retention } from '../../src/backup/retention.ts'
import { identityModels } from '../../src/identity/index.ts'
import type { Database } from '../../src/database/database.ts'
import { migrate, planMigration } from '../../src/database/migrate/migrate.ts'
import { hostModels } from '../../src/models/host-models.ts'
import { openVault } from '../../src/security/encryption/open-vault.ts'
import { RootKey } from '../../src/security/encryption/root-key.ts'
import type { Template, TestDatabase, TestDatabaseProduct } from '../database/test-databases.ts'

/** What a test may choose for one run. */
export interface RunOptions {
  readonly repository?: Repository
  readonly recipient?: Recipient
  readonly identity?: Identity
  readonly id?: string
  /** In place of the instance's own root key. */
  readonly secretKeys?: readonly RootKey[]
  readonly retention?: Retention
  /** Milliseconds since 1970. */
  readonly now?: number
}

const Note = model(
  'lab_notes',
  {
    id: column.id('lab'),
    org_id: column.org(),
    title: column.text({ max: 100_000 }),
    size: column.integer({ nullable: true }),
    is_open: column.boolean({ default: false }),
    detail: column.json<object>({ nullable: true }),
    content: column.bytes({ nullable: true }),
    at: column.time({ nullable: true }),
  },
  { index: [['org_id', 'id']] },
)

/** A note with every kind of column. */
export interface NewNote {
  readonly title: string
  readonly size?: number
  readonly is_open?: boolean
  readonly detail?: object
  readonly content?: Uint8Array
  readonly at?: string
}

const owners = [
  { name: 'host', models: hostModels },
  { name: 'lab', models: [Note] },
]

const migrated: Template = {
  fill: async (empty) => {
    const database = await empty.open()
    await migrate(database, owners)
    await database.close()
  },
}

function accessTo(database: Database): DataAccess {
  return new DataAccess({ database, owners, onDoor: () => undefined })
}

/** The version that labs claim to be. */
const labBuild = { version: '1.2.3', plugins: [{ name: 'notes', version: '0.1.0' }] }

interface Opened {
  readonly opened: AsyncDisposableStack
}

/** An instance without a running host, its root key, and a folder for its backups. */
export class BackupLab implements AsyncDisposable {
  readonly url: string
  /** The folder of the backups. */
  readonly folder: string
  readonly repository: Repository
  /** The root key, as hexadecimal digits. */
  readonly key = randomBytes(32).toString('hex')
  readonly #config: BackupOptions['config']
  readonly #fresh: TestDatabase
  readonly #opened: AsyncDisposableStack

  private constructor(
    fresh: TestDatabase,
    root: string,
    { opened, blobs }: Pick<BackupOptions['config'], 'blobs'> & Opened,
  ) {
    this.#fresh = fresh
    this.#opened = opened
    this.url = fresh.url
    this.folder = join(root, 'backups')
    this.repository = folderRepository(this.folder)
    const secretKeys = [new RootKey(Buffer.from(this.key, 'hex'))]
    this.#config = { databaseUrl: fresh.url, dataFolder: root, secretKeys, blobs }
  }

  /** @param files a folder for files of plugins, below that of the lab; without it they are in the database */
  static async open(product: TestDatabaseProduct, files?: string): Promise<BackupLab> {
    await using stack = new AsyncDisposableStack()
    const root = await mkdtemp(join(tmpdir(), 'host-backup-'))
    stack.defer(() => rm(root, { recursive: true, force: true }))
    const fresh = stack.use(await product.create(product.dialect === 'postgres' ? migrated : undefined))
    const place =
      files === undefined ? { kind: 'database' as const } : { kind: 'folder' as const, path: join(root, files) }
    const lab = new BackupLab(fresh, root, { opened: stack.move(), blobs: { place, keys: undefined } })
    await lab.#on(async (database) => {
      await migrate(database, owners)
      await openVault({ config: lab.#config, database, clock: Date.now })
    })
    return lab
  }

  /** Opens the database beside nothing; close it before a restore. */
  open(): Promise<Database> {
    return this.#fresh.open({ isExclusive: false })
  }

  backup({
    repository = this.repository,
    recipient,
    retention,
    now = Date.now(),
  }: RunOptions = {}): Promise<MadeBackup> {
    const [clock, { signal }] = [() => now, new AbortController()]
    const run = { config: this.#config, repository, recipient, retention, build: labBuild, clock, signal }
    return this.#on((database) => createBackup({ ...run, database }))
  }

  restore({ repository = this.repository, identity, id, secretKeys }: RunOptions = {}): Promise<Restored | undefined> {
    const config = secretKeys === undefined ? this.#config : { ...this.#config, secretKeys }
    return restoreBackup({ config, repository, id, identity, clock: Date.now, confirm: async () => true })
  }

  drill({ repository = this.repository, identity, id }: RunOptions = {}): Promise<Drilled> {
    return drillBackup({ config: this.#config, repository, id, identity })
  }

  /** Another place for backups. */
  elsewhere(name: string): Repository {
    return folderRepository(join(this.folder, '..', name))
  }

  /** How many notes a backup has. */
  async countIn(id: string): Promise<number> {
    const given = { config: this.#config, repository: this.repository, identity: undefined, id }
    return (await openBackup(given)).body.rows['lab_notes'] ?? 0
  }

  /** Adds notes. */
  write(notes: readonly NewNote[]): Promise<void> {
    const rows = notes.map((note) => ({ org_id: 'org_1', ...note }))
    return this.#on(async (database) => {
      for (let at = 0; at < rows.length; at += 500) {
        await accessTo(database)
          .forHost([Note])
          .insertInto('lab_notes')
          .values(rows.slice(at, at + 500))
          .execute()
      }
    })
  }

  /** Every note, in the order of their ids. */
  notes(): Promise<readonly object[]> {
    return this.#on((database) =>
      accessTo(database).forHost([Note]).selectFrom('lab_notes').selectAll().orderBy('id').execute(),
    )
  }

  /** The folder of files of plugins. */
  get files(): string {
    const { place } = this.#config.blobs
    return place.kind === 'folder' ? place.path : ''
  }

  /** Works with the files of a plugin. */
  withFiles<Result>(work: (files: BlobsService) => Promise<Result>): Promise<Result> {
    return this.#on(async (database) => {
      const pieces = await openPieces({ ...this.#config.blobs, clock: Date.now })
      const log = { debug() {}, info() {}, warn() {}, error() {} }
      const data = accessTo(database)
      const blobs = openBlobs({ database, data, pieces, clock: Date.now, log, holdWorkspace: async () => true })
      return await work(blobs.serviceOf('lab'))
    })
  }

  /** Adds a session. */
  signIn(): Promise<void> {
    const at = new Date().toISOString()
    const seen = { address: '127.0.0.1', user_agent: '', created_at: at, last_seen_at: at }
    const session = { token_hash: 'x', user_id: 'usr_1', workspace_id: null, ...seen }
    return this.#on(async (database) => {
      await accessTo(database).forHost(identityModels).insertInto('user_sessions').values(session).execute()
    })
  }

  /** The changes that a start would make to the tables. */
  plan(): Promise<readonly unknown[]> {
    return this.#on((database) => planMigration(database, owners))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync()
  }

  async #on<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await this.open()
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
}

/** A pair of keys for encrypted backups. */
export async function keyPair(): Promise<{ readonly recipient: Recipient; readonly identity: Identity }> {
  const { recipient, identity } = await newKeyPair()
  return { recipient: await readRecipient(recipient), identity: await readIdentity(identity) }
}
