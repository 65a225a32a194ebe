import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../open-database.ts'
import { testDatabases, type TestDatabase } from '../../../testing/database/test-databases.ts'

const [sqlite] = testDatabases
const writing = fileURLToPath(new URL('../../../testing/database/writing-process.ts', import.meta.url))

function create(): Promise<TestDatabase> {
  assert.equal(sqlite?.dialect, 'sqlite')
  return sqlite.create()
}

const insert = (n: number) => ({ sql: 'insert into t values (?)', parameters: [n], writes: true })
const createTable = { sql: 'create table t (n integer primary key)', parameters: [], writes: true }

test('writes that wait together are committed together, each standing alone', async () => {
  await using fresh = await create()
  const database = await fresh.open()
  await database.run(createTable)
  const before = await countCommits(fresh.url)
  await Promise.all(Array.from({ length: 200 }, (_, n) => database.run(insert(n))))
  const together = (await countCommits(fresh.url)) - before
  for (let n = 200; n < 220; n += 1) await database.run(insert(n))
  assert.equal(together, 1)
  assert.equal((await countCommits(fresh.url)) - before - together, 20)
})

test('a writer that ends before it is ready is reported without a wait', async () => {
  await using fresh = await create()
  await assert.rejects(
    openDatabase({ url: fresh.url, threadCode: () => 'process.exit(3)' }),
    /exited with code 3 before it was ready/,
  )
})

test('the database is in write-ahead mode and flushes every commit by default', async () => {
  await using fresh = await create()
  const pragma = async (database: Awaited<ReturnType<typeof fresh.open>>, name: string) =>
    (
      await database.transaction((connection) =>
        connection.run({ sql: `pragma ${name}`, parameters: [], writes: false }),
      )
    ).rows[0]
  const database = await fresh.open()
  assert.deepEqual(await pragma(database, 'journal_mode'), { journal_mode: 'wal' })
  assert.deepEqual(await pragma(database, 'synchronous'), { synchronous: 2 })
  await database.close()
  assert.deepEqual(await pragma(await fresh.open({ durability: 'normal' }), 'synchronous'), { synchronous: 1 })
})

test('a new file that another process writes is opened once it has been written', async () => {
  await using fresh = await create()
  const other = new DatabaseSync(fresh.url)
  other.exec('create table t (n integer primary key); begin immediate')
  const opening = fresh.open({ isExclusive: false })
  // Longer than the thread of the writer takes to meet the other.
  await sleep(200)
  other.close()
  await (await opening).run(insert(1))
})

test('a statement that claims to read can not write', async () => {
  await using fresh = await create()
  const database = await fresh.open()
  await database.run(createTable)
  await assert.rejects(database.run({ ...insert(1), writes: false }), /readonly/)
})

test('a second host on the same file is refused, also in the same process', async () => {
  await using fresh = await create()
  const first = await fresh.open()
  await assert.rejects(openDatabase({ url: fresh.url }), {
    code: 'locked',
    message: /Another host is using .*host\.db: stop it/,
  })
  await first.close()
  await fresh.open()
})

test('a file that is not a database is refused by its path', async () => {
  await using fresh = await create()
  const folder = dirname(fresh.url)
  const garbage = 'this is not a database, by far'.repeat(99)
  await writeFile(join(folder, 'broken.db'), garbage)
  await assert.rejects(openDatabase({ url: join(folder, 'broken.db') }), /broken\.db.*: file is not a database/)
  await assert.rejects(openDatabase({ url: folder }), new RegExp(folder))
  await assert.rejects(openDatabase({ url: join(folder, 'broken.db', 'host.db') }), /broken\.db/)
  await writeFile(`${fresh.url}.lock`, garbage)
  await assert.rejects(openDatabase({ url: fresh.url }), /host\.db\.lock.*: file is not a database/)
})

test('a missing folder is created for its user only, and one that can not be created is refused at once', async () => {
  await using fresh = await create()
  const folder = join(dirname(fresh.url), 'not', 'yet')
  const database = await openDatabase({ url: join(folder, 'host.db') })
  await database.close()
  for (const each of [folder, dirname(folder)]) assert.equal((await stat(each)).mode & 0o777, 0o700)
  await assert.rejects(openDatabase({ url: '/proc/no/such/host.db' }), /\/proc/)
})

test('a refused URL is not shown, since it may hold a password', async () => {
  for (const url of ['mysql://ada:tea-houses@db/x', 'postgress://ada:tea-houses@db/x', 'file:']) {
    await assert.rejects(openDatabase({ url }), (error) => {
      assert.match((error as Error).message, /is not a database: use the path of a SQLite file, or postgres:/)
      assert.doesNotMatch((error as Error).message, /tea-houses|ada/)
      return true
    })
  }
})

test('a new database is readable only by its user', async () => {
  await using fresh = await create()
  const database = await fresh.open()
  await database.run(createTable)
  for (const path of [fresh.url, `${fresh.url}-wal`]) assert.equal((await stat(path)).mode & 0o777, 0o600)
})

test('the process may end while the database is open and idle', async () => {
  await using fresh = await create()
  const child = spawn(process.execPath, ['--conditions=source', writing, fresh.url, 'idle'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number]
  assert.equal(code, 0)
})

test('answered writes survive kill -9, and the file can be opened at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    await using fresh = await create()
    const child = spawn(process.execPath, ['--conditions=source', writing, fresh.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let answered = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (answered += text))
    await once(child.stdout, 'data')
    // A real wait: the process is killed at any moment of its work.
    await sleep(40 + round * 17)
    child.kill('SIGKILL')
    await once(child, 'close')
    const acknowledged = answered.split('\n').slice(0, -1).map(Number)
    assert.ok(acknowledged.length > 0)
    const database = await fresh.open()
    const { rows } = await database.run({ sql: 'select n from t', parameters: [], writes: false })
    const kept = new Set(rows.map(({ n }) => n))
    assert.deepEqual(
      acknowledged.filter((n) => !kept.has(n)),
      [],
    )
    const check = await database.run({ sql: 'pragma integrity_check', parameters: [], writes: false })
    assert.deepEqual(check.rows, [{ integrity_check: 'ok' }])
  }
})

/** Commits in the write-ahead log: the frames whose header gives the size of the database after them. */
async function countCommits(path: string): Promise<number> {
  const log = await readFile(`${path}-wal`)
  const frameSize = 24 + log.readUInt32BE(8)
  let commits = 0
  for (let frame = 32; frame + frameSize <= log.length; frame += frameSize) {
    if (log.readUInt32BE(frame + 4) > 0) commits += 1
  }
  return commits
}
