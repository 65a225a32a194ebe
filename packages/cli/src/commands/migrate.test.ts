import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createHost, readConfig } from '@host/host'
import { testDatabases, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { column, definePlugin, json, model, type AnyPlugin, type Migration } from '@host/plugin'
import { typeCommand, type TypedCommand } from './testing/type-command.ts'

const key = 'DxhRUAvNJAXMYFlMDoqzz0OW6JUYCzGMj5gaLTwKotM='

/** The release of a plugin whose column has one name or the other. */
function notes(name: 'text' | 'title', migrations: readonly Migration[] = []): AnyPlugin {
  const Note = model('notes_notes', { id: column.id('note'), [name]: column.text({ nullable: true }) })
  return definePlugin({
    name: 'notes',
    info: { title: 'Notes', description: 'Notes', icon: 'notebook', category: 'Work', api: '^1', core: true },
    models: [Note],
    migrations,
    mount(mux, ctx) {
      mux.handle('GET /api/x/notes/count', async () => {
        const rows = await ctx.db.asInstance('a test').selectFrom('notes_notes').select('id').execute()
        return json(rows.length)
      })
    },
  })
}

const rename: Migration = {
  id: 'rename',
  up: (db) => db.run('alter table notes_notes rename column text to title'),
  down: () => ['alter table notes_notes rename column title to text'],
}
const renameForGood: Migration = { id: rename.id, up: rename.up }
const older = notes('text')
const newer = notes('title', [rename])

interface Lab {
  start(plugin: AnyPlugin): Promise<{ fetch(request: Request): unknown; stop(): Promise<void> }>
  run(plugin: AnyPlugin, ...typed: readonly string[]): Promise<TypedCommand>
  readonly folder: string
}

async function lab(t: TestContext, product: TestDatabaseProduct): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'host-migrate-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const fresh = await product.create()
  t.after(() => fresh[Symbol.asyncDispose]())
  const env = {
    HOST_DATA: folder,
    HOST_LISTEN: '127.0.0.1:0',
    HOST_SECRET_KEY: key,
    HOST_STOP_TIMEOUT: '1',
    HOST_DATABASE_URL: fresh.url,
  }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  return {
    folder,
    async start(plugin) {
      const plugins = [{ plugin, version: '1.0.0', outOfTree: false }]
      const host = await createHost({ plugins, config: readConfig(env), log, announce: () => {} })
      t.after(() => host.stop())
      return host
    },
    run: (plugin, ...typed) =>
      typeCommand(['migrate', ...typed], {
        cwd: folder,
        env,
        edition: { inTree: [{ plugin }], outOfTree: [] },
      }),
  }
}

for (const product of testDatabases) {
  const { dialect } = product

  test(`§P88 ${dialect}: "host migrate --plan" beside a running host marks unsafe statements and changes nothing`, async (t) => {
    const { start, run } = await lab(t, product)
    const host = await start(older)
    const plan = await run(newer, '--plan')
    assert.equal(plan.code, 0, plan.reported)
    assert.equal(
      plan.written,
      'alter table notes_notes rename column text to title; -- unsafe: renames a table or column that older processes use',
    )
    assert.match(plan.reported, /^1 statement\. 1 unsafe while older processes run\./)
    assert.equal(/1 process running: the host can't start until/.test(plan.reported), dialect === 'postgres')
    const answer = (await host.fetch(new Request('http://localhost/api/x/notes/count'))) as Response
    assert.deepEqual([answer.status, await answer.json()], [200, 0])
    assert.equal((await run(older, '--plan')).reported, 'Nothing to do.')
  })

  test(`§P89 ${dialect}: "host migrate --down" undoes a newer version, with the host stopped`, async (t) => {
    const { start, run } = await lab(t, product)
    const first = await start(older)
    await first.stop()
    const host = await start(newer)
    const beside = await run(older, '--down')
    assert.equal(beside.code, 1)
    assert.match(
      beside.reported,
      dialect === 'postgres' ? /^The host is still running on this database\. Stop/ : /Another host is using/,
    )
    await host.stop()
    await assert.rejects(start(older), /start that version, or undo it with "host migrate --down"/)
    const plan = await run(older, '--down', '--plan')
    assert.match(plan.written, /^alter table notes_notes rename column title to text; -- unsafe/, plan.reported)
    const down = await run(older, '--down')
    assert.equal(down.code, 0, down.reported)
    assert.equal(down.written, 'alter table notes_notes rename column title to text;')
    await (await start(older)).stop()
  })

  test(`§P89 ${dialect}: an irreversible entry is refused with the way out`, async (t) => {
    const { start, run } = await lab(t, product)
    await (await start(older)).stop()
    await (await start(notes('title', [renameForGood]))).stop()
    await assert.rejects(start(older), /start that version, or restore a backup from before it/)
    const down = await run(older, '--down')
    assert.equal(down.code, 1)
    assert.match(down.reported, /the migration "rename" can't be undone: start the newer version/)
  })
}

test('§P88 a plan leaves no file behind', async (t) => {
  const [sqlite] = testDatabases
  if (sqlite === undefined) throw new Error('There is no SQLite.')
  const { folder, start, run } = await lab(t, sqlite)
  const before = await readdir(tmpdir())
  await start(older)
  await run(newer, '--plan')
  assert.deepEqual(await readdir(folder), [])
  assert.deepEqual(
    (await readdir(tmpdir())).filter((name) => name.startsWith('host-plan-') && !before.includes(name)),
    [],
  )
})
