/**
 * The restore of an empty instance from its welcome page: the backup is opened while the host runs, so that mistakes come
 * back as answers, and then the process that runs the host is told to stop it and to restore.
 */
import { Problem, type Wording } from '@host/plugin'
import type { InstanceRestoreService, RestorableBackup } from '@host/plugin/platform'
import { isPostgres } from '../database/open-database.ts'
import { BootError } from '../support/boot-error.ts'
import type { BackupConfig } from './backup-config.ts'
import { BackupError, BackupSealed } from './backup-error.ts'
import type { BackupHead } from './backup-format.ts'
import { newestBackups } from './backup-list.ts'
import { parseIdentity, readIdentity, type Identity } from './chunks/recipient.ts'
import { openRepository, shownPlace, type BackupPlace } from './repository/open-repository.ts'
import type { Repository } from './repository/repository.ts'
import { openRestorable, type RestoreOptions } from './restore-backup.ts'

/** A restore that was ordered. */
export interface RestoreOrder {
  readonly id: string
  /** The private key as text: a secret. Undefined for that of the configuration, if any. */
  readonly identity: string | undefined
}

/**
 * Orders a restore from the process that runs the host: it stops the host, restores, and starts it again.
 * @returns whether it will; not while another one is ordered
 */
export type OrderRestore = (order: RestoreOrder) => Promise<boolean>

/** Options of the restore of an empty instance. */
export interface InstanceRestoreOptions {
  readonly config: RestoreOptions['config'] & { readonly backup: BackupConfig }
  readonly setUp: {
    /** @throws Problem `gone`, `unauthenticated` */
    requireToken(token: string): Promise<void>
    restoreFailure(): Promise<Wording | undefined>
    forgetRestoreFailure(): Promise<void>
  }
  /** Undefined for a host that its process can't start again, such as one inside of another program. */
  readonly orderRestore: OrderRestore | undefined
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** How many backups are listed. */
const mostListed = 100

/** Makes the service `InstanceRestore`. */
export function createInstanceRestore(options: InstanceRestoreOptions): InstanceRestoreService {
  const { config, setUp, orderRestore } = options
  const { place, identity: ownKey } = config.backup
  return Object.freeze<InstanceRestoreService>({
    async choices(token) {
      await setUp.requireToken(token)
      const heads = place === undefined ? [] : await explained(() => newestBackups(open(options, place), mostListed))
      return {
        place: place === undefined ? null : shownPlace(place),
        backups: heads.map((head) => restorableOf(head, config.databaseUrl)),
        hasKey: ownKey !== undefined,
        failure: (await setUp.restoreFailure()) ?? null,
      }
    },
    async start(token, { id, identity = ownKey }) {
      await setUp.requireToken(token)
      if (place === undefined) throw new Problem('conflict', sentences.noPlace)
      if (orderRestore === undefined) throw new Problem('conflict', sentences.noRestart)
      const key = identity === undefined ? undefined : await readKey(identity)
      await explained(() => proveAccounts({ config, repository: open(options, place), id, identity: key }), key)
      await setUp.forgetRestoreFailure()
      if (!(await orderRestore({ id, identity: key?.text }))) throw new Problem('conflict', sentences.running)
    },
  })
}

function open({ config, clock }: InstanceRestoreOptions, place: BackupPlace): Repository {
  return openRepository({ place, keys: config.backup.keys, clock })
}

function restorableOf(head: BackupHead, databaseUrl: string): RestorableBackup {
  const { id, at, version, bytes, recipient, database } = head
  const isSameDatabase = isPostgres(databaseUrl) === (database === 'postgres')
  return { id, at, version, bytes, isEncrypted: recipient !== null, isSameDatabase }
}

/** @throws Problem `invalid_input` for a text of another form */
async function readKey(given: string): Promise<Identity & { readonly text: string }> {
  try {
    const text = parseIdentity(given)
    return { ...(await readIdentity(text)), text }
  } catch (cause) {
    throw wrongKey(sentences.notKey, cause)
  }
}

/** Opens a backup with accounts in it: one without any would be another empty instance. */
async function proveAccounts(options: Parameters<typeof openRestorable>[0]): Promise<void> {
  const { body } = await openRestorable(options)
  if (body.rows['users'] === 0) throw new Problem('conflict', sentences.noAccounts)
}

/** Makes the refusal of a backup an answer. @param key that it was opened with @throws Problem */
async function explained<Result>(work: () => Promise<Result>, key?: Identity): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof BackupSealed) throw wrongKey(key === undefined ? sentences.noKey : sentences.sealed, cause)
    if (!(cause instanceof BackupError || cause instanceof BootError)) throw cause
    const detail = cause instanceof BackupError ? cause.sentence : cause.message
    throw new Problem('conflict', { detail, nextStep: sentences.fixIt, cause })
  }
}

function wrongKey(message: Wording, cause: unknown): Problem {
  return new Problem('invalid_input', { errors: [{ path: 'identity', message }], cause })
}

const sentences = {
  noPlace: {
    detail: { en: 'This instance has no place of backups.', zh: '此实例没有设置备份位置。' },
    nextStep: { en: 'Set HOST_BACKUP and restart the host.', zh: '请设置 HOST_BACKUP 并重启服务。' },
  },
  noRestart: {
    detail: { en: "This host can't stop and start itself.", zh: '此服务无法自行停止并重新启动。' },
    nextStep: {
      en: 'Stop it and run "host restore" on the command line.',
      zh: '请停止服务，并在命令行运行 "host restore"。',
    },
  },
  running: {
    detail: { en: 'A restore is already running.', zh: '恢复正在进行。' },
    nextStep: { en: 'Wait until it ends.', zh: '请等待其结束。' },
  },
  noAccounts: {
    detail: { en: 'The backup has no accounts in it.', zh: '此备份中没有任何账户。' },
    nextStep: { en: 'Choose another backup.', zh: '请选择其他备份。' },
  },
  notKey: {
    en: 'Not a private key of "host backups key". It begins with "hostkey1_".',
    zh: '这不是 "host backups key" 生成的私钥。私钥以 "hostkey1_" 开头。',
  },
  fixIt: { en: 'Fix this or choose another backup, then try again.', zh: '请处理此问题或选择其他备份，然后重试。' },
  noKey: { en: 'The backup is encrypted. Add its private key.', zh: '此备份已加密，请提供其私钥。' },
  sealed: {
    en: 'This key does not open the backup. Use the private key of the pair it was made with.',
    zh: '此密钥无法打开该备份。请使用创建备份时所用密钥对的私钥。',
  },
} as const
