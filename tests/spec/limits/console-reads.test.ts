/**
 * Every read of the console and every list of the audit log runs beside the main thread: the routes are those that the
 * build itself lists, so a new one is asked too.
 */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { test } from 'node:test'
import { PostgresDriver } from '../../../packages/host/src/database/postgres/postgres-driver.ts'
import { SqliteDriver } from '../../../packages/host/src/database/sqlite/sqlite-driver.ts'
import type { Statement } from '../../../packages/host/src/database/statement.ts'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { startSpecHost } from '../lab/spec-host.ts'

interface ListedRoute {
  readonly pattern: string
  readonly plugin: string
  readonly audience: string
}

/** The statements of one request, and of nothing that runs beside it. */
const asked = new AsyncLocalStorage<Statement[]>()
/**
 * Rows by their keys: the end of a chain, the session, which is read again when its cached copy has expired, and the names
 * of the records that a page of entries is about.
 */
const byKey = [
  /^select \* from audit_chains where org_id = /,
  /where "s"\."token_hash" = \S+ and "u"\."disabled_at" is null$/,
  /where "id" in \([\d$?, ]+\)$/,
]

for (const { dialect, create } of testDatabases) {
  test(`§P62 no list of the console or of the audit log is read on the main thread (${dialect})`, async (t) => {
    await using fresh = await create()
    await using spec = await startSpecHost({ at: fresh })
    const { ada } = await spec.people()
    const driver: { run: SqliteDriver['run'] } =
      dialect === 'sqlite' ? SqliteDriver.prototype : PostgresDriver.prototype
    const { run } = driver
    t.mock.method(driver, 'run', function (this: SqliteDriver, statement: Statement) {
      asked.getStore()?.push(statement)
      return run.call(this, statement)
    })
    const { body } = await ada.get<{ readonly items: readonly ListedRoute[] }>('/api/instance/routes')
    const paths = body.items.filter(isRead).map(({ pattern }) => pattern.slice(4).replaceAll(/\{\w+\}/g, 'none'))
    assert.ok(paths.length >= 25, `${paths.length} routes`)
    let inBackground = 0
    for (const path of paths) {
      const statements: Statement[] = []
      const url = new URL(`${path}${path.endsWith('/export') ? '?format=json' : ''}`, ada.base)
      const answer = await asked.run(statements, () => spec.host.fetch(new Request(url, { headers: ada.standing })))
      assert.ok(answer.status < 500, `${path}: ${answer.status}`)
      await asked.run(statements, () => answer.text())
      const reads = statements.filter(({ writes, sql }) => !writes && !byKey.some((row) => row.test(sql)))
      const onMain = reads.filter(({ backgroundQueue }) => backgroundQueue === undefined)
      assert.deepEqual(
        onMain.map(({ sql }) => sql),
        [],
        path,
      )
      inBackground += reads.length
    }
    assert.ok(inBackground >= 25, `${inBackground} reads`)
  })
}

/** All reads of instance admins, and the lists of a workspace's audit log; one entry is read by its ID. */
function isRead({ pattern, plugin, audience }: ListedRoute): boolean {
  if (!pattern.startsWith('GET ')) return false
  return audience === 'instance' || (plugin === 'audit' && !pattern.includes('{'))
}
