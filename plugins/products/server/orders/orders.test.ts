import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import type { TestHost } from '@host/testing'
import {
  cancelOrder,
  changeProduct,
  createOrder,
  createPrice,
  createProduct,
  deleteProduct,
  listOrders,
  payOrder,
  readOrder,
  refundOrder,
  sendDelivery,
} from '../../shared.ts'
import { OrderRecording } from '../contract.ts'
import { postbox } from '../testing/postbox.ts'
import { openProductsLab } from '../testing/products-lab.ts'
import { refused } from '../testing/refused.ts'
import { endOf } from './subscriptions.ts'

describe('orders', () => {
  const box = postbox()
  let host: TestHost
  let productId: string
  let priceId: string
  const ends: (() => Promise<void> | void)[] = []
  before(async () => {
    host = await openProductsLab({ after: (end) => ends.push(end) }, [box.plugin])
    const owner = host.as('owner')
    productId = (await owner.call(createProduct, { name: 'Editor', status: 'active' })).id
    const price = { currency: 'EUR', amount: 4_900, tiers: [{ from: 10, amount: 4_000 }] }
    priceId = (await owner.call(createPrice, { id: productId, ...price })).id
    return async () => {
      for (const end of ends) await end()
    }
  })
  beforeEach(async () => {
    await host.settleJobs()
    box.emails.length = 0
    box.events.length = 0
  })
  const customer = { email: 'ada@example.com', name: 'Ada', currency: 'EUR' }

  test('totals are exact, and every share adds up to its whole', async () => {
    const order = await host.as('owner').call(createOrder, {
      ...customer,
      lines: [
        { productId, priceId, quantity: 10 },
        { productId, unitAmount: 333 },
        { productId, unitAmount: '900719925474099' },
      ],
      taxes: [{ name: 'VAT', amount: 1_001 }],
    })
    assert.equal(order.state, 'draft')
    assert.equal(order.lines[0]?.unitAmount, 4_000, 'the volume price of 10')
    assert.equal(BigInt(order.subtotal), 40_000n + 333n + 900_719_925_474_099n)
    assert.equal(BigInt(order.total), BigInt(order.subtotal) + 1_001n)
    const sum = (name: 'tax' | 'total') => order.lines.reduce((all, line) => all + BigInt(line[name]), 0n)
    assert.equal(sum('tax'), 1_001n)
    assert.equal(sum('total'), BigInt(order.total))
  })

  test('an order is recorded once for its external ID, and paid once', async () => {
    const owner = host.as('owner')
    const input = { ...customer, externalId: 'shop-1', lines: [{ productId, priceId }] }
    const first = await owner.call(createOrder, input)
    const [second, third] = await Promise.all([
      owner.call(createOrder, { ...input, paid: true }),
      owner.call(createOrder, { ...input, paid: true }),
    ])
    assert.deepEqual([second?.id, third?.id], [first.id, first.id])
    const late = await owner.call(createOrder, input)
    assert.deepEqual([late.state, late.source], ['paid', 'api'], 'a late report of the draft changes nothing')
    await owner.call(payOrder, { id: first.id })
    await host.settleJobs()
    assert.equal(box.emails.length, 1)
    assert.match(box.emails[0]?.text ?? '', /http:\/\/host\.test\/p\/products\/delivery\/[\w-]{32}\n/)
    assert.deepEqual(
      box.events.map(({ name }) => name),
      ['order.paid'],
    )
    await assert.rejects(owner.call(deleteProduct, { id: productId }), refused('conflict'))
    const other = await host.as('otherOwner').call(listOrders, {})
    assert.equal(other.items.length, 0)
  })

  test('an order is paid, refunded in parts, and never leaves its states backwards', async () => {
    const owner = host.as('owner')
    const lines = [
      { productId, unitAmount: 1_000 },
      { productId, unitAmount: 500 },
    ]
    const { id } = await owner.call(createOrder, { ...customer, lines, paid: true })
    await assert.rejects(owner.call(cancelOrder, { id }), refused('conflict'))
    await assert.rejects(owner.call(refundOrder, { id, amount: 1_501 }), refused('invalid_input', 'amount'))
    await assert.rejects(owner.call(refundOrder, { id, amount: 0 }), refused('invalid_input', 'amount'))
    const partly = await owner.call(refundOrder, { id, amount: 100 })
    assert.deepEqual([partly.state, partly.refunded], ['partially_refunded', 100])
    assert.deepEqual(
      partly.lines.map(({ refunded }) => refunded),
      [67, 33],
    )
    const second = partly.lines[1]?.id ?? ''
    const revoked = await owner.call(refundOrder, { id, lineIds: [second], revoke: true, externalId: 'r-1' })
    assert.deepEqual(
      revoked.lines.map(({ refunded, revokedAt }) => [refunded, revokedAt !== null]),
      [
        [67, false],
        [500, true],
      ],
    )
    const repeated = await owner.call(refundOrder, { id, lineIds: [second], externalId: 'r-1' })
    assert.equal(repeated.refunds.length, 2, 'a refund is recorded once for its external ID')
    const whole = await owner.call(refundOrder, { id })
    assert.deepEqual([whole.state, whole.refunded], ['refunded', 1_500])
    await assert.rejects(owner.call(refundOrder, { id }), refused('conflict'))
    assert.equal((await owner.call(payOrder, { id })).state, 'refunded')
    const draft = await owner.call(createOrder, { ...customer, lines })
    assert.equal((await owner.call(cancelOrder, { id: draft.id })).state, 'cancelled')
    await assert.rejects(owner.call(payOrder, { id: draft.id }), refused('conflict'))
    await assert.rejects(owner.call(refundOrder, { id: draft.id }), refused('conflict'))
  })

  test('only what is sold can be ordered by hand, and an included tax is part of the total', async () => {
    const owner = host.as('owner')
    const draft = await owner.call(createProduct, { name: 'Unready' })
    const order = (line: object, more: object = {}) =>
      owner.call(createOrder, { ...customer, ...more, lines: [{ productId, ...line }] })
    await assert.rejects(order({ productId: draft.id, unitAmount: 1 }), refused('invalid_input', 'lines.0.productId'))
    await assert.rejects(order({ productId: 'prod_x', unitAmount: 1 }), refused('invalid_input', 'lines.0.productId'))
    await assert.rejects(order({}), refused('invalid_input', 'lines.0.priceId'))
    await assert.rejects(order({ priceId }, { currency: 'USD' }), refused('invalid_input', 'lines.0.priceId'))
    const tax = { taxIncluded: true, taxes: [{ name: 'VAT', amount: 782 }] }
    const taxed = await order({ priceId }, tax)
    assert.deepEqual([taxed.total, taxed.tax], [4_900, 782])
    await assert.rejects(order({ unitAmount: 10 }, tax), refused('invalid_input', 'taxes'))
    await assert.rejects(order({ unitAmount: '999999999999999999', quantity: 2 }), refused('invalid_input', 'lines'))
    await assert.rejects(
      host.as('member').call(createOrder, { ...customer, lines: [{ productId, priceId }] }),
      refused('forbidden'),
    )
    await owner.call(changeProduct, { id: draft.id, status: 'archived' })
  })

  test('a payment plugin reports orders and refunds in any order and twice', async () => {
    const recording = host.service(OrderRecording)
    const { here } = host.workspaces
    const order = { source: 'cardpay', externalId: 'pi_1', ...customer, lines: [{ productId, unitAmount: 700 }] }
    const refund = { source: 'cardpay', orderId: 'pi_1', refundId: 're_1', revoke: true }
    await assert.rejects(recording.refund(here, refund), { code: 'not_found' })
    const ids = await Promise.all([
      recording.record(here, { ...order, paid: true }),
      recording.record(here, { ...order, paid: true }),
      recording.record(here, order),
    ])
    assert.equal(new Set(ids.map(({ id }) => id)).size, 1)
    await recording.refund(here, refund)
    await recording.refund(here, refund)
    await recording.record(here, { ...order, paid: true })
    const found = await host.as('owner').call(readOrder, { id: ids[0]?.id ?? '' })
    assert.deepEqual([found.state, found.refunds.length, found.source], ['refunded', 1, 'cardpay'])
    await host.settleJobs()
    assert.equal(box.emails.length, 1)
    assert.deepEqual(box.events.map(({ name }) => name).toSorted(), ['order.paid', 'order.refunded'])
    await assert.rejects(recording.record(here, { ...order, externalId: '' }), { code: 'invalid_input' })
    await assert.rejects(recording.record(here, { ...order, source: 'manual' }), TypeError)
  })

  test('a delivery link is sent again for a paid order, at most five times an hour', async () => {
    const owner = host.as('owner')
    const lines = [{ productId, priceId }]
    const draft = await owner.call(createOrder, { ...customer, lines })
    await assert.rejects(owner.call(sendDelivery, { id: draft.id }), refused('conflict'))
    await owner.call(payOrder, { id: draft.id })
    for (let at = 0; at < 5; at += 1) await owner.call(sendDelivery, { id: draft.id })
    await assert.rejects(owner.call(sendDelivery, { id: draft.id }), refused('too_many_requests'))
    await host.settleJobs()
    assert.equal(new Set(box.emails.map(({ text }) => text)).size, 6, 'each link is another one')
  })

  test('an interval ends on the same day of a later month, or on its last day', () => {
    const from = '2026-01-31T08:00:00.000Z'
    const end = (interval: 'day' | 'week' | 'month' | 'year', interval_count = 1, trial_days = 0) =>
      endOf(from, { interval, interval_count, trial_days }).slice(0, 10)
    assert.deepEqual(
      [end('day'), end('week', 2), end('month'), end('month', 2), end('year'), end('month', 1, 14)],
      ['2026-02-01', '2026-02-14', '2026-02-28', '2026-03-31', '2027-01-31', '2026-03-14'],
    )
  })
})
