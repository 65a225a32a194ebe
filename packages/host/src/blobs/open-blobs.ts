import { Problem, type BlobsService, type Log, type MaybePromise } from '@host/plugin'
import type { RawBuilder } from 'kysely'
import type { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { leaseNow } from '../database/nodes/lease-clock.ts'
import { BlobContents } from './blob-contents.ts'
import { BlobStore } from './blob-store.ts'
import { BlobSweeper } from './blob-sweeper.ts'
import { databasePieces } from './database-pieces.ts'
import { blobModels } from './models.ts'
import type { PieceStore } from './piece-store.ts'
import { pluginBlobs } from './plugin-blobs.ts'
import { StoredBytes, type StorageLimit } from './stored-bytes.ts'

/** Options of blobs. */
export interface BlobOptions {
  readonly database: Database
  readonly data: Pick<DataAccess, 'forHost'>
  /** Where new contents go; undefined for the database. */
  readonly pieces: PieceStore | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
  /** Keeps a workspace from being erased until the running transaction ends. @returns false for an erased one */
  holdWorkspace(orgId: string): Promise<boolean>
  /** How many bytes a workspace may store; without it, no workspace has a limit. */
  limitOf?(orgId: string): MaybePromise<StorageLimit>
  /** The present moment in milliseconds as the database knows it; that of leases unless a test moves it. */
  readonly now?: () => RawBuilder<number>
}

const noLimit: StorageLimit = Object.freeze({ most: Infinity, refuse: () => new Problem('quota_exceeded') })

/** The blobs of a host. */
export interface Blobs {
  readonly bytes: StoredBytes
  readonly store: BlobStore
  readonly sweeper: BlobSweeper
  /** The service `Blobs` of one plugin. */
  serviceOf(plugin: string): BlobsService
}

/** Opens the blobs of a host. Nothing is swept before the sweeper is started. */
export function openBlobs(options: BlobOptions): Blobs {
  const { database, data, pieces, clock, log, now, holdWorkspace, limitOf = () => noLimit } = options
  const joining = new JoiningTransactor(database)
  const db = data.forHost(blobModels)
  const inDatabase = databasePieces(db)
  const stores: readonly [PieceStore, ...PieceStore[]] = pieces === undefined ? [inDatabase] : [pieces, inDatabase]
  const contents = new BlobContents(db, now ?? (() => leaseNow(database.dialect)))
  const bytes = new StoredBytes({ db, limitOf, clock })
  const store = new BlobStore({
    bytes,
    db: data.forHost(blobModels, joining),
    contents,
    stores,
    clock,
    joined: () => joining.joined,
    afterCommit: (work) => joining.afterCommit(work),
    holdWorkspace,
  })
  return Object.freeze<Blobs>({
    bytes,
    store,
    sweeper: new BlobSweeper({ contents, stores, log }),
    serviceOf: (plugin) => pluginBlobs(plugin, store),
  })
}
