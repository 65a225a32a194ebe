import { createHash } from 'node:crypto'
import { BackupError } from './backup-error.ts'
import { readHead, type BackupHead, type ReadHead } from './backup-format.ts'
import { fileOf } from './chunks/chunk-store.ts'
import { requireFile, type Repository } from './repository/repository.ts'
import { expiredBackups, type Retention } from './retention.ts'

const headOf = (id: string): string => `backups/${id}.json`
const chunksOf = (id: string): string => `backups/${id}.chunks`
const instanceFile = 'instance.json'
const nameLength = 20

/** The backups of a place, the newest first. Not proved: a place that others can write to may list anything. */
export async function listBackups(repository: Repository): Promise<readonly BackupHead[]> {
  const heads: BackupHead[] = []
  for await (const file of repository.names('backups/')) {
    const id = /^backups\/([a-z0-9_]{1,64})\.json$/.exec(file)?.[1]
    if (id !== undefined) heads.push((await readBackupHead(repository, id)).head)
  }
  return heads.toSorted((one, other) => (one.at < other.at ? 1 : -1))
}

/** The newest backups of a place that can be read, newest first: a damaged one hides no other. Not proved. */
export async function newestBackups(repository: Repository, most: number): Promise<readonly BackupHead[]> {
  const ids: string[] = []
  for await (const file of repository.names('backups/')) {
    const id = /^backups\/([a-z0-9_]{1,64})\.json$/.exec(file)?.[1]
    if (id !== undefined) ids.push(id)
  }
  const heads: BackupHead[] = []
  // An id begins with its time.
  for (const id of ids.toSorted().toReversed().slice(0, most)) {
    try {
      heads.push((await readBackupHead(repository, id)).head)
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
    }
  }
  return heads.toSorted((one, other) => (one.at < other.at ? 1 : -1))
}

/** @throws BackupError when there is none, or it can't be read */
export async function readBackupHead(repository: Repository, id: string): Promise<ReadHead> {
  return readHead(id, await requireFile(repository, headOf(id)))
}

/** Makes a place an instance's, or finds that it is. @throws BackupError when it is another's, so that neither removes the other's chunks */
export async function claimPlace(repository: Repository, instance: string): Promise<void> {
  const known = await repository.read(instanceFile)
  if (known === undefined) {
    return await repository.write(instanceFile, new TextEncoder().encode(`${JSON.stringify({ instance })}\n`))
  }
  if (instanceOf(known) === instance) return
  throw new BackupError('other_instance', { place: repository.place })
}

function instanceOf(file: Uint8Array): unknown {
  try {
    return (JSON.parse(new TextDecoder().decode(file)) as { readonly instance?: unknown } | null)?.instance
  } catch {
    return undefined
  }
}

/** Writes the list of chunks of a backup, which the host reads without the private key. */
export async function writeChunkList(repository: Repository, id: string, chunks: ReadonlySet<string>): Promise<void> {
  const names = Buffer.concat([...chunks].map((chunk) => Buffer.from(chunk, 'hex')))
  await repository.write(chunksOf(id), Buffer.concat([names, createHash('sha256').update(names).digest()]))
}

/** Writes the backup itself: from now on it is there. */
export async function writeBackupHead(repository: Repository, id: string, bytes: Uint8Array): Promise<void> {
  await repository.write(headOf(id), bytes)
}

/** The chunks of a backup. @throws BackupError for a damaged list */
export async function readChunkList(repository: Repository, id: string): Promise<ReadonlySet<string>> {
  const bytes = Buffer.from(await requireFile(repository, chunksOf(id)))
  const [names, digest] = [bytes.subarray(0, -32), bytes.subarray(-32)]
  if (names.length % nameLength !== 0 || !createHash('sha256').update(names).digest().equals(digest)) {
    throw new BackupError('chunk_list_damaged', { id })
  }
  const count = names.length / nameLength
  return new Set(
    Array.from({ length: count }, (_, at) => names.toString('hex', at * nameLength, (at + 1) * nameLength)),
  )
}

/** What a clean-up removed. */
export interface Removed {
  readonly backups: readonly string[]
  readonly chunks: number
}

/**
 * Removes backups that a rule no longer keeps, and the chunks that no other backup has. A backup goes with its own file
 * first, so one that is half removed is not there.
 * @param there the names of all chunks of the place
 * @throws BackupError, with every chunk kept, when the list of a kept backup can't be read
 */
export async function removeExpired(
  repository: Repository,
  there: ReadonlySet<string>,
  retention: Retention,
): Promise<Removed> {
  const all = await listBackups(repository)
  const expired = new Set(expiredBackups(all, retention).map(({ id }) => id))
  const needed = new Set<string>()
  for (const { id } of all.filter((each) => !expired.has(each.id))) {
    for (const chunk of await readChunkList(repository, id)) needed.add(chunk)
  }
  for (const id of expired) await repository.remove(headOf(id))
  await removeLists(repository, new Set(all.filter(({ id }) => !expired.has(id)).map(({ id }) => id)))
  const unneeded = [...there].filter((chunk) => !needed.has(chunk))
  for (const chunk of unneeded) await repository.remove(fileOf(chunk))
  return { backups: [...expired], chunks: unneeded.length }
}

/** Lists of chunks without a backup: expired ones, and those of a process that ended between its two last files. */
async function removeLists(repository: Repository, kept: ReadonlySet<string>): Promise<void> {
  for await (const file of repository.names('backups/')) {
    const id = /^backups\/([a-z0-9_]{1,64})\.chunks$/.exec(file)?.[1]
    if (id !== undefined && !kept.has(id)) await repository.remove(file)
  }
}

/** Looks at every stored chunk of a backup. @returns the damaged and missing ones by name */
export async function checkChunks(
  repository: Repository,
  id: string,
  isIntact: (stored: Uint8Array) => boolean,
): Promise<{ readonly checked: number; readonly damaged: readonly string[] }> {
  const chunks = await readChunkList(repository, id)
  const damaged: string[] = []
  for (const chunk of chunks) {
    const stored = await repository.read(fileOf(chunk))
    if (stored === undefined || !isIntact(stored)) damaged.push(chunk)
  }
  return { checked: chunks.size, damaged }
}
