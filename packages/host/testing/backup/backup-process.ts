/** Makes a backup of the database of a lab in a process of its own, which a test kills. */
import { createBackup } from '../../src/backup/create-backup.ts'
import { folderRepository } from '../../src/backup/repository/folder-repository.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import { RootKey } from '../../src/security/encryption/root-key.ts'

const [url = '', folder = '', key = '', limit = ''] = process.argv.slice(2)
const place = folderRepository(folder)
let left = Number(limit)

/** Dies when so many bytes have been sent, in the middle of a file. */
const repository = Object.freeze({
  ...place,
  async write(name: string, bytes: Uint8Array): Promise<void> {
    left -= bytes.length
    if (left >= 0) return await place.write(name, bytes)
    // It is killed while this write runs.
    setImmediate(() => process.kill(process.pid, 'SIGKILL'))
    await place.write(name, bytes)
    await new Promise(() => undefined)
  },
})
const database = await openDatabase({ url, isExclusive: false })
await createBackup({
  config: {
    databaseUrl: url,
    dataFolder: '.',
    secretKeys: [new RootKey(Buffer.from(key, 'hex'))],
    blobs: { place: { kind: 'database' }, keys: undefined },
  },
  database,
  repository,
  recipient: undefined,
  retention: { days: 1, weeks: 0, months: 0 },
  build: { version: '1.2.3', plugins: [] },
  clock: Date.now,
  signal: new AbortController().signal,
})
await database.close()
