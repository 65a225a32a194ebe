import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { testDatabases, type TestDatabase } from '@host/host/testing/database/test-databases'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import { instanceAdminEmail, testPassword } from '../../../packages/testing/src/test-people.ts'
import type { OrderPlace, OrderReport, OrderTask } from '../lab/order-process.ts'
import { secretKey } from '../lab/secret-key.ts'

const script = new URL('../lab/order-process.ts', import.meta.url).pathname
const isSoak = process.env['HOST_SOAK'] === '1'
const [kills, orders] = isSoak ? [20, 40] : [1, 12]
const externalIds = Array.from({ length: orders }, (_, at) => `order-${at}`)

for (const product of isSoak ? testDatabases : testDatabases.slice(0, 1)) {
  test(`§P8 processes that are killed while orders are paid: each has one key, one email and one event (${product.dialect})`, async () => {
    await using fresh = await product.create()
    const environment = {
      HOST_DATABASE_URL: fresh.url,
      HOST_SECRET_KEY: secretKey,
      HOST_SQLITE_SYNCHRONOUS: 'normal',
      HOST_PUBLIC_URL: 'http://host.test',
      HOST_ADMIN_EMAIL: instanceAdminEmail,
      HOST_ADMIN_PASSWORD: testPassword,
    }
    const reports: OrderReport[] = []
    let place: OrderPlace | undefined
    for (let round = 0; round <= kills; round += 1) {
      const isLast = round === kills
      const found = await run(
        { environment, externalIds, ...(place && { place }) },
        isLast ? undefined : Math.random() * 200,
      )
      reports.push(...found)
      place ??= found.find((report) => 'place' in report)?.place
      await endLeases(fresh)
    }
    assert.ok(reports.some((report) => 'done' in report))
    assertOnce(await licensed(fresh))
    assertOnce(reports.flatMap((report) => ('email' in report ? [`${report.email} ${report.to}`] : [])))
    assertOnce(reports.flatMap((report) => ('event' in report ? [report.event] : [])))
  })
}

/** The same email or event may leave twice when its sender is killed; its ID tells. */
function assertOnce(sent: readonly string[]): void {
  const distinct = new Set(sent)
  const orderIds = [...distinct].map((text) => /order-\d+/.exec(text)?.[0] ?? '')
  assert.deepEqual(orderIds.toSorted(), externalIds.toSorted())
}

/** The customer of each license with a short key, which is named like the order. */
async function licensed(fresh: TestDatabase): Promise<readonly string[]> {
  const database = await fresh.open()
  const text = `select l.email from products_licenses l
    join products_license_texts t on t.license_id = l.id and t.form = 'short'`
  const { rows } = await database.run({ sql: text, parameters: [], writes: false, tenant: undefined })
  await database.close()
  const emails = rows.map((row) => String((row as { readonly email: unknown }).email))
  assert.equal(emails.length, new Set(emails).size)
  return emails
}

/** The processes are known to be dead; otherwise the next one waits until their leases end. */
async function endLeases(fresh: TestDatabase): Promise<void> {
  const database = await fresh.open()
  await database.run({ sql: 'delete from host_nodes', parameters: [], writes: true, tenant: undefined })
  await database.close()
}

/** @param killedAfter milliseconds from its first report */
async function run(task: OrderTask, killedAfter: number | undefined): Promise<readonly OrderReport[]> {
  const child = fork(await bundledProgram(script), [JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const reports: OrderReport[] = []
  const ended = once(child, 'close')
  const first = once(child, 'message')
  child.on('message', (message) => void reports.push(message as OrderReport))
  if (killedAfter !== undefined) {
    await first
    // A real wait: the process is killed at any moment of its work.
    await pause(killedAfter)
    child.kill('SIGKILL')
  }
  await ended
  return reports
}
