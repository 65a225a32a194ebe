/**
 * How many rows the statements of unbounded reads examine on SQLite, which can't cancel one. The routes are those that
 * the build lists and the inputs are those that their schemas name, so a new one is asked too.
 */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test, type TestContext } from 'node:test'
import { column, definePlugin, json, mirror } from '@host/plugin'
import { InstanceGuard } from '@host/plugin/platform'
import { SqliteDriver } from '../../../packages/host/src/database/sqlite/sqlite-driver.ts'
import type { Statement } from '../../../packages/host/src/database/statement.ts'
import { ExaminedRows } from '@host/host/testing/database/examined-rows'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { routesOf, type EditionRoute } from '../access/matrix/edition-routes.ts'
import { busyUser } from '../lab/audit-load.ts'
import { fillTables, fullRows } from '../lab/full-tables.ts'
import { infoOf } from '../lab/plugins.ts'
import { startSpecHost, type SpecHost } from '../lab/spec-host.ts'
import type { Visitor } from '../lab/visitor.ts'

/** Rows that a statement may examine: a window, and a page with the data shown beside its entries. */
const mostExamined = 10_000 + 200

/** Tables that no number of accounts, workspaces or entries fills: bounded by the build, its processes, or one person. */
const small: ReadonlySet<string> = new Set([
  'api_tokens',
  'audit_chains',
  'audit_unsealed',
  'host_keyring',
  'host_nodes',
  'instance_settings',
  'sign_in_providers',
])

const plantedRoute = 'GET /api/x/planted/workspaces'

/** Has a console route whose statement grows with the instance. */
const planted = definePlugin({
  name: 'planted',
  info: infoOf('Planted'),
  models: [mirror('workspaces', { id: column.id('org'), name: column.text() }, { tenantKey: 'id' })],
  mount(mux, ctx) {
    const guard = ctx.lookup(InstanceGuard)
    assert.ok(guard)
    const list = async () =>
      json(await ctx.db.asInstance('list').selectFrom('workspaces').select('name').orderBy('name').limit(5).execute())
    mux.handle(plantedRoute, guard(list))
  },
})

/** The statements of one request, and of nothing that runs beside it. */
const asked = new AsyncLocalStorage<Statement[]>()

test('§8.18 no statement of the console, an audit log or an export examines more than 10,000 rows, and one that does is found', async (t) => {
  await using fresh = await testDatabases[0]!.create()
  await using spec = await startSpecHost({ at: fresh, plugins: [planted] })
  const { ada } = await spec.people()
  const { body } = await ada.get<{ readonly workspace: { readonly id: string } }>('/api/auth/me')
  const full = new Set(await fillTables(fresh, body.workspace.id))
  using examined = new ExaminedRows(fresh.url)
  record(t)
  const routes = routesOf(spec.host).filter(isUnbounded)
  assert.ok(routes.length >= 25, `${routes.length} routes`)
  const faults = new Map<string, string>()
  for (const route of routes) {
    for (const statement of await statementsOf(spec, ada, urlsOf(route, body.workspace.id))) {
      // The session of the request is read by its unique key, whenever the memory of it has lapsed.
      if (statement.sql.includes('"token_hash" = ')) continue
      const rows = [...examined.of(statement)].filter(([table]) => !small.has(table))
      const sum = rows.reduce((all, [, count]) => all + count, 0)
      if (sum > mostExamined) faults.set(route.pattern, `${sum} rows: ${statement.sql}`)
      const empty = rows.find(([table]) => !full.has(table))
      if (empty !== undefined && route.audience === 'instance') {
        faults.set(route.pattern, `${empty[0]} has to be filled with ${fullRows} rows: ${statement.sql}`)
      }
    }
  }
  assert.match(faults.get(plantedRoute) ?? '', /^105\d\d rows: .*"workspaces"/)
  faults.delete(plantedRoute)
  assert.deepEqual(Object.fromEntries(faults), {})
})

test('§P78 counts and sums of the console are exact over more rows than one statement examines', async () => {
  await using fresh = await testDatabases[0]!.create()
  await using spec = await startSpecHost({ at: fresh })
  const { ada } = await spec.people()
  const { body } = await ada.get<{ readonly workspace: { readonly id: string } }>('/api/auth/me')
  const lists = ['/api/instance/growth', '/api/instance/providers', '/api/instance/workspaces?sort=created&limit=1']
  const [growth, , workspaces] = (await Promise.all(lists.map((path) => ada.get<Counts>(path)))).map((one) => one.body)
  await fillTables(fresh, body.workspace.id)
  const [after, providers, first] = (await Promise.all(lists.map((path) => ada.get<Counts>(path)))).map(
    (one) => one.body,
  )
  assert.equal(after?.users?.total, (growth?.users?.total ?? 0) + fullRows)
  assert.deepEqual(after?.workspaces, { total: 2 + fullRows, lately: 2 + fullRows })
  assert.equal(providers?.items?.[0]?.identities, fullRows)
  assert.equal(first?.items?.[0]?.members, (workspaces?.items?.[0]?.members ?? 0) + fullRows)
  let [planned, cursor]: [number, string | null] = [0, '']
  while (cursor !== null) {
    const next = `/api/instance/plans/workspaces?limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const page: Page = (await ada.get<Page>(next)).body
    planned += page.items.length
    cursor = page.nextCursor
  }
  assert.equal(planned, 2 + fullRows, 'the plans of all workspaces are on some page')
  const used = (await ada.get<Telemetry>('/api/instance/telemetry?plugin=lab')).body
  assert.deepEqual([used.total.calls, used.total.jobTime], [fullRows, fullRows])
  assert.equal(used.plugins.find(({ plugin }) => plugin.name === 'lab')?.calls, fullRows)
  assert.equal(used.workspaces.length, 50)
})

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

interface Counts {
  readonly users?: { readonly total: number; readonly lately: number }
  readonly workspaces?: { readonly total: number; readonly lately: number }
  readonly items?: readonly { readonly identities?: number; readonly members?: number }[]
}

interface Telemetry {
  readonly total: { readonly calls: number; readonly jobTime: number }
  readonly plugins: readonly { readonly plugin: { readonly name: string }; readonly calls: number }[]
  readonly workspaces: readonly unknown[]
}

function record(t: TestContext): void {
  const { run } = SqliteDriver.prototype
  t.mock.method(SqliteDriver.prototype, 'run', function (this: SqliteDriver, statement: Statement) {
    if (!statement.writes) asked.getStore()?.push(statement)
    return run.call(this, statement)
  })
}

/** All reads of instance admins, the lists of a workspace's audit log, and exports. */
function isUnbounded({ pattern, plugin, audience, path }: EditionRoute): boolean {
  if (!pattern.startsWith('GET ')) return false
  return audience === 'instance' || (plugin === 'audit' && !path.includes('{')) || path.endsWith('/export')
}

/** Statements of the requests, each once per shape of its parameters. */
async function statementsOf({ host }: SpecHost, ada: Visitor, urls: readonly string[]): Promise<readonly Statement[]> {
  const statements: Statement[] = []
  for (const url of urls) {
    const request = new Request(new URL(url, ada.base), { headers: ada.standing })
    const answer = await asked.run(statements, () => host.fetch(request))
    await asked.run(statements, () => answer.text())
    assert.ok(answer.status < 500, `${url}: ${answer.status}`)
  }
  const shapeOf = ({ sql, parameters }: Statement): string =>
    [sql, ...parameters.map((value) => String(value).slice(0, 6))].join('\n')
  return [...new Map(statements.map((statement) => [shapeOf(statement), statement])).values()]
}

/**
 * The route without input, with each value of each field, and with each two of them. An export takes the same input as
 * its list.
 */
function urlsOf({ path, endpoint }: EditionRoute, orgId: string): readonly string[] {
  const url = path.replaceAll(/\{\w+\}/g, path.startsWith('/api/workspaces/') ? orgId : 'none')
  const properties = endpoint?.jsonSchema('input')['properties'] ?? {}
  const single = Object.entries(properties as Readonly<Record<string, { readonly enum?: readonly string[] }>>).flatMap(
    ([name, field]) => (field.enum ?? values[name] ?? []).map((value) => ({ [name]: value })),
  )
  const pairs = single.flatMap((one, place) => single.slice(place + 1).map((other) => ({ ...one, ...other })))
  const always = url.includes('/audit/export') ? { format: 'json' } : {}
  const queries = url.endsWith('/export') ? [{}] : [{}, ...single, ...pairs]
  return queries.map((query) => `${url}?${new URLSearchParams({ ...always, ...query }).toString()}`)
}

/** Values of fields whose schema names none. */
const values: Readonly<Record<string, readonly string[]>> = {
  limit: ['200'],
  q: ['nowhere'],
  plugin: ['lab'],
  workspace: ['org_zx00007'],
  total: ['true'],
  action: ['note.created', 'note'],
  actor: [busyUser, 'agent'],
  target: ['note:7', 'note'],
  requestId: ['request-77'],
  from: [new Date(Date.now() - 60 * 86_400_000).toISOString()],
}
