import type { Repository } from './repository/repository.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keyFolder, openRootKeys, type KeyOptions } from '../security/encryption/open-root-keys.ts'
import { BackupError } from './backup-error.ts'
import { readBody, type BackupBody, type BackupHead } from './backup-format.ts'
import { backupKeysOf } from './backup-keys.ts'
import { listBackups, readBackupHead } from './backup-list.ts'
import { chunkReader, type ChunkReader } from './chunks/chunk-store.ts'
import type { Identity } from './chunks/recipient.ts'

/** A backup that was proved to be this instance's. */
export interface OpenedBackup {
  readonly head: BackupHead
  readonly body: BackupBody
  readonly reader: ChunkReader
}

/** Which backup, and with which keys. */
export interface OpenBackupOptions {
  readonly config: KeyOptions['config']
  readonly repository: Repository
  /** Undefined for the newest one. */
  readonly id: string | undefined
  /** The private key; undefined for a backup that is not encrypted. */
  readonly identity: Identity | undefined
  /** Ends the work at the next chunk. */
  readonly signal?: AbortSignal | undefined
}

/** Finds a backup by its id, or the newest, and proves with the root key that its host wrote it. @throws BackupError */
export async function provedHead({ config, repository, id }: Omit<OpenBackupOptions, 'identity'>): Promise<BackupHead> {
  const wanted = id ?? (await listBackups(repository))[0]?.id
  if (wanted === undefined) throw new BackupError('no_backup', { place: repository.place })
  if (!/^[a-z0-9_]{1,64}$/.test(wanted)) throw new BackupError('not_an_id', { id: wanted })
  const { head, prove } = await readBackupHead(repository, wanted)
  requireKeyFile(config, head)
  const roots = await openRootKeys({ config }, { id: head.instance })
  const root = await roots.find(head.root)
  if (root === undefined) {
    throw new BackupError('root_key_needed', { root: head.root, source: roots.source })
  }
  prove(backupKeysOf(root).proving)
  return head
}

/** On a new machine the key file has yet to be put in its place. */
function requireKeyFile(config: KeyOptions['config'], { instance }: BackupHead): void {
  const [folder, file] = [keyFolder({ config }), `${instance}.key`]
  if (config.secretKeys !== undefined || existsSync(join(folder, file))) return
  throw new BackupError('key_file_missing', { file, folder })
}

/** Opens a backup, with its list of contents. @throws BackupError */
export async function openBackup(options: OpenBackupOptions): Promise<OpenedBackup> {
  const head = await provedHead(options)
  const reader = chunkReader(options)
  const parts: Uint8Array[] = []
  for (const chunk of head.body) parts.push(await reader.read(chunk))
  return { head, reader, body: readBody(head.id, Buffer.concat(parts)) }
}
