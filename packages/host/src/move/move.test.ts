import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { after, test } from 'node:test'
import { column, definePlugin, model } from '@host/plugin'
import {
  securedPostgres,
  testDatabases,
  type Template,
  type TestDatabase,
  type TestDatabaseProduct,
} from '../../testing/database/test-databases.ts'
import {
  buildOf,
  manyRows,
  move,
  notes,
  optionsOf,
  planMove,
  runOn,
  secretKey,
  startOn,
} from '../../testing/move/move-lab.ts'
import { notesInfo } from '../../testing/notes-plugin.ts'
import { until } from '../../testing/until.ts'
import { undoMoveMark, type MoveCommandOptions } from '../boot/move-commands.ts'
import { readConfig } from '../config/config.ts'
import { MoveError } from './move-error.ts'
import { requireRoom } from './open-move-target.ts'

const program = new URL('../../testing/move/move-process.ts', import.meta.url).pathname
const [sqlite, postgres] = testDatabases as readonly [TestDatabaseProduct, TestDatabaseProduct]
const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())

async function empty(product: TestDatabaseProduct): Promise<TestDatabase> {
  return opened.use(await product.create())
}

const instance: Template = { fill: async ({ url }) => await (await startOn(url)).stop() }

/** An instance that was started and stopped. */
async function stopped(product: TestDatabaseProduct): Promise<TestDatabase> {
  return opened.use(await product.create(instance))
}

const note = (id: string, text: string, data = 'null'): string =>
  `insert into notes_notes (id, org_id, text, is_open, data) values ('${id}', 'org_1', ${text}, true, ${data})`

const noteFact = (moved: { readonly tables: readonly { readonly table: string; readonly rows: number }[] }) =>
  moved.tables.find(({ table }) => table === 'notes_notes')?.rows

for (const [product, other] of [
  [sqlite, postgres],
  [postgres, sqlite],
] as const) {
  test(`from ${product.name}: a dry run counts rows and changes neither database, for a running host it is refused`, async () => {
    const [source, target] = [await stopped(product), await empty(other)]
    await runOn(source, note('note_1', `'one'`))
    const planned = await planMove(source, target)
    assert.deepEqual([noteFact(planned), planned.problems, planned.notes], [1, [], []])
    assert.equal(await hasTables(target), false)
    const host = await startOn(source.url)
    await assert.rejects(planMove(source, target), /Another host is using|The host is still running on this database/)
    await assert.rejects(move(source, target), /Another host is using|The host is still running on this database/)
    await host.stop()
    assert.equal(await hasTables(target), false)
  })

  test(`from ${product.name}: a killed move continues behind its last transaction, and neither side is served before its end`, async () => {
    const [source, target] = [await stopped(product), await empty(other)]
    await runOn(source, manyRows(22_000))
    await runOn(source, note('note_1', `'one'`))
    const args = ['--conditions=source', program, source.url, target.url, '9000']
    const [, signal] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [unknown, unknown]
    assert.equal(signal, 'SIGKILL')
    await assert.rejects(startOn(target.url), /A move into this database is not complete/)
    const copied: number[] = []
    const onCopied: MoveCommandOptions['onCopied'] = (table, rows) => void (table === 'host_usage' && copied.push(rows))
    const moved = await afterEnd(() => move(source, target, { onCopied }))
    // The first transaction had 20,000 rows.
    assert.ok(copied.length === 1 && Number(copied[0]) > 20_000, `it began again: ${copied.join(', ')}`)
    assert.equal(noteFact(moved), 1)
    await assert.rejects(
      startOn(source.url),
      /This database was moved to .* on .* Set HOST_DATABASE_URL to that database/,
    )
    await (await startOn(target.url)).stop()
  })
}

async function hasTables(database: TestDatabase): Promise<boolean> {
  if (!database.url.startsWith('postgres')) return existsSync(database.url)
  return (await runOn(database, `select 1 from pg_tables where schemaname = 'public' limit 1`)).length > 0
}

/** PostgreSQL may not have noticed yet that a killed process is gone. */
async function afterEnd<T>(run: () => Promise<T>): Promise<T> {
  let result: T | undefined
  await until(async () => {
    try {
      result = await run()
    } catch (error) {
      if (!(error instanceof MoveError) || !error.message.includes('another move uses it')) throw error
    }
    return result !== undefined
  })
  return result as T
}

test('a value that PostgreSQL would refuse is named before anything is copied, and the source is served as before', async () => {
  const [source, target] = [await stopped(sqlite), await empty(postgres)]
  await runOn(source, note('note_1', `'a' || char(0)`, `'{"a":"\\u0000"}'`))
  await runOn(source, note('note_2', `'two'`, `'{"a":"\\u0000"}'`))
  const problems = [
    'The column "notes_notes.text" of id "note_1" has a NUL character.',
    'The column "notes_notes.data" of id "note_2" has a NUL character or half a surrogate pair.',
  ]
  assert.deepEqual((await planMove(source, target)).problems, problems)
  await assert.rejects(move(source, target), { name: 'MoveError', message: problems.join('\n') })
  assert.equal(await hasTables(target), false)
  await (await startOn(source.url)).stop()
})

test('rows of every workspace move from PostgreSQL with row-level security, and a server that is away is named', async () => {
  const source = await empty(securedPostgres)
  const environment = { HOST_DATABASE_URL: source.url, HOST_SECRET_KEY: secretKey, HOST_DATABASE_RLS: 'on' }
  const config = readConfig({ ...environment, HOST_LISTEN: '127.0.0.1:0' })
  await (await startOn(source.url, { config })).stop()
  await runOn(source, note('note_1', `'one'`))
  const away = { ...source, url: 'postgres://ada:open-sesame@127.0.0.1:1/host' }
  await assert.rejects(move(source, away, { config }), {
    name: 'MoveError',
    message: /^The move stopped: .*ECONNREFUSED.* Run the same command again to continue\.$/,
  })
  assert.equal(noteFact(await move(source, await empty(sqlite), { config })), 1)
})

test('another key, another version, a plugin that is missing and a full disk are refused', async () => {
  const [source, target] = [await stopped(sqlite), await empty(postgres)]
  const url = source.url
  const wrong = readConfig({ HOST_DATABASE_URL: url, HOST_SECRET_KEY: 'AAhRUAvNJAXMYFlMDoqzz0OW6JUYCzGMj5gaLTwKotM=' })
  await assert.rejects(move(source, target, { config: wrong }), /Keys in this database are wrapped with root_/)
  const Later = model('notes_later', { id: column.id('later') })
  const later = definePlugin({ name: 'notes', info: notesInfo, models: [...notes.models, Later], mount() {} })
  await assert.rejects(move(source, target, { plugins: buildOf(later) }), /The database is of an earlier version/)
  await assert.rejects(
    move(source, target, { plugins: [] }),
    /The table "notes_notes" belongs to the plugin "notes", which is not in this build/,
  )
  await assert.rejects(move(source, source), /The target is the database itself/)
  await assert.rejects(move(source, { ...target, url: 'mysql://server/name' }), /A URL of "mysql:" is not a database/)
  await assert.rejects(move(source, { ...target, url: 'postgres://ada@:port/app' }), {
    name: 'MoveError',
    message: /^The value is not a valid URL of a database/,
  })
  await assert.rejects(requireRoom(url, Number.MAX_SAFE_INTEGER), /The target needs \d+ MiB free in/)
  assert.equal(await hasTables(target), false)
})

test('a target with other data is refused, and one with a part of rows that have changed since', async () => {
  const [source, other, target] = [await stopped(sqlite), await stopped(postgres), await empty(postgres)]
  await assert.rejects(move(source, other), /is not empty\. Use an empty database/)
  await runOn(source, note('note_1', `'one'`))
  const ending = new AbortController()
  await assert.rejects(move(source, target, { signal: ending.signal, onCopied: () => ending.abort() }), /aborted/)
  await runOn(source, `update notes_notes set is_open = false`)
  await assert.rejects(move(source, target), /has a part of other rows: the source was changed since that move began/)
})

test('the mark names the new database without its password, and can be removed', async () => {
  const [source, target] = [await stopped(sqlite), await empty(postgres)]
  const { config } = optionsOf(source.url, target.url)
  await assert.rejects(undoMoveMark({ config }), /This database was not moved/)
  const secret = new URL(target.url)
  secret.password = 'open-sesame'
  secret.searchParams.set('application_name', 'move')
  secret.searchParams.set('fallback_application_name', 'open-sesame')
  const moved = await move(source, { ...target, url: secret.href })
  assert.match(moved.place, /^postgres:\/\/host_test\w*:\*{8}@.*application_name=move/)
  await assert.rejects(move(source, target), /This database was moved to/)
  await assert.rejects(startOn(source.url), (error: Error) => !error.message.includes('open-sesame'))
  assert.equal(await undoMoveMark({ config }), moved.place)
  await (await startOn(source.url)).stop()
})
