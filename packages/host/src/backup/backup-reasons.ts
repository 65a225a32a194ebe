/**
 * Reasons why a backup, a drill or a restore can't be done. A reason is a code and facts, so that its record is read in
 * the language of the reader. The log and the terminal have the English sentence.
 */
import type { Language } from '@host/plugin'

type Sentence = Readonly<Record<Language, string>>

/** The sentences of each code; names in braces are those of facts. */
export const backupReasons = {
  already_running: {
    en: 'Another backup of this database is running. Wait for it to end, then try again.',
    zh: '此数据库的另一个备份正在进行。请等待其结束，然后重试。',
  },
  altered: {
    en: 'The backup "{id}" was altered or is damaged. Use another backup.',
    zh: '备份“{id}”已被更改或已损坏。请使用其他备份。',
  },
  blobs_unset: {
    en: 'Some files of plugins are outside of the database, and HOST_BLOBS does not say where: set it as it was.',
    zh: '部分插件文件不在数据库中，而 HOST_BLOBS 未指明其位置。请按原值设置。',
  },
  bucket_keys: {
    en: 'The bucket needs its keys: set HOST_BACKUP_ACCESS_KEY and HOST_BACKUP_SECRET_KEY.',
    zh: '存储桶需要密钥，请设置 HOST_BACKUP_ACCESS_KEY 和 HOST_BACKUP_SECRET_KEY。',
  },
  bucket_recipient: {
    en: 'A bucket requires HOST_BACKUP_RECIPIENT. Run "host backups key" to make a pair of keys.',
    zh: '使用存储桶时必须设置 HOST_BACKUP_RECIPIENT。请运行 "host backups key" 生成密钥对。',
  },
  bucket_refused: {
    en: 'The bucket returned {said}; check {variables}.',
    zh: '存储桶返回 {said}。请检查 {variables}。',
  },
  bucket_unreachable: {
    en: "{place} can't be reached: {problem} Check {variables}.",
    zh: '无法访问 {place}：{problem}请检查 {variables}。',
  },
  chunk_damaged: {
    en: 'The chunk "{name}" is damaged. Use another backup, or another copy.',
    zh: '数据块“{name}”已损坏。请使用其他备份或其他副本。',
  },
  chunk_list_damaged: {
    en: 'The list of chunks of the backup "{id}" is damaged. Use another backup.',
    zh: '备份“{id}”的数据块列表已损坏。请使用其他备份。',
  },
  chunk_unreadable: {
    en: 'The chunk "{name}" can\'t be decompressed. Use another backup.',
    zh: '数据块“{name}”无法解压。请使用其他备份。',
  },
  chunks_damaged: {
    en: '{count} chunks of the backup "{id}" are damaged or missing: {names}. Make a new backup in another place.',
    zh: '备份“{id}”的 {count} 个数据块已损坏或缺失：{names}。请在其他位置重新备份。',
  },
  chunks_only: {
    en: 'The backup is encrypted and its private key is not here: its chunks are whole, and nothing was restored. Set HOST_BACKUP_IDENTITY_FILE, or run "host backups drill" where the key is.',
    zh: '备份已加密，此处没有其私钥：数据块完整，但未恢复任何数据。请设置 HOST_BACKUP_IDENTITY_FILE，或在私钥所在的位置运行 "host backups drill"。',
  },
  database_aside: {
    en: 'The database "{path}" can\'t be set aside. Stop every process that uses it. If it is damaged, move it and the files "-wal" and "-shm" away. Then restore again.',
    zh: '无法移开数据库“{path}”。请停止所有使用它的进程。如果数据库已损坏，请移走该文件以及 "-wal" 和 "-shm" 文件。然后重新恢复。',
  },
  database_damaged: {
    en: 'SQLite finds the database damaged ({found}). Keep the last good backup and restore it.',
    zh: 'SQLite 检测到数据库已损坏（{found}）。请保留最近一次完好的备份并恢复。',
  },
  database_held: {
    en: 'Another host is using the database "{path}". Stop it and its workers, then restore again.',
    zh: '另一个服务正在使用数据库“{path}”。请停止该服务及其工作进程，然后重新恢复。',
  },
  database_missing: {
    en: 'The backup has no database in it. Use another backup.',
    zh: '备份中没有数据库。请使用其他备份。',
  },
  database_role: {
    en: 'The copy needs a database of its own on the server, and the role "{role}" may not make one. Run "alter role {quoted} createdb" as an administrator, then try again.',
    zh: '副本需要在服务器上创建单独的数据库，而角色“{role}”没有此权限。请以管理员身份运行 "alter role {quoted} createdb"，然后重试。',
  },
  ended: {
    en: 'Its process ended with the code {code}; see the log.',
    zh: '其进程已结束，退出代码为 {code}。详情请查看日志。',
  },
  ended_by: {
    en: 'Its process was ended by {signal} before it was done.',
    zh: '其进程在完成前被 {signal} 结束。',
  },
  file_altered: {
    en: '"{name}" of the backup was altered. Use another backup.',
    zh: '备份中的“{name}”已被更改。请使用其他备份。',
  },
  file_list_altered: {
    en: 'The list of files in the backup was altered. Use another backup.',
    zh: '备份中的文件列表已被更改。请使用其他备份。',
  },
  file_list_cut: {
    en: 'The list of files in the backup is cut short. Use another backup.',
    zh: '备份中的文件列表不完整。请使用其他备份。',
  },
  file_missing: {
    en: '{place} has no file "{name}": the backup is incomplete. Use an earlier backup.',
    zh: '{place} 中没有文件“{name}”，备份不完整。请使用更早的备份。',
  },
  file_part_missing: {
    en: 'A part of the file "{name}" is missing in the store of HOST_BLOBS. Restore it there, then try again.',
    zh: 'HOST_BLOBS 指定的存储中缺少文件“{name}”的一部分。请先恢复该文件，然后重试。',
  },
  host_running: {
    en: 'The host is still running on this database. Stop every process, then try again. A killed process counts as running for up to a minute.',
    zh: '服务仍在使用此数据库。请停止所有进程，然后重试。被强制终止的进程在一分钟内仍视为运行中。',
  },
  key_file_missing: {
    en: 'The backup needs the key file "{file}" of its instance. Copy it to the folder "{folder}", or set HOST_SECRET_KEY. Then try again.',
    zh: '备份需要其实例的密钥文件“{file}”。请将其复制到文件夹“{folder}”，或设置 HOST_SECRET_KEY，然后重试。',
  },
  newer_format: {
    en: 'The backup "{id}" was made by a newer version of the host (format {format}). Restore it with that version.',
    zh: '备份“{id}”由更新的版本创建（格式 {format}）。请使用该版本恢复。',
  },
  no_backup: { en: '{place} has no backup.', zh: '{place} 中没有备份。' },
  no_keys: {
    en: 'The database has no keys yet. Start the host once, then make a backup.',
    zh: '数据库中还没有密钥。请先启动一次服务，然后备份。',
  },
  no_place: {
    en: 'No place is given. Name one on the command line, or set HOST_BACKUP.',
    zh: '未指定备份位置。请在命令行中指定，或设置 HOST_BACKUP。',
  },
  no_private_key: {
    en: 'The backup is encrypted. Give its private key by --identity, a file that "host backups key" wrote.',
    zh: '备份已加密。请用 --identity 提供其私钥，即 "host backups key" 生成的文件。',
  },
  no_room: {
    en: 'A backup needs {needed} MiB free beside "{path}" for a moment. Make room, then try again.',
    zh: '备份时“{path}”所在的磁盘需要 {needed} MiB 临时空间。请释放空间，然后重试。',
  },
  not_an_id: { en: '"{id}" is not the id of a backup.', zh: '“{id}”不是备份的 ID。' },
  other_blobs: {
    en: 'The backup has files of plugins for a folder or a bucket. Set HOST_BLOBS as it was, then try again.',
    zh: '备份中有存放于文件夹或存储桶的插件文件。请按原值设置 HOST_BLOBS，然后重试。',
  },
  other_database: {
    en: 'The backup is of {kind}, and HOST_DATABASE_URL names {ours}. Use a database of the same kind.',
    zh: '备份来自 {kind}，而 HOST_DATABASE_URL 指向 {ours}。请使用同类数据库。',
  },
  other_instance: {
    en: '{place} has the backups of another instance. Use a folder or a prefix of its own.',
    zh: '{place} 中是另一个实例的备份。请使用单独的文件夹或前缀。',
  },
  other_rows: {
    en: 'The table "{table}" was restored with other rows than it had. Use another backup.',
    zh: '表“{table}”恢复后的数据与原数据不一致。请使用其他备份。',
  },
  root_key_missing: {
    en: 'The root key "{root}" is missing. See "host keys status".',
    zh: '缺少根密钥“{root}”。请运行 "host keys status" 查看。',
  },
  root_key_needed: {
    en: 'The backup needs the root key "{root}", which is not in {source}. Add it: without it, encrypted data can\'t be read.',
    zh: '备份需要根密钥“{root}”，但 {source} 中没有。请添加该密钥，否则无法读取加密数据。',
  },
  row_count: {
    en: 'The table "{table}" was restored with {count} rows in place of {wanted}. Use another backup.',
    zh: '表“{table}”恢复了 {count} 行，应为 {wanted} 行。请使用其他备份。',
  },
  stopped: { en: 'It was stopped before it ended.', zh: '在结束前被停止。' },
  unexpected: { en: 'It failed unexpectedly ({name}); see the log.', zh: '发生意外错误（{name}）。详情请查看日志。' },
  unknown_objects: {
    en: "The schema has objects that a backup can't hold: {names}. Move them to another schema, or use pg_dump.",
    zh: '数据库模式中有无法备份的对象：{names}。请将其移至其他模式，或使用 pg_dump。',
  },
  untried_kind: {
    en: 'The backup is of another kind of database than HOST_DATABASE_URL names, so it can not be tried here.',
    zh: '备份的数据库类型与 HOST_DATABASE_URL 不同，无法在此处演练。',
  },
  wrong_private_key: {
    en: 'The private key does not open the chunk "{name}". Use the key whose public half was HOST_BACKUP_RECIPIENT.',
    zh: '私钥无法打开数据块“{name}”。请使用与 HOST_BACKUP_RECIPIENT 公钥配对的私钥。',
  },
} as const satisfies Readonly<Record<string, Sentence>>

/** The code of a reason; stored, so it stays. */
export type BackupReasonCode = keyof typeof backupReasons

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** A fact: the same in both languages, or a sentence of its own in each. */
export type ReasonFact = string | number | Sentence

/** The facts that the sentences of a code name. */
export type ReasonFacts<Code extends BackupReasonCode> = Readonly<
  Record<NamesIn<(typeof backupReasons)[Code]['en']>, ReasonFact>
>

/** A reason with its facts. */
export interface BackupReason {
  readonly code: BackupReasonCode
  readonly facts: Readonly<Record<string, ReasonFact>>
}

/** The sentences of a reason, in both languages. */
export function reasonSentence({ code, facts }: BackupReason): Sentence {
  return { en: filled(code, facts, 'en'), zh: filled(code, facts, 'zh') }
}

function filled(code: BackupReasonCode, facts: BackupReason['facts'], language: Language): string {
  return backupReasons[code][language].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name] ?? ''
    return typeof fact === 'object' ? fact[language] : String(fact)
  })
}

const longestFact = 500

/** Writes a reason for its record, in at most 4,000 characters. */
export function writeReason({ code, facts }: BackupReason): string | null {
  const short = (fact: ReasonFact): ReasonFact => (typeof fact === 'string' ? fact.slice(0, longestFact) : fact)
  const text = JSON.stringify({
    code,
    facts: Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, short(fact)])),
  })
  return text.length > 4_000 ? null : text
}

/** The sentences of a record; undefined for none, and for a code of a newer version. */
export function readReason(text: string | null): Sentence | undefined {
  if (text === null) return undefined
  const { code, facts } = JSON.parse(text) as BackupReason
  return Object.hasOwn(backupReasons, code) ? reasonSentence({ code, facts }) : undefined
}
