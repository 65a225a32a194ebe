import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BlobPlace } from '../blobs/blob-place.ts'
import type { HostConfig } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { DatabaseError } from '../database/database-error.ts'
import type { MigrationOwner } from '../database/migrate/explicit-migrations.ts'
import { readStoredSchema } from '../database/migrate/stored-schema.ts'
import { isPostgres, sqlitePath } from '../database/open-database.ts'
import { lockInstance } from '../move/lock-instance.ts'
import { MoveError } from '../move/move-error.ts'
import { moveInstance, planMove, releaseTarget, type MoveOptions } from '../move/move-instance.ts'
import { readMovedTo, sourceMark } from '../move/move-marks.ts'
import { findUnknownParts, type TableFacts, type UnknownParts } from '../move/moved-tables.ts'
import { isMoving } from '../move/open-move-target.ts'
import { isShownDatabase, shownDatabase } from '../move/shown-database.ts'
import { openSource, openTarget } from '../move/sides/open-side.ts'
import { KeyStore } from '../security/encryption/key-store.ts'
import { keyFolder } from '../security/encryption/open-root-keys.ts'
import { checkKeys } from '../security/encryption/require-keys.ts'
import { ownersOf, planStage, refuseRunning } from './migrate-stage.ts'
import { registered, type StartOptions } from './plan-start.ts'
import { requireFile, withLockedDatabase } from './with-offline-database.ts'

/** Options of `host move`. */
export interface MoveCommandOptions extends StartOptions, Pick<MoveOptions, 'signal' | 'onCopied'> {
  readonly config: HostConfig
  /** The database that the instance goes to, as `HOST_DATABASE_URL` would name it. */
  readonly to: string
}

/** An instance that was moved, or would be. */
export interface Moved {
  /** Where it is now, secrets masked. */
  readonly place: string
  readonly tables: readonly TableFacts[]
  /** Reasons why it can't be moved; empty after a move. */
  readonly problems: readonly string[]
  /** Parts that stay behind. */
  readonly notes: readonly string[]
  /** Where the parts are that are not in the database. */
  readonly outside: OutsideParts
}

/** The parts of an instance that are not in its database. */
export interface OutsideParts {
  readonly blobs: BlobPlace
  /** The key file, and where a host on the target looks for it; undefined with HOST_SECRET_KEY. */
  readonly keyFile: { readonly path: string; readonly wanted: string } | undefined
}

/** Moves a stopped instance into an empty database. @throws MoveError | BootError; the source is served as before then */
export async function moveHost(options: MoveCommandOptions): Promise<Moved> {
  return await explained(options.signal, async () => {
    await using opened = new AsyncDisposableStack()
    const { source, lock, target } = await lockBoth(options, opened)
    const released = await releaseMoved(options, source, target)
    if (released !== undefined) return released
    const facts = await readInstance(options)
    if (facts.problems.length > 0) throw new MoveError(facts.problems.join('\n'))
    const tables = await moveInstance({ ...partsOf(options, facts), lock })
    return movedOf(options, { ...facts, tables, problems: [] })
  })
}

/** Reads what a move would do, and changes nothing. @throws MoveError | BootError */
export async function planMoveHost(options: MoveCommandOptions): Promise<Moved> {
  return await explained(options.signal, async () => {
    await using opened = new AsyncDisposableStack()
    opened.use(await lockInstance(placesOf(options).source))
    const facts = await readInstance(options)
    const { tables, problems } = await planMove(partsOf(options, facts))
    return movedOf(options, { ...facts, tables, problems: [...facts.problems, ...problems] })
  })
}

/** Makes errors of databases and disks those of the move: they have codes, and mistakes of ours have none. */
async function explained<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
    if (signal.aborted || typeof code !== 'string') throw error
    const reason = String(message === '' ? code : message).replace(/\.$/, '')
    throw new MoveError(`The move stopped: ${reason}. Run the same command again to continue.`, { cause: error })
  }
}

/**
 * Lets hosts serve a database again that was moved away. Nothing comes back that was changed in the other one since.
 * @returns where it was moved to
 * @throws MoveError for a database without the mark
 */
export async function undoMoveMark({ config }: Pick<MoveCommandOptions, 'config'>): Promise<string> {
  requireFile(config.databaseUrl)
  await using _lock = await lockInstance(config.databaseUrl)
  await using side = await openTarget(config.databaseUrl)
  const moved = await readMovedTo(side.run, side.dialect)
  if (moved === undefined) throw new MoveError('This database was not moved. Nothing was changed.')
  await side.runAll([`drop table ${sourceMark}`])
  return moved.place
}

/** Locks the source, then the target, until the end. */
async function lockBoth(options: MoveCommandOptions, opened: AsyncDisposableStack) {
  const { source, target } = placesOf(options)
  const lock = opened.use(await lockInstance(source))
  opened.use(await lockInstance(target))
  return { source, lock, target }
}

/** @returns the URLs of the source, which is there, and of the target @throws MoveError | BootError */
function placesOf({ config, to }: MoveCommandOptions) {
  const source = config.databaseUrl
  requireFile(source)
  const place = readPlace(to)
  if (!isPostgres(source) && place === sqlitePath(source)) {
    throw new MoveError('The target is the database itself. Use another one.')
  }
  return { source, target: to }
}

/** @throws MoveError for a text that names no database */
function readPlace(url: string): string {
  try {
    return shownDatabase(url)
  } catch (error) {
    throw error instanceof DatabaseError ? new MoveError(error.message, { cause: error }) : error
  }
}

/** Ends a move that was complete but for its last step. @throws MoveError for an instance that went elsewhere */
async function releaseMoved(options: MoveCommandOptions, source: string, target: string): Promise<Moved | undefined> {
  const moved = await readMoved(source)
  if (moved === undefined) return undefined
  if (!isShownDatabase(moved.place, target) || !(await isMoving(target))) {
    throw new MoveError(`This database was moved to ${moved.place} on ${moved.at}. Set HOST_DATABASE_URL to it.`)
  }
  await releaseTarget(target)
  return movedOf(options, { instance: '', tables: [], problems: [], notes: [], owners: [] })
}

async function readMoved(url: string) {
  await using side = await openSource(url)
  return await readMovedTo(side.run, side.dialect)
}

interface InstanceFacts extends UnknownParts {
  /** The id of the keyring. */
  readonly instance: string
  readonly owners: readonly MigrationOwner[]
}

/** Proves that an instance is stopped, of this version, and that its keys are here. @throws MoveError | BootError */
async function readInstance(options: MoveCommandOptions): Promise<InstanceFacts> {
  const plugins = registered(options)
  const owners = ownersOf(plugins)
  return await withLockedDatabase(options, async (database) => {
    await refuseRunning(database, database.dialect)
    if ((await planStage(database, plugins)).length > 0) {
      throw new MoveError('The database is of an earlier version. Start this version once, stop it, then try again.')
    }
    await checkKeys({ config: options.config, database, clock: Date.now })
    const keyring = await new KeyStore(database).findKeyring()
    if (keyring === undefined) throw new MoveError('The database has no keys yet. Start the host once, then try again.')
    return { instance: keyring.id, owners, ...(await unknownParts(database, owners)) }
  })
}

async function unknownParts(database: Database, owners: readonly MigrationOwner[]): Promise<UnknownParts> {
  const run = async (sql: string) => (await database.run({ sql, parameters: [], writes: false })).rows
  return await findUnknownParts(run, owners, await readStoredSchema(database, database.dialect))
}

function partsOf(options: MoveCommandOptions, { instance, owners }: InstanceFacts): Omit<MoveOptions, 'lock'> {
  const { config, to, threadCode, signal, onCopied } = options
  return { source: config.databaseUrl, target: to, instance, owners, threadCode, clock: Date.now, signal, onCopied }
}

function movedOf({ config, to }: MoveCommandOptions, facts: InstanceFacts & Pick<Moved, 'tables'>): Moved {
  const { instance, tables, problems, notes } = facts
  return {
    place: shownDatabase(to),
    tables,
    problems,
    notes,
    outside: { blobs: config.blobs.place, keyFile: keyFileOf(config, to, instance) },
  }
}

function keyFileOf(config: HostConfig, to: string, instance: string): OutsideParts['keyFile'] {
  if (config.secretKeys !== undefined) return undefined
  const path = join(keyFolder({ config }), `${instance}.key`)
  return existsSync(path)
    ? { path, wanted: join(keyFolder({ config: { ...config, databaseUrl: to } }), `${instance}.key`) }
    : undefined
}
