import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { testDatabases, type TestDatabase, type TestDatabaseProduct } from '../../testing/database/test-databases.ts'
import { buildOf, notes, optionsOf, planMove, runOn, secretKey, startOn } from '../../testing/move/move-lab.ts'
import { makeBackup, restoreInstance } from '../boot/backup-commands.ts'
import { moveHost, undoMoveMark, type MoveCommandOptions, type Moved } from '../boot/move-commands.ts'
import { planStart, undoNewer } from '../boot/plan-start.ts'
import { withOfflineDatabase } from '../boot/with-offline-database.ts'
import { readConfig } from '../config/config.ts'
import { holdSource } from './hold-source.ts'
import { lockInstance } from './lock-instance.ts'
import { markMoved, sourceMark } from './move-marks.ts'

const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]

interface Lab {
  readonly source: TestDatabase
  /** A SQLite file that is missing, in a folder that is missing. */
  readonly target: string
  move(other?: Partial<MoveCommandOptions>): Promise<Moved>
}

/** A stopped instance. */
async function lab(t: TestContext, product: TestDatabaseProduct): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'host-guards-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const source = await product.create({ fill: async ({ url }) => await (await startOn(url)).stop() })
  t.after(() => source[Symbol.asyncDispose]())
  const target = join(folder, 'new', 'host.db')
  return { source, target, move: (other) => moveHost(optionsOf(source.url, target, other)) }
}

/** The commands that open a database to change it or to plan changes, with a backup that was made of it. */
async function commandsOn({ source, target }: Lab) {
  const config = readConfig({
    HOST_LISTEN: '127.0.0.1:0',
    HOST_DATABASE_URL: source.url,
    HOST_SECRET_KEY: secretKey,
    HOST_BACKUP: join(target, '../../backups'),
  })
  const given = { ...optionsOf(source.url, target), config, place: undefined }
  await makeBackup({ ...given, build: { version: '1.0.0', plugins: [] } })
  const confirm = async (): Promise<boolean> => assert.fail('The restore asked.')
  return {
    work: () => withOfflineDatabase(given, async () => assert.fail('The command worked.')),
    restore: () => restoreInstance({ ...given, id: undefined, identity: undefined, confirm }),
    down: () => undoNewer({ ...given, plugins: buildOf(notes) }),
    plan: () => planStart({ ...given, plugins: buildOf(notes) }),
  }
}

for (const product of [sqlite, postgres]) {
  test(`${product.name}: commands and moves of one database exclude each other, and a moved one is refused`, async (t) => {
    const here = await lab(t, product)
    const { source, target, move } = here
    const { work, restore, down, plan } = await commandsOn(here)
    await withOfflineDatabase(optionsOf(source.url, target), async () => {
      await assert.rejects(move(), /A command is using|or a command or another move uses it/)
    })
    await planMove(source, { ...source, url: target })
    assert.equal(existsSync(join(target, '..')), false)
    {
      await using _lock = await lockInstance(source.url)
      await assert.rejects(work(), /This database is being moved/)
      await assert.rejects(restore(), /This database is being moved/)
      await assert.rejects(down(), /This database is being moved|Another host is using/)
    }
    await move()
    for (const command of [work, restore, down, plan]) {
      await assert.rejects(command(), /This database was moved to .*host move --undo-mark/)
    }
    await undoMoveMark(optionsOf(source.url, target))
    assert.equal((await plan()).running, 0)
  })
}

test('a SQLite file that another program changes during the move is not marked', async (t) => {
  const { source, target, move } = await lab(t, sqlite)
  const writing: Promise<unknown>[] = []
  const onCopied = (): void => {
    if (writing.length === 0) writing.push(runOn(source, `update host_keyring set id = id`))
  }
  await assert.rejects(move({ onCopied }), /The source was changed during the move/)
  await Promise.all(writing)
  await (await startOn(source.url)).stop()
  await assert.rejects(startOn(target), /A move into this database is not complete/)
})

test('PostgreSQL is not marked when the lock was lost, nor while a host runs', async (t) => {
  const { source } = await lab(t, postgres)
  const statements = markMoved({ place: 'elsewhere', at: '2026-01-01' })
  const marks = () => runOn(source, `select 1 from pg_tables where tablename = '${sourceMark}'`)
  {
    await using lock = await lockInstance(source.url)
    await using held = await holdSource(source.url, lock)
    await runOn(
      source,
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
    )
    await assert.rejects(held.mark(statements), /The connection that had the lock of the source was lost/)
  }
  const host = await startOn(source.url)
  await using lock = await lockInstance(source.url)
  await using held = await holdSource(source.url, lock)
  await assert.rejects(held.mark(statements), /A host is running on the source/)
  assert.deepEqual(await marks(), [])
  await host.stop()
  await held.mark(statements)
  assert.equal((await marks()).length, 1)
})
