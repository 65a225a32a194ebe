/**
 * The cost of statements that run per claim, per page of the console and per sweep: they follow indexes, however many
 * rows there are.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UsageMeter } from '../observability/accounting/usage-meter.ts'
import { UsageStore } from '../observability/accounting/usage-store.ts'
import { accountingModels } from '../observability/accounting/models.ts'
import { DataAccess } from '../database/data-access.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate/migrate.ts'
import type { Statement } from '../database/statement.ts'
import { testDatabases } from '../../testing/database/test-databases.ts'
import { EventReader } from '../events/event-reader.ts'
import { removeOldEvents } from '../events/retention.ts'
import { hostModels } from '../models/host-models.ts'
import { JobChanges } from './job-changes.ts'
import { JobReader } from './job-reader.ts'
import { JobStore } from './job-store.ts'

const rows = process.env['HOST_SOAK'] === '1' ? 100_000 : 6_000
const now = Date.UTC(2026, 0, 1)
const owners = [{ name: 'host', models: hostModels }]
const nobody = async (): Promise<void> => undefined

/** The tables with so many rows that a scan would be noticed. */
async function fill(database: Database): Promise<void> {
  const write = async (sql: string): Promise<void> => void (await database.run({ sql, parameters: [], writes: true }))
  const numbers =
    database.dialect === 'sqlite'
      ? `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows}) select n from numbers)`
      : `generate_series(1::bigint, ${rows}) as numbers(n)`
  for (const state of ['waiting', 'delayed', 'held', 'done', 'failed']) {
    await write(`
      insert into host_jobs (id, org_id, plugin, kind, lane, state, at, delayed_at, attempt, attempts, epoch, created_at, input)
      select '${state}' || n, 'org_' || (n % 50), 'notes', 'tag', 'notes:tag', '${state}', ${now} + n, ${now}, 0, 8, 0, 0, '{}'
      from ${numbers}`)
  }
  await write(`
    insert into host_jobs (id, org_id, plugin, kind, lane, state, at, node_id, attempt, attempts, epoch, created_at, input)
    select 'running' || n, 'org_' || n, 'notes', 'tag', 'notes:tag', 'running', ${now}, 'node_1', 1, 8, 1, 0, '{}'
    from ${numbers} where n <= 60`)
  await write(`insert into host_nodes (id, lease_until) values ('node_1', 9000000000000000)`)
  await write(`
    insert into host_events (id, org_id, name, plugin, data, at, turn)
    select 'evt_000000000000000000' || (10000000 + n), 'org_' || (n % 50), 'note.created', 'notes', '{}', '2026-01-01T00:00:00.000Z', n from ${numbers}`)
  await write(`
    insert into host_usage (id, hour, plugin, org_id, calls, errors, time, queries, database_time, outbound_calls, outbound_errors,
      jobs, job_errors, job_time)
    select 'usg_' || n, ${now} + 3600000 * (n / 50), 'notes', 'org_' || (n % 50), 1, 0, 1, 1, 1, 0, 0, 0, 0, 0 from ${numbers}`)
  for (const table of ['host_jobs', 'host_events', 'host_usage', 'host_nodes']) await write(`analyze ${table}`)
}

function watchedDatabase(database: Database, watch: (statement: Statement) => void): Database {
  const run: Database['run'] = (statement, ...rest) => {
    watch(statement)
    return database.run(statement, ...rest)
  }
  const batch: Database['batch'] = (statements, ...rest) => {
    for (const statement of statements) watch(statement)
    return database.batch(statements, ...rest)
  }
  const own: Readonly<Record<PropertyKey, unknown>> = { run, batch }
  return new Proxy(database, {
    get: (target, name) => {
      const found: unknown = own[name] ?? Reflect.get(target, name, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
}

/** Does everything once, and collects the statements. */
async function statementsOf(database: Database): Promise<readonly Statement[]> {
  const ran: Statement[] = []
  const watched = watchedDatabase(database, (statement) => void ran.push(statement))
  const store = new JobStore({ database: watched, node: 'node_1', clock: () => now })
  const [claimed] = await store.claim([{ org: 'org_1', lane: 'notes:tag', most: 4 }])
  assert.ok(claimed)
  await store.progress(claimed, 0.5, null)
  await store.end(claimed, { state: 'delayed', at: now, attempt: 1, error: null, fault: null })
  await store.complete(await store.claim([{ org: 'org_2', lane: 'notes:tag', most: 4 }]))
  await store.promote('notes')
  await store.promoteFirst([{ org: 'org_3', lane: 'notes:tag', most: 4 }])
  await store.delayed('notes', now + 100, { at: Number.MAX_SAFE_INTEGER, id: '~' })
  await store.hold({ org: 'org_4', lane: 'notes:tag' })
  await store.release({ org: 'org_4', lane: 'notes:tag' })
  await store.free()
  await store.lost([claimed])
  await store.own()
  await store.remove('done', 'notes')
  const reader = new JobReader(watched)
  await reader.find('org_1', 'waiting1')
  await reader.list({ limit: 50 })
  await reader.list({ limit: 50, cursor: '2.9007199254740991.~' })
  for (const state of ['waiting', 'running', 'held', 'done', 'failed'] as const) {
    const page = await reader.list({ state, limit: 50 })
    if (page.nextCursor !== null) await reader.list({ state, limit: 50, cursor: page.nextCursor })
  }
  await reader.list({ plugin: 'notes', limit: 50 })
  const changes = new JobChanges({
    database: watched as never,
    bus: {} as never,
    clock: () => now,
    told: () => undefined,
  })
  await changes.remove('held1')
  await changes.retry('failed1')
  const data = new DataAccess({ database: watched, owners, onDoor: () => undefined })
  const events = new EventReader({ database: watched, data })
  const page = await events.page('org_1', { limit: 50 })
  await events.page('org_1', { limit: 50, cursor: page.nextCursor ?? undefined, names: ['note.created'] })
  await events.find('org_1', 'evt_00000000000000000010000001')
  await removeOldEvents(watched, now)
  const usage = new UsageStore(data.forHost(accountingModels))
  const meter = new UsageMeter({ current: () => undefined })
  meter.of('notes', 'org_1').noteCall(1, false)
  await usage.add(meter.take().map((row) => ({ ...row, hour: now })))
  await usage.removeBefore(now + 20 * 3_600_000, nobody)
  await usage.removeOrphans(nobody)
  await usage.course({ from: now, to: now + 24 * 3_600_000, orgId: 'org_1' })
  await usage.by('plugin', { from: now, to: now + 3_600_000 }, 10)
  return ran
}

for (const product of testDatabases) {
  test(`§P49 on ${product.name} nothing that runs per claim, page or sweep reads a whole table of ${rows} rows of each state`, async () => {
    await using fresh = await product.create()
    const database = await fresh.open()
    await migrate(database, owners)
    await fill(database)
    const statements = await statementsOf(database)
    assert.ok(statements.length > 25, String(statements.length))
    for (const { sql, parameters } of statements) {
      const explain = product.dialect === 'sqlite' ? 'explain query plan' : 'explain'
      const plan = await database.run({ sql: `${explain} ${sql}`, parameters, writes: false })
      const text = plan.rows.map((row) => Object.values(row).join(' ')).join('\n')
      assert.doesNotMatch(
        text,
        /SCAN (host_jobs|host_events|host_usage)|Seq Scan on host_(jobs|events|usage)/,
        `${sql}\n${text}`,
      )
    }
  })
}
