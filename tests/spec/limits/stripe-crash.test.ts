import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { instanceAdminEmail, testPassword } from '../../../packages/testing/src/test-people.ts'
import { secretKey } from '../lab/secret-key.ts'
import type { StripeReport, StripeTask } from '../lab/stripe-process.ts'

const script = new URL('../lab/stripe-process.ts', import.meta.url).pathname
const recorded = (name: string): string =>
  readFileSync(new URL(`../../../examples/stripe/events/${name}.json`, import.meta.url), 'utf8')

test('§P8 a webhook of a payment gives a plan and an order once, over a crash, replays and reordering', async () => {
  const [product] = testDatabases
  assert.ok(product !== undefined)
  await using fresh = await product.create()
  const environment = {
    HOST_DATABASE_URL: fresh.url,
    HOST_SECRET_KEY: secretKey,
    HOST_SQLITE_SYNCHRONOUS: 'normal',
    HOST_PUBLIC_URL: 'http://host.test',
    HOST_ADMIN_EMAIL: instanceAdminEmail,
    HOST_ADMIN_PASSWORD: testPassword,
  }
  const paid = recorded('checkout-session-completed')
  const ended = recorded('customer-subscription-deleted')
  // The end of an earlier subscription, which arrives late.
  const endedBefore = ended.replace('0000000002', '0000000000').replace('1754144019', '1751465618')

  const first = await run({ environment, dies: true, groups: [[paid]] })
  assert.equal(first.signal, 'SIGKILL')
  assert.deepEqual(await ordersIn(fresh), ['cs_test_a1PlanTeam0000000001'])
  const place = first.reports.find((report) => 'place' in report)?.place
  assert.ok(place !== undefined)

  const groups = [[paid, paid, endedBefore], [endedBefore], [ended, ended], [paid]]
  const { reports } = await run({ environment, place, dies: false, groups })
  assert.deepEqual(
    reports.flatMap((report) => ('plan' in report ? [[report.plan, ...new Set(report.statuses)]] : [])),
    [
      ['team', 204],
      ['team', 204],
      [null, 204],
      [null, 204],
    ],
  )
  assert.deepEqual(await ordersIn(fresh), ['cs_test_a1PlanTeam0000000001'])
})

/** External IDs of the orders. Ends the leases of the process, which is known to be dead. */
async function ordersIn(fresh: TestDatabase): Promise<readonly unknown[]> {
  const database = await fresh.open()
  const read = { sql: 'select external_id from products_orders', parameters: [], writes: false, tenant: undefined }
  const { rows } = await database.run(read)
  await database.run({ sql: 'delete from host_nodes', parameters: [], writes: true, tenant: undefined })
  await database.close()
  return rows.map((row) => (row as { readonly external_id: unknown }).external_id)
}

async function run(task: StripeTask): Promise<{ reports: readonly StripeReport[]; signal: unknown }> {
  const child = fork(script, [JSON.stringify(task)], {
    execArgv: ['--conditions=source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const reports: StripeReport[] = []
  child.on('message', (message) => void reports.push(message as StripeReport))
  const [, signal] = (await once(child, 'close')) as unknown[]
  return { reports, signal }
}
