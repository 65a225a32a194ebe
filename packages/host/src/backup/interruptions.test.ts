/** Backups that end in the middle, beside writers, and of files outside of the database. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { BackupLab, keyPair } from '../../testing/backup/backup-lab.ts'
import { bundledProgram } from '../../testing/bundled-program.ts'
import { startS3Server } from '../../testing/blobs/s3-server.ts'
import { until } from '../../testing/until.ts'
import { testDatabases, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { BackupRunning } from './backup-error.ts'
import { listBackups } from './backup-list.ts'
import { openRepository, parseBackupPlace } from './repository/open-repository.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const program = new URL('../../testing/backup/backup-process.ts', import.meta.url).pathname
const pairWriter = new URL('../../testing/backup/pair-writer.ts', import.meta.url).pathname
const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
const title = (): string => randomBytes(3_000).toString('base64')

/** PostgreSQL may not have noticed yet that a killed process is gone. */
async function afterEnd<T>(run: () => Promise<T>): Promise<T> {
  let result: T | undefined
  await until(async () => {
    try {
      result = await run()
    } catch (error) {
      if (!(error instanceof BackupRunning)) throw error
    }
    return result !== undefined
  })
  return result as T
}

for (const [product, kills] of [
  [sqlite, isSoak ? 200 : 16],
  [postgres, isSoak ? 50 : 4],
] as const) {
  test(`${product.name}: killed at any byte of an upload, the previous backup stays whole and the next one is made`, async () => {
    await using lab = await BackupLab.open(product)
    await lab.write(Array.from({ length: 400 }, () => ({ title: title() })))
    const first = await lab.backup()
    const before = await lab.notes()
    const script = await bundledProgram(program)
    for (let nth = 0; nth < kills; nth += 1) {
      // What a killed run has stored, the next one need not send: so there is always more to send than the limit.
      await lab.write(Array.from({ length: 150 }, () => ({ title: title() })))
      const limit = randomInt(0, 400_000)
      const args = [script, lab.url, lab.folder, lab.key, String(limit)]
      const killed = spawn(process.execPath, args, { stdio: 'inherit' })
      const [, signal] = (await once(killed, 'exit')) as [number | null, string | null]
      assert.equal(signal, 'SIGKILL', `after ${limit} bytes`)
      assert.deepEqual(
        (await listBackups(lab.repository)).map(({ id }) => id),
        [first.head.id],
      )
      assert.equal((await afterEnd(() => lab.drill())).depth, 'restored')
    }
    await lab.backup()
    const [later] = await listBackups(lab.repository)
    assert.ok(later !== undefined && later.id !== first.head.id)
    assert.equal((await lab.drill()).head.id, later.id)
    await lab.restore({ id: first.head.id })
    assert.deepEqual(await lab.notes(), before)
  })
}

for (const product of testDatabases) {
  test(`${product.name}: a backup beside two processes that write has each of their transactions whole, and all that ended before it`, async () => {
    await using lab = await BackupLab.open(product)
    const writers = [new PairWriter(lab.url), new PairWriter(lab.url)]
    try {
      for (let nth = 0; nth < (isSoak ? 50 : 6); nth += 1) {
        await until(() => writers.every(({ stored }) => stored > nth * 2))
        const least = writers.reduce((sum, { stored }) => sum + stored, 0)
        const { head } = await lab.backup()
        const count = await lab.countIn(head.id)
        assert.equal(count % 2, 0, `${count} rows`)
        assert.ok(count >= least, `${count} of ${least} rows`)
      }
    } finally {
      await Promise.all(writers.map((writer) => writer.end()))
    }
  })
}

/** A process of its own that writes. */
class PairWriter {
  /** Rows that it has stored. Two in each transaction: a backup with an odd number of rows has a torn one. */
  stored = 0
  readonly #process: ChildProcess

  constructor(url: string) {
    this.#process = spawn(process.execPath, ['--conditions=source', pairWriter, url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stored += 2 * text.replaceAll(/[^\n]/g, '').length
    })
  }

  async end(): Promise<void> {
    if (!this.#process.kill('SIGKILL')) return
    await once(this.#process, 'close')
  }
}

for (const product of testDatabases) {
  test(`${product.name}: while a backup looks at the chunks that are there, no other one can remove them`, async () => {
    await using lab = await BackupLab.open(product)
    const [looked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = {
      ...lab.repository,
      async *names(prefix: string) {
        looked.resolve()
        await goOn.promise
        yield* lab.repository.names(prefix)
      },
    }
    const first = lab.backup({ repository: slow })
    await looked.promise
    await assert.rejects(lab.backup(), /Another backup of this database is running/)
    await assert.rejects(lab.drill(), /Another backup of this database is running/)
    goOn.resolve()
    await first
    assert.equal((await lab.drill()).depth, 'restored')
  })
}

test('a backup includes the files of plugins in a folder, once, and a restore writes the missing ones', async () => {
  await using lab = await BackupLab.open(sqlite, 'files')
  const content = randomBytes(9_000_001)
  await lab.withFiles((files) => files.put('org_1', 'large.bin', content, { type: 'application/octet-stream' }))
  const first = await lab.backup()
  const second = await lab.backup()
  assert.ok(first.head.added > content.length)
  assert.ok(second.head.added < 500_000, `${second.head.added} bytes`)
  await rm(lab.files, { recursive: true })
  await assert.rejects(lab.backup({ repository: lab.elsewhere('other') }), /is missing in the store of HOST_BLOBS/)
  assert.equal((await lab.restore())?.files, 3)
  const read = await lab.withFiles(async (files) => {
    const blob = await files.get('org_1', 'large.bin')
    return Buffer.from(await new Response(blob?.body).arrayBuffer())
  })
  assert.ok(read.equals(content))
  assert.equal((await lab.restore())?.files, 0, 'what is there stays')
})

test('off-site: a bucket takes encrypted backups, and gives more than a thousand names', async () => {
  await using server = await startS3Server()
  await using lab = await BackupLab.open(sqlite)
  const place = parseBackupPlace(`s3://files/backups?endpoint=${server.endpoint}`)
  const repository = openRepository({ place, keys: server.keys, clock: Date.now })
  const { recipient, identity } = await keyPair()
  for (let nth = 0; nth < 1_100; nth += 1) {
    server.objects.set(`backups/chunks/00/${String(nth).padStart(40, '0')}`, Buffer.alloc(1))
  }
  await lab.write([{ title: 'one' }])
  server.failures.push(503)
  const made = await lab.backup({ repository, recipient, retention: { days: 1, weeks: 0, months: 0 } })
  assert.equal(made.removed.chunks, 1_100, 'chunks that no backup needs are gone')
  assert.equal((await lab.drill({ repository, identity })).depth, 'restored')
  assert.ok(await lab.restore({ repository, identity }))
  assert.equal((await lab.notes()).length, 1)
  const wrong = openRepository({ place, keys: { ...server.keys, secretKey: 'another' }, clock: Date.now })
  await assert.rejects(lab.backup({ repository: wrong, recipient }), /403 SignatureDoesNotMatch; check HOST_BACKUP/)
  assert.throws(() => openRepository({ place, keys: undefined, clock: Date.now }), /The bucket needs its keys/)
})
