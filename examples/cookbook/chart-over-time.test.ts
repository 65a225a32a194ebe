import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestHost, TestCallError } from '@host/testing'
import { addSale, plugin, salesByMonth } from './chart-over-time.ts'

test('sales are summed by the months of the reader’s time zone', async () => {
  await using host = await createTestHost({ plugins: [plugin] })
  const member = host.as('member')
  const today = new Date(host.clock.now())
  const firstOf = (monthsAgo: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, 1)
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  // A month of Shanghai begins eight hours before that of UTC.
  const begins = firstOf(2) - 8 * 3_600_000
  const sell = (cents: number, time: number) => member.call(addSale, { cents, soldAt: new Date(time).toISOString() })
  await sell(100, begins - 60_000)
  await sell(20, begins + 60_000)
  await sell(3, firstOf(14))

  const [before, after] = [dayOf(firstOf(3)), dayOf(firstOf(2))]
  const inShanghai = await member.call(salesByMonth, { timeZone: 'Asia/Shanghai' })
  const expected = [
    { month: before, cents: 100, count: 1 },
    { month: after, cents: 20, count: 1 },
  ]
  assert.deepEqual(inShanghai.items, expected)
  const inUtc = await member.call(salesByMonth, { timeZone: 'UTC' })
  assert.deepEqual(inUtc.items, [{ month: before, cents: 120, count: 2 }])
  await assert.rejects(
    () => member.call(salesByMonth, { timeZone: 'Atlantis' }),
    (error) => error instanceof TestCallError && error.status === 400,
  )
})
