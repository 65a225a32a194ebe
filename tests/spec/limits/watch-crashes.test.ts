import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import { instanceAdminEmail, testPassword } from '../../../packages/testing/src/test-people.ts'
import { startDnsTree } from '../../../plugins/domains/server/testing/dns-tree.ts'
import { secretKey } from '../lab/secret-key.ts'
import type { WatchOrder } from '../lab/watch-process.ts'

const script = new URL('../lab/watch-process.ts', import.meta.url).pathname
const zone = 'acme.example'
const hours = 3_600_000

for (const product of testDatabases) {
  test(`§P8 a process killed between a check of DNS records and its event: the next start publishes it once (${product.dialect})`, async () => {
    await using fresh = await product.create()
    await using tree = await startDnsTree()
    tree.delegate(zone)
    const environment = {
      ...tree.environment,
      HOST_DATABASE_URL: fresh.url,
      HOST_SECRET_KEY: secretKey,
      HOST_SQLITE_SYNCHRONOUS: 'normal',
      HOST_ADMIN_EMAIL: instanceAdminEmail,
      HOST_ADMIN_PASSWORD: testPassword,
    }
    assert.deepEqual(await run({ environment, zone, ahead: 0, isFirst: true }), {
      signal: 'SIGKILL',
      report: undefined,
    })
    assert.ok(tree.asked.some(({ name }) => name === `api.${zone}.`))
    await endLeases(fresh)
    const { report } = await run({ environment, zone, ahead: hours, isFirst: false })
    assert.deepEqual(report, { events: ['record.verify_failed'], notifications: 1 })
    const again = await run({ environment, zone, ahead: 12 * hours, isFirst: false })
    assert.deepEqual(again.report, { events: [], notifications: 0 })
  })
}

/** The process is known to be dead; otherwise the next one waits until its lease ends. */
async function endLeases(fresh: TestDatabase): Promise<void> {
  const database = await fresh.open()
  await database.run({ sql: 'delete from host_nodes', parameters: [], writes: true, tenant: undefined })
  await database.close()
}

async function run(order: WatchOrder) {
  const child = fork(await bundledProgram(script), [JSON.stringify(order)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let report: unknown
  child.on('message', (message) => void (report = message))
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { signal, report }
}
