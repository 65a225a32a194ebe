import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { bundledProgram } from '../../../packages/cli/src/build/testing/bundled-program.ts'
import { instanceAdminEmail, testPassword } from '../../../packages/testing/src/test-people.ts'
import type { OrderPlace, OrderReport, OrderTask } from '../lab/order-process.ts'
import { secretKey } from '../lab/secret-key.ts'

const script = await bundledProgram(new URL('../lab/order-process.ts', import.meta.url).pathname)

test('§P8 one use of a discount is left, and 200 orders on three processes want it: exactly one gets it', async () => {
  const product = testDatabases.find(({ dialect }) => dialect === 'postgres')
  assert.ok(product !== undefined)
  await using fresh = await product.create()
  const environment = {
    HOST_DATABASE_URL: fresh.url,
    HOST_SECRET_KEY: secretKey,
    HOST_ADMIN_EMAIL: instanceAdminEmail,
    HOST_ADMIN_PASSWORD: testPassword,
  }
  const first = start({ environment, externalIds: [] })
  await first.ended
  const place = placeIn(first.reports)
  const sizes = [67, 67, 66]
  const processes = sizes.map((size, process) =>
    start({
      environment,
      redeems: true,
      externalIds: Array.from({ length: size }, (_, at) => `order-${process}-${at}`),
      ...(place && { place }),
    }),
  )
  await Promise.all(processes.map(({ ready }) => ready))
  for (const { child } of processes) child.send('go')
  await Promise.all(processes.map(({ ended }) => ended))
  const redeemed = processes.map(({ reports }) => reports.find((report) => 'redeemed' in report)?.redeemed ?? NaN)
  assert.equal(
    redeemed.reduce((sum, count) => sum + count, 0),
    1,
  )
})

function start(task: OrderTask) {
  const child = fork(script, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const reports: OrderReport[] = []
  child.on('message', (message) => void reports.push(message as OrderReport))
  return { child, reports, ready: once(child, 'message'), ended: once(child, 'close') }
}

function placeIn(reports: readonly OrderReport[]): OrderPlace | undefined {
  return reports.find((report) => 'place' in report)?.place
}
