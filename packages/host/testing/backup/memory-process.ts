/** Backs up or restores the database of a lab, or does nothing, and prints the most memory that its process had, in bytes. */
import { readFileSync } from 'node:fs'
import { createBackup } from '../../src/backup/create-backup.ts'
import { readIdentity, readRecipient } from '../../src/backup/chunks/recipient.ts'
import { folderRepository } from '../../src/backup/repository/folder-repository.ts'
import { restoreBackup } from '../../src/backup/restore-backup.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { RootKey } from '../../src/security/encryption/root-key.ts'

const [work = '', url = '', folder = '', key = '', recipient = '', identity = ''] = process.argv.slice(2)
const repository = folderRepository(folder)
const config = {
  databaseUrl: url,
  dataFolder: '.',
  secretKeys: [new RootKey(Buffer.from(key, 'hex'))],
  blobs: { place: { kind: 'database' }, keys: undefined },
} as const
const database = await openDatabase({ url, isExclusive: false })
await database.run({ sql: 'select count(*) from host_migrations', parameters: [], writes: false })
if (work === 'backup') {
  await createBackup({
    config,
    database,
    repository,
    recipient: await readRecipient(recipient),
    retention: undefined,
    build: { version: '1.2.3', plugins: [] },
    clock: Date.now,
    signal: new AbortController().signal,
  })
}
await database.close()
if (work === 'restore') {
  const given = { config, repository, id: undefined, identity: await readIdentity(identity), clock: Date.now }
  await restoreBackup({ ...given, confirm: async () => true })
}
const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
process.stdout.write(String(Number(peak) * 1_024))
