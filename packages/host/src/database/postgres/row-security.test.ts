/**
 * The second belt by itself: statements that never went through the compiler, and name no workspace in their conditions,
 * run for one all the same.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { column, model } from '@host/plugin'
import type { Database } from '../database.ts'
import { connectForBackup } from '../../backup/sources/postgres-source.ts'
import { migrate, planMigration } from '../migrate/migrate.ts'
import { openDatabase } from '../open-database.ts'
import type { SqlRow, Statement } from '../statement.ts'
import { securedPostgres, testDatabases, type TestDatabase } from '../../../testing/database/test-databases.ts'
import { queryAs, tenantSetting } from './tenant-query.ts'

const columns = { id: column.id('note'), org_id: column.org(), title: column.text() }
const notes = model('notes_notes', columns, { unique: ['title'] })
const owners = [{ name: 'notes', models: [notes] }]

const raw = (sql: string, tenant?: string): Statement => ({ sql, parameters: [], writes: true, tenant })
const insert = (id: string, orgId: string): string =>
  `insert into notes_notes (id, org_id, title) values ('${id}', '${orgId}', 'title of ${id}')`
const everything = 'select id, org_id from notes_notes order by id'

/** Two notes of each workspace. */
async function openFilled(fresh: TestDatabase, options: { readonly poolSize?: number } = {}): Promise<Database> {
  const database = await fresh.open(options)
  await migrate(database, owners)
  await fill(database)
  return database
}

async function fill(database: Database): Promise<void> {
  for (const [id, orgId] of [
    ['a1', 'org_a'],
    ['a2', 'org_a'],
    ['b1', 'org_b'],
    ['b2', 'org_b'],
  ] as const) {
    await database.run(raw(insert(id, orgId)))
  }
}

async function idsOf(database: Database, tenant?: string): Promise<readonly unknown[]> {
  return idsIn((await database.run(raw(everything, tenant))).rows)
}

function idsIn(rows: readonly SqlRow[]): readonly unknown[] {
  return rows.map(({ id }) => id)
}

const refused = { code: 'query_refused', message: /row-level security/ }

test('a statement that names no workspace reads, changes and deletes the rows of its own only', async () => {
  await using fresh = await securedPostgres.create()
  const database = await openFilled(fresh)
  assert.deepEqual(await idsOf(database), ['a1', 'a2', 'b1', 'b2'])
  assert.deepEqual(await idsOf(database, 'org_a'), ['a1', 'a2'])
  assert.deepEqual(await idsOf(database, 'org_c'), [])
  const changed = await database.run(raw(`update notes_notes set title = title || '!'`, 'org_a'))
  assert.equal(changed.changes, 2)
  assert.equal((await database.run(raw(`delete from notes_notes where id = 'b1'`, 'org_a'))).changes, 0)
  assert.equal((await database.run(raw('delete from notes_notes', 'org_a'))).changes, 2)
  const { rows } = await database.run(raw('select id, title from notes_notes order by id'))
  assert.deepEqual(rows, [
    { id: 'b1', title: 'title of b1' },
    { id: 'b2', title: 'title of b2' },
  ])
})

test('a row of another workspace is neither inserted, nor taken over, nor given away', async () => {
  await using fresh = await securedPostgres.create()
  const database = await openFilled(fresh)
  const attempts = [
    insert('a3', 'org_b'),
    insert('a3', '*'),
    insert('a3', ''),
    `update notes_notes set org_id = 'org_b' where id = 'a1'`,
    `insert into notes_notes (id, org_id, title) values ('a3', 'org_a', 'title of b1')
     on conflict (title) do update set org_id = excluded.org_id`,
  ]
  for (const sql of attempts) await assert.rejects(database.run(raw(sql, 'org_a')), refused, sql)
  assert.deepEqual(await idsOf(database, 'org_b'), ['b1', 'b2'])
  assert.deepEqual(await idsOf(database), ['a1', 'a2', 'b1', 'b2'])
})

test('a transaction and a batch are for one workspace from their first statement to their last', async () => {
  await using fresh = await securedPostgres.create()
  const database = await openFilled(fresh)
  await database.transaction(
    async (connection) => {
      assert.deepEqual(idsIn((await connection.run(raw(everything))).rows), ['a1', 'a2'])
      await connection.run(raw('savepoint inner_part'))
      await connection.run(raw(insert('a3', 'org_a')))
      await connection.run(raw('rollback to savepoint inner_part'))
      assert.deepEqual(idsIn((await connection.run(raw(everything, 'org_a'))).rows), ['a1', 'a2'])
    },
    { tenant: 'org_a' },
  )
  await database.transaction(async (connection) => {
    assert.deepEqual(idsIn((await connection.run(raw(everything))).rows), ['a1', 'a2', 'b1', 'b2'])
  })
  const results = await database.batch([raw(everything), raw(insert('a3', 'org_a'), 'org_a'), raw(everything)])
  assert.deepEqual(
    results.map(({ rows }) => idsIn(rows)),
    [['a1', 'a2'], [], ['a1', 'a2', 'a3']],
  )
  await assert.rejects(database.batch([raw(everything, 'org_a'), raw(insert('b3', 'org_b'))]), refused)
})

test('options of a connection string take no setting away, and without row-level security every row is there', async () => {
  await using fresh = await securedPostgres.create()
  await openFilled(fresh)
  const url = new URL(fresh.url)
  url.searchParams.set('options', '-csearch_path=public,tea -c host.tenant=org_a -c timezone=Asia/Tokyo')
  const database = await openDatabase({ url: url.href })
  await using backup = { client: await connectForBackup(url.href), [Symbol.asyncDispose]: () => backup.client.end() }
  assert.deepEqual(await idsOf(database), ['a1', 'a2', 'b1', 'b2'])
  assert.deepEqual(idsIn((await backup.client.query(everything)).rows), ['a1', 'a2', 'b1', 'b2'])
  const settings = `select current_setting('search_path') as path, current_setting('timezone') as zone`
  assert.deepEqual((await database.run(raw(settings))).rows, [{ path: 'public,tea', zone: 'UTC' }])
  await database.close()
})

test('"*" is not a workspace', async () => {
  await using fresh = await securedPostgres.create()
  const database = await openFilled(fresh)
  const none = { code: 'query_refused', message: /not a workspace/ }
  await assert.rejects(idsOf(database, '*'), none)
  await assert.rejects(
    database.transaction(async () => undefined, { tenant: '*' }),
    none,
  )
})

test('a connection keeps no workspace of an earlier query or transaction, however that ended', async () => {
  await using fresh = await securedPostgres.create()
  await openFilled(fresh)
  const pool = new pg.Pool({ connectionString: fresh.url, max: 1 })
  const client = await pool.connect()
  const ask = { text: everything, values: [] }
  const kept = async () =>
    (await client.query<{ kept: string }>(`select current_setting('host.tenant', true) as kept`)).rows[0]?.kept
  try {
    await client.query({ ...tenantSetting, values: [''] })
    assert.equal((await queryAs(client, 'org_a', ask)).rowCount, 2)
    assert.equal(await kept(), '')
    assert.equal((await client.query(everything)).rowCount, 0)
    await assert.rejects(queryAs(client, 'org_a', { ...ask, text: 'select nothing from nowhere' }))
    assert.equal(await kept(), '')
    for (const end of ['commit', 'rollback']) {
      await client.query('begin')
      await queryAs(client, 'org_a', ask)
      assert.equal(await kept(), 'org_a')
      await client.query(end)
      assert.equal(await kept(), '')
    }
  } finally {
    client.release()
    await pool.end()
  }
})

test('with any other statements on the same connections, each statement sees the rows of its own workspace', async () => {
  await using fresh = await securedPostgres.create()
  const database = await openFilled(fresh, { poolSize: 2 })
  const seen: Readonly<Record<string, readonly string[]>> = { org_a: ['a1', 'a2'], org_b: ['b1', 'b2'] }
  const all = ['a1', 'a2', 'b1', 'b2']
  const failing = async (tenant: string | undefined): Promise<void> =>
    await assert.rejects(database.run(raw('select nothing from nowhere', tenant)))
  const step = fc.record({
    tenant: fc.constantFrom('org_a', 'org_b', undefined),
    way: fc.constantFrom('run', 'batch', 'transaction', 'fail', 'rollback'),
  })
  const act = async ({ tenant, way }: { tenant: string | undefined; way: string }): Promise<void> => {
    const own = tenant === undefined ? all : seen[tenant]
    const options = tenant === undefined ? {} : { tenant }
    if (way === 'fail') return await failing(tenant)
    if (way === 'run') return assert.deepEqual(await idsOf(database, tenant), own)
    if (way === 'batch') {
      const [result] = await database.batch([raw(everything, tenant)])
      return assert.deepEqual(idsIn(result?.rows ?? []), own)
    }
    const work = database.transaction(async (connection) => {
      assert.deepEqual(idsIn((await connection.run(raw(everything))).rows), own)
      if (way === 'rollback') throw new RangeError('no')
    }, options)
    await (way === 'rollback' ? assert.rejects(work, RangeError) : work)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await Promise.all(steps.map(act))
    }),
    { numRuns: process.env['HOST_SOAK'] === '1' ? 2_000 : 25 },
  )
})

test('a role that no policy binds is refused, and so is SQLite', async (t) => {
  await using fresh = await securedPostgres.create()
  const advice = { code: 'row_security_void', message: /HOST_DATABASE_RLS=off/ }
  for (const product of testDatabases.filter(({ dialect }) => dialect === 'sqlite')) {
    await using file = await product.create()
    await assert.rejects(openDatabase({ url: file.url, rowSecurity: true }), advice)
  }
  const admin = new pg.Client({ connectionString: fresh.adminUrl })
  await admin.connect()
  try {
    const { rows } = await admin.query<{ rolsuper: boolean }>(
      'select rolsuper from pg_roles where rolname = current_user',
    )
    if (rows[0]?.rolsuper !== true) return t.skip('the given server lends no superuser')
    await assert.rejects(openDatabase({ url: fresh.adminUrl, rowSecurity: true }), advice)
    const bypassing = `host_test_bypassing_${process.pid}`
    await admin.query(`create role ${bypassing} login bypassrls password 'only-here'`)
    const url = Object.assign(new URL(fresh.adminUrl), { username: bypassing, password: 'only-here' })
    await assert.rejects(openDatabase({ url: url.href, rowSecurity: true }), advice)
    await admin.query(`drop role ${bypassing}`)
  } finally {
    await admin.end()
  }
})

test('turned on for rows that are there, extended by new tables, and turned off without a trace', async () => {
  await using fresh = await securedPostgres.create()
  const open = async (rowSecurity: boolean): Promise<Database> => await fresh.open({ rowSecurity })
  const off = await open(false)
  await migrate(off, owners)
  await fill(off)
  assert.deepEqual(await idsOf(off, 'org_a'), ['a1', 'a2', 'b1', 'b2'])

  const on = await open(true)
  const plan = await planMigration(on, owners)
  assert.deepEqual(
    plan.map(({ sql }) => sql.replace(/ using .*/, '')),
    [
      'create policy host_tenant on "notes_notes"',
      'alter table "notes_notes" enable row level security',
      'alter table "notes_notes" force row level security',
    ],
  )
  assert.deepEqual(await idsOf(on, 'org_a'), ['a1', 'a2', 'b1', 'b2'], 'a plan changes nothing')
  assert.deepEqual(
    await migrate(on, owners),
    plan.map(({ sql }) => sql),
  )
  assert.deepEqual(await idsOf(on, 'org_a'), ['a1', 'a2'])

  const more = [
    { name: 'notes', models: [notes, model('notes_links', columns), model('notes_config', { id: columns.id })] },
  ]
  const added = (await migrate(on, more)).filter((sql) => sql.includes('policy'))
  assert.deepEqual(added.length, 1)
  await on.run(raw(`insert into notes_links (id, org_id, title) values ('l1', 'org_b', 'x')`))
  assert.deepEqual((await on.run(raw('select id from notes_links', 'org_a'))).rows, [])

  const again = await open(false)
  assert.deepEqual((await migrate(again, owners)).length, 6, 'also from the table that no plugin owns now')
  assert.deepEqual(await idsOf(again, 'org_a'), ['a1', 'a2', 'b1', 'b2'])
  const traces =
    'select relname from pg_class where relrowsecurity or relforcerowsecurity union select polname from pg_policy'
  assert.deepEqual((await again.run(raw(traces))).rows, [])
  assert.deepEqual(await migrate(again, owners), [])
})

test('a process without the setting works beside those with it', async () => {
  await using fresh = await securedPostgres.create()
  await openFilled(fresh)
  const untold = await fresh.open({ rowSecurity: false })
  assert.deepEqual(await idsOf(untold, 'org_a'), ['a1', 'a2', 'b1', 'b2'])
  await untold.run(raw(insert('a3', 'org_a')))
  await untold.transaction(async (connection) => void (await connection.run(raw(insert('b3', 'org_b')))))
  assert.deepEqual(await idsOf(untold), ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'])
})

test("another user's policy stays in force when ours is taken away", async () => {
  await using fresh = await securedPostgres.create()
  const on = await openFilled(fresh)
  await on.run(raw(`create policy own on notes_notes for select using (id like 'a%')`))
  const off = await fresh.open({ rowSecurity: false })
  await migrate(off, owners)
  assert.deepEqual(await idsOf(off), ['a1', 'a2'])
})
