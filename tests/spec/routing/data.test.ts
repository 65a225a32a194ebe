import assert from 'node:assert/strict'
import { test } from 'node:test'
import { column, definePlugin, json, mirror, model } from '@host/plugin'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { notes } from '../fixtures/notes.ts'
import { infoOf, plain } from '../lab/plugins.ts'
import { assertRefused, problemsOf } from '../lab/refusal.ts'
import { startSpecHost } from '../lab/spec-host.ts'

/** The tables of a database, by a connection of its own. */
async function tablesOf(stored: TestDatabase): Promise<readonly string[]> {
  const database = await stored.open()
  const sql =
    database.dialect === 'sqlite'
      ? `select name from sqlite_master where type = 'table'`
      : `select table_name as name from information_schema.tables where table_schema = 'public'`
  try {
    const { rows } = await database.run({ sql, parameters: [], writes: false })
    return rows.map(({ name }) => String(name)).toSorted()
  } finally {
    await database.close()
  }
}

for (const product of testDatabases) {
  test(`${product.dialect}: §4.25 two plugins that claim one table refuse the start before anything is migrated`, async () => {
    await using stored = await product.create()
    const table = () => model('note_book_pages', { id: column.id('page') })
    const claimants = [plain('note', { models: [table()] }), plain('note-book', { models: [table()] })]
    await assertRefused({ at: stored, plugins: claimants }, /\bnote\b.*\bnote-book\b/, /"note_book_pages"/)
    assert.deepEqual(await tablesOf(stored), [])
  })

  test(`${product.dialect}: §4.26 a mirror reads a table of the core, of the own workspace and only that`, async () => {
    const Workspace = mirror('workspaces', { id: column.id('org'), name: column.text() }, { tenantKey: 'id' })
    const reader = definePlugin({
      name: 'reader',
      info: infoOf('Reader'),
      models: [Workspace],
      mount(mux, ctx) {
        mux.handle(
          'GET /api/x/reader/names',
          ctx.guard(async ({ db }) => json(await db.selectFrom('workspaces').select('name').execute())),
        )
        mux.handle(
          'POST /api/x/reader/names',
          ctx.guard(async ({ db }) => {
            await db
              .updateTable('workspaces')
              .set({ name: 'Mine' } as never)
              .execute()
            return json('written')
          }),
        )
        mux.handle(
          'GET /api/x/reader/users',
          ctx.guard(async ({ db }) =>
            json(
              await db
                .selectFrom('users' as 'workspaces')
                .selectAll()
                .execute(),
            ),
          ),
        )
      },
    })
    await using host = await startSpecHost({ database: product, plugins: [reader] })
    const { ada, dora } = await host.people()
    assert.deepEqual((await ada.get('/api/x/reader/names')).body, [{ name: 'Home' }])
    assert.deepEqual((await dora.get('/api/x/reader/names')).body, [{ name: 'Studio' }])
    assert.equal((await ada.post('/api/x/reader/names')).status, 500)
    assert.equal((await ada.get('/api/x/reader/users')).status, 500, 'a table that no mirror declares')
    assert.deepEqual((await ada.get('/api/x/reader/names')).body, [{ name: 'Home' }])
  })
}

const id = column.id('org')
for (const [what, wrong, said] of [
  [
    'names a column that is not there',
    mirror('workspaces', { id, title: column.text() }, { tenantKey: 'id' }),
    /"title"/,
  ],
  ['gives a column another kind', mirror('workspaces', { id, name: column.integer() }, { tenantKey: 'id' }), /"name"/],
  ['names a table that nobody owns', mirror('workplaces', { id }), /"workplaces"/],
  ['is bound by a column that is not there', mirror('workspaces', { id }, { tenantKey: 'home' as 'id' }), /"home"/],
] as const) {
  test(`§4.26 a mirror that ${what} refuses the start`, async () => {
    await assertRefused({ plugins: [plain('crooked', { models: [wrong] })] }, /\bcrooked\b/, said)
  })
}

test('§4.26 a plugin does not claim a table of the core, it mirrors it', async () => {
  const problems = await problemsOf({
    plugins: [plain('greedy', { models: [model('users', { id: column.id('usr') })] }), notes],
  })
  assert.ok(
    problems.some((problem) => /\bhost\b.*\bgreedy\b.*"users"/.test(problem)),
    problems.join('\n'),
  )
})
