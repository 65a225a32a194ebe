import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { TestHost } from '@host/testing'
import {
  cancelOrder,
  changeDiscount,
  createDiscount,
  createOrder,
  createPrice,
  createProduct,
  deleteDiscount,
  listDiscounts,
  quoteOrder,
  releaseDiscount,
  reserveDiscount,
  type Discount,
} from '../../shared.ts'
import { openProductsLab } from '../testing/products-lab.ts'
import { refused } from '../testing/refused.ts'

describe('discounts', () => {
  let host: TestHost
  let productId: string
  let monthly: string
  const ends: (() => Promise<void> | void)[] = []
  before(async () => {
    host = await openProductsLab({ after: (end) => ends.push(end) })
    const owner = host.as('owner')
    productId = (await owner.call(createProduct, { name: 'Editor', status: 'active' })).id
    const price = await owner.call(createPrice, { id: productId, currency: 'EUR', amount: 999, interval: 'month' })
    monthly = price.id
    return async () => {
      for (const end of ends) await end()
    }
  })

  const order = (more: object) =>
    host.as('owner').call(createOrder, {
      email: 'ada@example.com',
      currency: 'EUR',
      lines: [{ productId, unitAmount: 1_005 }],
      ...more,
    })

  async function usesOf(discount: Discount): Promise<number> {
    const { items } = await host.as('owner').call(listDiscounts, { q: discount.code })
    return items[0]?.used ?? NaN
  }

  test('a percentage is rounded once, and the first rule that fits a line decides', async () => {
    await host.as('owner').call(createDiscount, {
      code: 'half',
      currency: 'EUR',
      rules: [{ interval: 'month', amount: 500 }, { percent: 50 }],
    })
    const once = await order({ discountCode: 'Half' })
    assert.deepEqual([once.discount, once.total, once.discountCode], [503, 502, 'HALF'])
    const lines = [
      { productId, priceId: monthly },
      { productId, unitAmount: 333 },
      { productId, unitAmount: 334 },
    ]
    const mixed = await order({ discountCode: 'HALF', lines })
    assert.deepEqual(
      mixed.lines.map(({ discount }) => discount),
      [500, 167, 167],
    )
    const large = await order({ discountCode: 'HALF', lines: [{ productId, priceId: monthly, unitAmount: 200 }] })
    assert.deepEqual([large.discount, large.total], [200, 0], 'never more than the lines cost')
  })

  test('a code is bound to its currency, its time, its products and first orders', async () => {
    const owner = host.as('owner')
    const create = (code: string, more: object) =>
      owner.call(createDiscount, { code, rules: [{ percent: 10 }], ...more })
    await create('DOLLARS', { currency: 'USD' })
    await create('LATER', { startsAt: new Date(host.clock.now() + 3_600_000).toISOString() })
    await create('MONTHLY', { rules: [{ interval: 'month', percent: 10 }] })
    await create('FIRST', { firstOrderOnly: true })
    for (const code of ['DOLLARS', 'LATER', 'MONTHLY', 'NONE']) {
      await assert.rejects(order({ discountCode: code }), refused('invalid_input', 'discountCode'), code)
    }
    const first = await order({ discountCode: 'FIRST', email: 'New@example.com' })
    await assert.rejects(
      order({ discountCode: 'FIRST', email: 'new@example.com' }),
      refused('invalid_input', 'discountCode'),
    )
    await owner.call(cancelOrder, { id: first.id })
    await order({ discountCode: 'FIRST', email: 'new@example.com' })
    await assert.rejects(create('FIRST', {}), refused('conflict', 'code'))
    await assert.rejects(create('AMOUNT', { rules: [{ amount: 5 }] }), refused('invalid_input', 'currency'))
    await assert.rejects(
      create('BOTH', { rules: [{ amount: 5, percent: 1 }] }),
      refused('invalid_input', 'rules.0.percent'),
    )
  })

  test('a checkout holds a use for 15 minutes, and gives it back', async () => {
    const owner = host.as('owner')
    const discount = await owner.call(createDiscount, { code: 'LAST', rules: [{ percent: 100 }], useLimit: 1 })
    const use = { code: 'last', email: 'ada@example.com', currency: 'EUR' }
    const held = await owner.call(reserveDiscount, use)
    await assert.rejects(order({ discountCode: 'LAST' }), refused('conflict'))
    await owner.call(releaseDiscount, { id: held.reservationId })
    const ended = await owner.call(reserveDiscount, use)
    host.clock.advance({ minutes: 15 })
    await assert.rejects(
      order({ discountReservationId: ended.reservationId }),
      refused('invalid_input', 'discountReservationId'),
    )
    const again = await owner.call(reserveDiscount, use)
    const free = await order({ discountReservationId: again.reservationId, externalId: 'last-1' })
    assert.equal(free.total, 0)
    const repeated = await order({ discountReservationId: again.reservationId, externalId: 'last-1' })
    assert.equal(repeated.id, free.id)
    assert.equal(await usesOf(discount), 1)
    await owner.call(cancelOrder, { id: free.id })
    assert.equal(await usesOf(discount), 0)
    await owner.call(changeDiscount, { id: discount.id, isEnabled: false })
    await assert.rejects(order({ discountCode: 'LAST' }), refused('invalid_input', 'discountCode'))
    await owner.call(deleteDiscount, { id: discount.id })
  })

  test('calls at once never use a code more often than its limit', async () => {
    const discount = await host.as('owner').call(createDiscount, { code: 'FEW', rules: [{ percent: 5 }], useLimit: 3 })
    const settled = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) => order({ discountCode: 'FEW', externalId: `few-${at % 6}` })),
    )
    const ids = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
    assert.equal(new Set(ids).size, 3)
    assert.equal(ids.length, 6, 'a repeated call gets the order of the first one')
    assert.equal(await usesOf(discount), 3)
  })

  test('a quote has the amounts of the order, takes no use, and refuses what the order would', async () => {
    const owner = host.as('owner')
    const code = { code: 'quoted', rules: [{ percent: 50 }], useLimit: 1, firstOrderOnly: true }
    const discount = await owner.call(createDiscount, code)
    const sale = {
      email: 'quote@example.com',
      currency: 'EUR',
      lines: [
        { productId, unitAmount: 1_005 },
        { productId, unitAmount: 334 },
      ],
      taxes: [{ name: 'VAT', amount: 77 }],
      discountCode: 'quoted',
    }
    const quotes = await Promise.all([owner.call(quoteOrder, sale), owner.call(quoteOrder, sale)])
    assert.equal(await usesOf(discount), 0)
    const recorded = await owner.call(createOrder, sale)
    for (const quote of quotes) {
      const { subtotal, discount: reduced, tax, total } = recorded
      const lines = recorded.lines.map((line) => [line.unitAmount, line.discount, line.tax, line.total])
      assert.deepEqual([quote.subtotal, quote.discount, quote.tax, quote.total], [subtotal, reduced, tax, total])
      assert.deepEqual(
        quote.lines.map((line) => [line.unitAmount, line.discount, line.tax, line.total]),
        lines,
      )
    }
    const { discountCode: _, ...plain } = sale
    assert.deepEqual([recorded.discount, (await owner.call(quoteOrder, plain)).discount], [670, 0])
    await assert.rejects(owner.call(quoteOrder, sale), refused('invalid_input', 'discountCode'))
    await assert.rejects(owner.call(quoteOrder, { ...sale, email: 'second@example.com' }), refused('conflict'))
    await assert.rejects(
      owner.call(quoteOrder, { ...plain, taxes: [{ name: 'VAT', amount: 2_000 }], taxIncluded: true }),
      refused('invalid_input', 'taxes'),
    )
    await assert.rejects(host.as('member').call(quoteOrder, sale), refused('forbidden'))
  })
})
