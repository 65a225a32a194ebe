import { BackupError } from '../backup-error.ts'

/**
 * A place for backups: files with names and whole contents, and no more. A folder and a bucket are both one.
 *
 *   instance.json                     the instance that the place belongs to
 *   chunks/<2 digits>/<40 digits>     a part of some backups, see `chunk-box.ts`
 *   backups/<id>.chunks               the names of the chunks of a backup
 *   backups/<id>.json                 the backup, written last: without it, the backup is not there
 */
export interface Repository {
  /** As a sentence names it. */
  readonly place: string
  /** Writes a file, or replaces it: whole and durable when it resolves, as before when it rejects or the process dies. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** @returns undefined for a file that is not there */
  read(name: string): Promise<Uint8Array | undefined>
  /** The names that begin with a prefix that ends with a slash, in no order. */
  names(prefix: string): AsyncIterable<string>
  /** Nothing happens for a file that is not there. */
  remove(name: string): Promise<void>
}

/** @returns the file @throws BackupError when it is not there */
export async function requireFile(repository: Repository, name: string): Promise<Uint8Array> {
  const bytes = await repository.read(name)
  if (bytes !== undefined) return bytes
  throw new BackupError('file_missing', { place: repository.place, name })
}
