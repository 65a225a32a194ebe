/**
 * Clauses of backups and restores that an operator relies on and that no other test here is about.
 *
 * The product downloads no database of places: it reads the file that `HOST_GEO_DATABASE` names. It writes no traces either. So
 * rules about the license key of a download and about paths in traces have nothing to test.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { BackupLab } from '../../testing/backup/backup-lab.ts'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { labHost } from '../../testing/lab-host.ts'
import { makeBackup, restoreInstance } from '../boot/backup-commands.ts'
import { readConfig } from '../config/config.ts'
import { listBackups } from './backup-list.ts'

const [sqlite] = testDatabases as readonly [TestDatabaseProduct]

test('a backup verifies the integrity of the database, and refuses a damaged one', async () => {
  await using lab = await BackupLab.open(sqlite)
  await lab.write(Array.from({ length: 200 }, () => ({ title: randomBytes(2_000).toString('base64') })))
  const { head } = await lab.backup()
  const damaged = await open(lab.url, 'r+')
  const { size } = await damaged.stat()
  // Pages of rows, behind those that are needed to open it.
  await damaged.write(randomBytes(40_000), 0, 40_000, size - 80_000)
  await damaged.close()
  await assert.rejects(
    lab.backup(),
    /SQLite finds the database damaged \(.+\)\. Keep the last good backup and restore it/,
  )
  assert.deepEqual(
    (await listBackups(lab.repository)).map(({ id }) => id),
    [head.id],
  )
})

test('a backup makes the folders of its place, and a restore that of the database', async () => {
  await using lab = await BackupLab.open(sqlite)
  await lab.write([{ title: 'kept' }])
  const repository = lab.elsewhere('not/there/yet')
  await lab.backup({ repository })
  await rm(dirname(lab.url), { recursive: true })
  const restored = await lab.restore({ repository })
  assert.deepEqual([restored?.copy, (await lab.notes()).length], [undefined, 1])
})

test('a restore removes the files -wal and -shm of a host that was killed', async () => {
  await using lab = await BackupLab.open(sqlite)
  await lab.write([{ title: 'of the backup' }])
  await lab.backup()
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(process.argv[1])
    database.exec("pragma journal_mode = wal; update lab_notes set title = 'later'")
    process.kill(process.pid, 'SIGKILL')`
  await once(spawn(process.execPath, ['--eval', program, lab.url], { stdio: 'inherit' }), 'exit')
  const beside = (): readonly boolean[] => ['-wal', '-shm'].map((suffix) => existsSync(lab.url + suffix))
  assert.deepEqual(beside(), [true, true])
  const restored = await lab.restore()
  assert.deepEqual(beside(), [false, false])
  assert.deepEqual(titlesIn(restored?.copy ?? ''), ['later'], 'the safety copy has what the log had')
  assert.deepEqual(titlesIn(lab.url), ['of the backup'])
})

function titlesIn(path: string): readonly unknown[] {
  using database = new DatabaseSync(path, { readOnly: true })
  return database
    .prepare('select title from lab_notes')
    .all()
    .map(({ title }) => title)
}

for (const product of testDatabases) {
  test(`${product.name}: a restore stops at the first error, and the data stay as they were`, async () => {
    await using lab = await BackupLab.open(product)
    await lab.write(Array.from({ length: 1_000 }, () => ({ title: randomBytes(4_000).toString('base64') })))
    await lab.backup()
    await lab.write([{ title: 'later' }])
    let [reads, isBroken] = [0, false]
    const repository = {
      ...lab.repository,
      async read(name: string) {
        if (isBroken) assert.fail('It went on after the error.')
        reads += name.startsWith('chunks/') ? 1 : 0
        isBroken = reads === 3
        if (isBroken) throw new Error('The disk can not be read.')
        return await lab.repository.read(name)
      },
    }
    await assert.rejects(lab.restore({ repository }), /The disk can not be read/)
    assert.equal((await lab.notes()).length, 1_001)
  })

  test(`${product.name}: a restore is refused while a host runs, which a backup is not`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'host-operations-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await using fresh = await product.create()
    const environment = {
      HOST_DATA: folder,
      HOST_DATABASE_URL: fresh.url,
      HOST_BACKUP: join(folder, 'backups'),
      HOST_SECRET_KEY: randomBytes(32).toString('base64'),
    }
    const config = readConfig(environment)
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const { get } = await labHost(t, [], { environment })
    const given = { config, place: undefined }
    const build = { version: '1.0.0', plugins: [] }
    await makeBackup({ ...given, log, build, signal: new AbortController().signal })
    const confirm = async (): Promise<boolean> => assert.fail('It asked.')
    await assert.rejects(
      restoreInstance({ ...given, id: undefined, identity: undefined, confirm }),
      product.dialect === 'sqlite' ? /Another host is using/ : /The host is still running on this database/,
    )
    assert.equal((await get('/readyz')).status, 200)
  })
}
