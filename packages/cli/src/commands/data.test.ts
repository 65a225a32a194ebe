import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createHost, readConfig } from '@host/host'
import { testDatabases, type TestDatabase, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { Blobs, column, definePlugin, json, mirror, model, type AnyPlugin } from '@host/plugin'
import { typeCommand, type TypedCommand } from './testing/type-command.ts'

const key = 'DxhRUAvNJAXMYFlMDoqzz0OW6JUYCzGMj5gaLTwKotM='

/** A plugin that keeps a row, a file and a setting for a workspace. */
function keeper(name: string): AnyPlugin {
  const table = `${name}_records`
  const Record = model(table, { id: column.id('rec'), org_id: column.org(), text: column.text({ max: 20 }) })
  return definePlugin({
    name,
    info: { title: name, description: name, icon: 'notebook', category: 'Work', api: '^1', core: true },
    models: [Record, mirror('workspaces', { id: column.id('org') }, { tenantKey: 'id' })],
    mount(mux, ctx) {
      const workspace = async (): Promise<string> =>
        (await ctx.db.asInstance('a test').selectFrom('workspaces').select('id').executeTakeFirstOrThrow()).id
      mux.handle(`POST /api/x/${name}/fill`, async () => {
        const orgId = await workspace()
        const db = ctx.db.inWorkspace(orgId, 'a test')
        await db.insertInto(table).values({ text: 'x' }).execute()
        await ctx.lookup(Blobs)?.put(orgId, 'a-file', new Uint8Array(1_000), { type: 'text/plain' })
        await ctx.setWorkspaceSetting(orgId, 'color', 'red')
        return json(null)
      })
      mux.handle(`GET /api/x/${name}/count`, async () => {
        const rows = await ctx.db
          .inWorkspace(await workspace(), 'a test')
          .selectFrom(table)
          .select('id')
          .execute()
        return json(rows.length)
      })
    },
  })
}

const [deals, notes] = [keeper('deals'), keeper('notes')]

interface Lab {
  readonly fresh: TestDatabase
  readonly lines: Logged[]
  start(...plugins: readonly AnyPlugin[]): Promise<Awaited<ReturnType<typeof createHost>>>
  run(plugins: readonly AnyPlugin[], ...typed: readonly string[]): Promise<TypedCommand>
}

interface Logged {
  readonly message: string
  readonly facts: unknown
}

async function lab(t: TestContext, product: TestDatabaseProduct): Promise<Lab> {
  const folder = await mkdtemp(join(tmpdir(), 'host-data-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const fresh = await product.create()
  t.after(() => fresh[Symbol.asyncDispose]())
  const env = {
    HOST_ADMIN_EMAIL: 'root@lab.test',
    HOST_ADMIN_PASSWORD: 'quiet-river-93-lamp',
    HOST_DATA: folder,
    HOST_SECRET_KEY: key,
    HOST_STOP_TIMEOUT: '1',
    HOST_DATABASE_URL: fresh.url,
  }
  const lines: Logged[] = []
  const warn = (message: string, facts?: unknown): void => void lines.push({ message, facts })
  return {
    fresh,
    lines,
    async start(...plugins) {
      const entries = plugins.map((plugin) => ({ plugin, version: '1.0.0', outOfTree: false }))
      const log = { debug() {}, info() {}, warn, error: warn }
      const host = await createHost({ plugins: entries, config: readConfig(env), log, announce: () => {} })
      t.after(() => host.stop())
      return host
    },
    run: (plugins, ...typed) =>
      typeCommand(['data', ...typed], {
        cwd: folder,
        env,
        edition: { inTree: plugins.map((plugin) => ({ plugin })), outOfTree: [] },
      }),
  }
}

async function send(host: Awaited<ReturnType<typeof createHost>>, method: string, path: string): Promise<unknown> {
  const response = await host.fetch(new Request(`http://localhost${path}`, { method }))
  assert.equal(response.status, 200)
  return await response.json()
}

async function filled({ start }: Lab): Promise<void> {
  const host = await start(deals, notes)
  for (const name of ['deals', 'notes']) await send(host, 'POST', `/api/x/${name}/fill`)
  await host.stop()
}

for (const product of testDatabases) {
  const { dialect } = product

  test(`§P90 ${dialect}: a plugin that left the build is named at start, and its data is listed`, async (t) => {
    const at = await lab(t, product)
    await filled(at)
    assert.deepEqual(at.lines, [])
    const host = await at.start(notes)
    const listed = await at.run([notes], 'list')
    assert.equal(listed.code, 0, listed.reported)
    assert.match(
      listed.written,
      /^deals {2}not in this build {2}1 table \([\d.]+ kB\), 1 file \(1 kB\), 1 setting, job/m,
    )
    assert.match(listed.written, /^notes {2}in this build {2}1 table /m)
    assert.equal(listed.reported, 'Not in this build: deals. host data purge deletes their data.')
    const [data] = JSON.parse((await at.run([notes], 'list', '--json')).written) as readonly Listed[]
    const bytes = data?.tables[0]?.bytes ?? 0
    assert.deepEqual(
      [data?.plugin, data?.isBuilt, data?.tables[0]?.name, bytes > 0],
      ['deals', false, 'deals_records', true],
    )
    await host.stop()
    assert.deepEqual(at.lines, [
      {
        message: 'The plugin "deals" is not in this build, but its data is kept. Run `host data list` for details.',
        facts: { plugin: 'deals', tables: ['deals_records'], bytes },
      },
    ])
  })

  test(`§P91 ${dialect}: a purge deletes all of a plugin that left the build, and nothing else`, async (t) => {
    const at = await lab(t, product)
    await filled(at)
    const refused = async (
      plugins: readonly AnyPlugin[],
      typed: readonly string[],
      sentence: RegExp,
    ): Promise<void> => {
      const { code, reported } = await at.run(plugins, 'purge', ...typed)
      assert.equal(code, 1)
      assert.match(reported, sentence)
    }
    await refused(
      [notes],
      ['deals'],
      /^This deletes 1 table .*\nStop the host, back up, then run host data purge deals --yes\.$/,
    )
    await refused([deals, notes], ['deals', '--yes'], /is in this build\. Build the host without it/)
    await refused([notes], ['orders', '--yes'], /has no data for a plugin "orders"\. Run host data list/)
    const host = await at.start(notes)
    await refused(
      [notes],
      ['deals', '--yes'],
      dialect === 'sqlite' ? /Another host is using/ : /^The host is still running on this database\./,
    )
    await host.stop()

    const purged = await at.run([notes], 'purge', 'deals', '--yes')
    assert.equal(purged.code, 0, purged.reported)
    assert.match(purged.written, /^Deleted 1 table \(.*\), 1 file \(1 kB\), 1 setting, job or other record of deals\.$/)
    assert.doesNotMatch((await at.run([notes], 'list')).written, /deals/)
    const database = await at.fresh.open({ isExclusive: false })
    const rows = async (sql: string): Promise<unknown> =>
      (await database.run({ sql, parameters: [], writes: false })).rows
    assert.deepEqual(await rows("select target from audit_unsealed where action = 'plugin_data.purged'"), [
      { target: 'plugin:deals' },
    ])
    assert.deepEqual(await rows("select state from host_blob_contents where state = 'dropped'"), [{ state: 'dropped' }])
    await database.close()
    const again = await at.start(deals, notes)
    assert.deepEqual(
      [await send(again, 'GET', '/api/x/deals/count'), await send(again, 'GET', '/api/x/notes/count')],
      [0, 1],
    )
  })
}

interface Listed {
  readonly plugin: string
  readonly isBuilt: boolean
  readonly tables: readonly { readonly name: string; readonly bytes: number }[]
}
