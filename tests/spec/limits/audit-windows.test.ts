/** Rows examined by reads of a long audit log: every filter alone and with every other one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditFilter } from '@host/plugin/platform'
import { auditModels } from '../../../packages/host/src/audit/models.ts'
import { EntryReader } from '../../../packages/host/src/audit/entry-reader.ts'
import { DataAccess } from '../../../packages/host/src/database/data-access.ts'
import type { Database } from '../../../packages/host/src/database/database.ts'
import { migrate } from '../../../packages/host/src/database/migrate/migrate.ts'
import type { Statement } from '../../../packages/host/src/database/statement.ts'
import type { Transactor } from '../../../packages/host/src/database/transactor.ts'
import { testDatabases, type TestDatabaseProduct } from '@host/host/testing/database/test-databases'
import { identityModels } from '../../../packages/host/src/identity/index.ts'
import { busyUser, fillAuditLog } from '../lab/audit-load.ts'

const entries = 8_000
const windowSize = 100
const day = (count: number): string => new Date(Date.now() - count * 86_400_000).toISOString()

/** Values of every filter; the type asks for each filter that the log has. */
const wishes: { readonly [Name in keyof Required<AuditFilter>]: readonly Required<AuditFilter>[Name][] } = {
  action: ['note.created', 'none.x', 'note', 'member'],
  actor: [busyUser, 'usr_nobody', 'agent', 'user'],
  target: ['note:7', 'note', 'view'],
  from: [day(60)],
  to: [day(30)],
  requestId: ['request-77'],
  exceptActions: [['note.created', 'member.joined']],
}

const single: readonly AuditFilter[] = Object.entries(wishes).flatMap(([name, values]) =>
  values.map((value) => ({ [name]: value })),
)
const pairs = single.flatMap((one, place) =>
  single
    .slice(place + 1)
    .filter((other) => Object.keys(other)[0] !== Object.keys(one)[0])
    .map((other) => ({ ...one, ...other })),
)
const filters: readonly AuditFilter[] = [{}, ...single, ...pairs]

for (const product of testDatabases) {
  test(`§P62 a statement of an audit filter looks at one window of an index (${product.name})`, async () => {
    await using lab = await openLog(product)
    for (const filter of filters) {
      for (const cursor of [undefined, `${day(45)}_aud_${'9'.repeat(26)}`]) {
        await lab.reader.page('org_long', { ...filter, cursor, limit: 20 })
      }
      await lab.reader.count('org_long', filter, 100)
    }
    await lab.reader.countBetween('org_long', [90, 60, 30, 7, 0].map(day), 1_000)
    const statements = new Map(lab.statements.map((statement) => [statement.sql, statement]))
    assert.ok(statements.size > 20, `${statements.size} statements`)
    for (const statement of statements.values()) {
      assert.equal(statement.backgroundQueue, 'org_long', statement.sql)
      await (product.dialect === 'sqlite' ? assertSqlite : assertPostgres)(lab.database, statement)
    }
  })

  test(`pages of windows miss no entry and show none twice, for any filter (${product.name})`, async () => {
    await using lab = await openLog(product, 800)
    const whole = new EntryReader(lab.db)
    for (const filter of filters) {
      const expected = await idsOf(whole, filter)
      assert.deepEqual(await idsOf(lab.reader, filter), expected, JSON.stringify(filter))
      assert.equal(await lab.reader.count('org_long', filter, 3_000), expected.length, JSON.stringify(filter))
    }
    const moments = [90, 60, 30, 7, 0].map(day)
    assert.deepEqual(
      await lab.reader.countBetween('org_long', moments, 100_000),
      await whole.countBetween('org_long', moments, 100_000),
    )
  })
}

async function openLog(product: TestDatabaseProduct, count: number = entries) {
  const fresh = await product.create()
  const database = await fresh.open({ isExclusive: false })
  const owners = [{ name: 'host', models: [...auditModels, ...identityModels], migrations: [] }]
  await migrate(database, owners)
  for (const orgId of ['org_long', 'org_other']) await fillAuditLog(fresh, orgId, count)
  const statements: Statement[] = []
  const watched = watch(database, statements)
  const db = new DataAccess({ database, owners, onDoor: () => undefined }).forHost(owners[0]!.models, watched)
  return {
    database,
    db,
    statements,
    reader: new EntryReader(db, windowSize),
    [Symbol.asyncDispose]: () => fresh[Symbol.asyncDispose](),
  }
}

function watch(database: Database, statements: Statement[]): Transactor {
  return {
    dialect: database.dialect,
    run: (statement) => {
      statements.push(statement)
      return database.run(statement)
    },
    batch: (given) => database.batch(given),
    transaction: (work, options) => database.transaction(work, options),
  }
}

async function idsOf(reader: EntryReader, filter: AuditFilter): Promise<readonly string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await reader.page('org_long', { ...filter, limit: 200, cursor })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return ids
}

async function plan(database: Database, explain: string, { sql, parameters }: Statement): Promise<string> {
  const { rows } = await database.run({ sql: `${explain} ${sql}`, parameters, writes: false })
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
}

/**
 * SQLite does not say how many rows a statement looked at, so it is shown by construction: each table is searched by an
 * index down to its range of time, nothing is sorted but entries of one millisecond, and the range that the index gives,
 * without the conditions that no index serves, has the rows of one window.
 */
async function assertSqlite(database: Database, statement: Statement): Promise<void> {
  const text = await plan(database, 'explain query plan', statement)
  assert.doesNotMatch(text, /SCAN (?!CONSTANT)/, `${statement.sql}\n${text}`)
  if (!statement.sql.includes('audit_entries')) return
  assert.doesNotMatch(text, /TEMP B-TREE FOR ORDER BY/, `${statement.sql}\n${text}`)
  for (const [line] of text.matchAll(/SEARCH .*audit_entries.*/g)) {
    assert.match(line, /INDEX audit_entries\.org_id\.(?:\w+\.)?at\.idx \(org_id=\?/, text)
  }
  const bare = statement.sql.replaceAll(/\(?\("e"\."\w+" \|\| ''\) (?:=|>=|<) \?\)?/g, '? is not null')
  const { rows } = await database.run({ ...statement, sql: bare, backgroundQueue: undefined })
  const [first = {}] = rows
  const looked = 'count' in first ? rows.reduce((sum, { count }) => sum + Number(count), 0) : rows.length
  assert.ok(looked <= windowSize + 1, `${looked} rows: ${statement.sql}`)
}

/** PostgreSQL says how many rows it looked at. */
async function assertPostgres(database: Database, statement: Statement): Promise<void> {
  const text = await plan(database, 'explain (analyze, timing off)', statement)
  assert.doesNotMatch(text, /Seq Scan on audit_entries/, `${statement.sql}\n${text}`)
  for (const [, rows, loops] of text.matchAll(/audit_entries.*actual rows=([\d.]+) loops=(\d+)/g)) {
    assert.ok(Number(rows) * Number(loops) <= windowSize + 1, `${statement.sql}\n${text}`)
  }
  for (const [, removed] of text.matchAll(/Rows Removed by Filter: (\d+)/g)) {
    assert.ok(Number(removed) <= windowSize + 1, `${statement.sql}\n${text}`)
  }
}
