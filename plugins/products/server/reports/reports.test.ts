import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Workspaces } from '@host/plugin/platform'
import {
  createOrder,
  createPrice,
  createProduct,
  readRevenue,
  readSubscriptions,
  readWeekSales,
  refundOrder,
} from '../../shared.ts'
import { OrderRecording } from '../contract.ts'
import { openProductsLab } from '../testing/products-lab.ts'
import { refused } from '../testing/refused.ts'

test('revenue counts on days of the workspace, refunds on their own, and the file adds up to the page', async (context) => {
  const host = await openProductsLab(context)
  const owner = host.as('owner')
  const workspaces = host.service(Workspaces)
  await workspaces.change({ orgId: host.workspaces.here, actorId: host.userIds.owner }, { timeZone: 'Asia/Shanghai' })
  const dayOf = (): string =>
    Temporal.Instant.fromEpochMilliseconds(host.clock.now())
      .toZonedDateTimeISO('Asia/Shanghai')
      .toPlainDate()
      .toString()
  const product = await owner.call(createProduct, { name: 'Editor', status: 'active' })
  const other = await owner.call(createProduct, { name: 'Player', status: 'active' })
  const sell = (currency: string, amounts: readonly (number | string)[]) =>
    owner.call(createOrder, {
      email: 'ada@example.com',
      currency,
      lines: amounts.map((unitAmount, at) => ({ productId: at === 0 ? product.id : other.id, unitAmount })),
      paid: true,
    })
  const first = dayOf()
  const order = await sell('EUR', [1_000, 500])
  await sell('KWD', ['900719925474099199'])
  await sell('KWD', ['900719925474099199'])
  host.clock.advance({ days: 2 })
  const last = dayOf()
  await owner.call(refundOrder, { id: order.id, amount: 300 })
  await sell('EUR', [7])

  const range = { from: first, to: last }
  const report = await owner.call(readRevenue, range)
  assert.equal(report.timeZone, 'Asia/Shanghai')
  assert.deepEqual(report.totals, [
    { currency: 'EUR', sales: 1_507, refunds: 300, revenue: 1_207 },
    { currency: 'KWD', sales: '1801439850948198398', refunds: 0, revenue: '1801439850948198398' },
  ])
  assert.deepEqual(
    report.times.filter(({ currency }) => currency === 'EUR').map(({ start, revenue }) => [start, revenue]),
    [
      [first, 1_500],
      [last, -293],
    ],
  )
  const file = await (await owner.get(`/api/x/products/reports/revenue/export?from=${first}&to=${last}`)).text()
  for (const { currency, revenue } of report.totals) assert.equal(revenueIn(file, currency), BigInt(revenue), currency)
  assert.equal((await owner.call(readRevenue, { from: last, to: last })).totals[0]?.sales, 7)
  assert.equal((await host.as('otherOwner').call(readRevenue, range)).totals.length, 0)
  await assert.rejects(owner.call(readRevenue, { from: last, to: first }), refused('invalid_input', 'to'))
  await assert.rejects(host.as('member').call(readRevenue, range), refused('forbidden'))
  const week = report.totals.map(({ currency, revenue }) => ({ currency, revenue }))
  assert.deepEqual((await owner.call(readWeekSales, {})).items, week)
  host.clock.advance({ days: 5 })
  assert.deepEqual(
    (await owner.call(readWeekSales, {})).items,
    [{ currency: 'EUR', revenue: -293 }],
    'without the first day',
  )
})

/** The sum of the revenue of a currency in a file, in minor units. */
function revenueIn(file: string, currency: string): bigint {
  const rows = file
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const amounts = rows.filter((cells) => cells[3] === currency).map((cells) => cells[6] ?? '')
  return amounts.reduce((sum, text) => sum + BigInt(text.replace('.', '')), 0n)
}

test('a subscription is active for the time that was paid, renewed by its ID, and ended when it is taken back', async (context) => {
  const host = await openProductsLab(context)
  const owner = host.as('owner')
  const { id: productId } = await owner.call(createProduct, { name: 'Editor', status: 'active' })
  const price = { currency: 'EUR', amount: 900, interval: 'day', intervalCount: 3, trialDays: 2 } as const
  const { id: priceId } = await owner.call(createPrice, { id: productId, ...price })
  const pay = (externalId: string, subscriptionId: string) =>
    host.service(OrderRecording).record(host.workspaces.here, {
      source: 'cardpay',
      externalId,
      subscriptionId,
      email: 'ada@example.com',
      currency: 'EUR',
      lines: [{ productId, priceId }],
      paid: true,
    })
  const active = async (): Promise<number> => (await owner.call(readSubscriptions, {})).active
  await pay('in_1', 'sub_1')
  await pay('in_1', 'sub_1')
  await pay('in_2', 'sub_2')
  assert.equal(await active(), 2)
  host.clock.advance({ days: 3 })
  const { id } = await pay('in_3', 'sub_1')
  host.clock.advance({ days: 3 })
  assert.equal(await active(), 1, 'one was renewed, the other has ended with its trial and interval')
  await owner.call(refundOrder, { id, revoke: true })
  assert.equal(await active(), 0)
})
