import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { TestHost } from '@host/testing'
import {
  addFile,
  addImage,
  changeProduct,
  changeVariant,
  createPrice,
  createProduct,
  createVariant,
  currencies,
  decimalAmount,
  currencyDigits,
  deleteProduct,
  deleteProductFile,
  deleteVariant,
  importProducts,
  listProducts,
  readDecimal,
  readProduct,
  readProductFile,
  retirePrice,
} from '../../shared.ts'
import { openProductsLab } from '../testing/products-lab.ts'
import { refused } from '../testing/refused.ts'

describe('catalog', () => {
  let host: TestHost
  const ends: (() => Promise<void> | void)[] = []
  before(async () => {
    host = await openProductsLab({ after: (end) => ends.push(end) })
    return async () => {
      for (const end of ends) await end()
    }
  })

  test('a product is created, found, changed and deleted', async () => {
    const owner = host.as('owner')
    const product = await owner.call(createProduct, {
      name: 'Editor',
      externalId: 'sku-1',
      fields: { Platform: 'macOS' },
      metadata: { team: 'a' },
    })
    assert.equal(product.status, 'draft')
    assert.deepEqual(product.fields, { Platform: 'macOS' })
    const found = await owner.call(listProducts, { q: 'edit' })
    assert.deepEqual(
      found.items.map(({ id }) => id),
      [product.id],
    )
    await assert.rejects(
      owner.call(createProduct, { name: 'Other', externalId: 'sku-1' }),
      refused('conflict', 'externalId'),
    )
    const changed = await owner.call(changeProduct, { id: product.id, status: 'active' })
    assert.equal(changed.status, 'active')
    assert.equal(changed.name, 'Editor')
    await assert.rejects(
      host.as('member').call(changeProduct, { id: product.id, status: 'archived' }),
      refused('forbidden'),
    )
    await assert.rejects(host.as('otherOwner').call(readProduct, { id: product.id }), refused('not_found'))
    await owner.call(deleteProduct, { id: product.id })
    await assert.rejects(owner.call(readProduct, { id: product.id }), refused('not_found'))
  })

  test('a price is superseded, and never edited', async () => {
    const owner = host.as('owner')
    const { id } = await owner.call(createProduct, { name: 'Player' })
    const large = '900719925474099312'
    const first = await owner.call(createPrice, { id, currency: 'EUR', amount: large })
    assert.equal(first.amount, large, 'an amount above 2^53 stays exact')
    const second = await owner.call(createPrice, {
      id,
      currency: 'JPY',
      amount: 980,
      interval: 'month',
      trialDays: 14,
      tiers: [{ from: 10, amount: 900 }],
      supersedes: first.id,
    })
    await assert.rejects(
      owner.call(createPrice, { id, currency: 'JPY', amount: 1, supersedes: first.id }),
      refused('conflict', 'supersedes'),
    )
    const { prices } = await owner.call(readProduct, { id })
    assert.deepEqual(
      prices.map((price) => [price.id, price.supersededBy]),
      [
        [second.id, null],
        [first.id, second.id],
      ],
    )
    const retired = await owner.call(retirePrice, { id, priceId: second.id })
    assert.notEqual(retired.retiredAt, null)
    await assert.rejects(
      owner.call(createPrice, { id, currency: 'XXX', amount: 1 }),
      refused('invalid_input', 'currency'),
    )
    await assert.rejects(
      owner.call(createPrice, { id, currency: 'EUR', amount: 1, trialDays: 3 }),
      refused('invalid_input', 'trialDays'),
    )
    await assert.rejects(
      owner.call(createPrice, { id, currency: 'EUR', amount: 1, variantId: 'variant_01h455vb4pex5vsknk084sn02q' }),
      refused('invalid_input', 'variantId'),
    )
  })

  test('a variant with a price is archived, and not deleted', async () => {
    const owner = host.as('owner')
    const { id } = await owner.call(createProduct, { name: 'Shirt' })
    const variant = await owner.call(createVariant, { id, name: 'Large' })
    await assert.rejects(owner.call(createVariant, { id, name: 'Large' }), refused('conflict', 'name'))
    await owner.call(createPrice, { id, currency: 'USD', amount: 1_900, variantId: variant.id })
    await assert.rejects(owner.call(deleteVariant, { id, variantId: variant.id }), refused('conflict'))
    const archived = await owner.call(changeVariant, { id, variantId: variant.id, isArchived: true })
    assert.deepEqual(archived, { id: variant.id, name: 'Large', isArchived: true })
    const spare = await owner.call(createVariant, { id, name: 'Small' })
    await owner.call(deleteVariant, { id, variantId: spare.id })
    await owner.call(deleteProduct, { id })
  })

  test('images and files belong to their product', async () => {
    const owner = host.as('owner')
    const { id } = await owner.call(createProduct, { name: 'Book' })
    const other = await owner.call(createProduct, { name: 'Other book' })
    const file = await owner.upload(addFile, { id, file: new File(['content'], 'book.txt', { type: 'text/plain' }) })
    assert.deepEqual([file.kind, file.name, file.size], ['file', 'book.txt', 7])
    await assert.rejects(
      owner.upload(addImage, { id, file: new File(['text'], 'a.png') }),
      refused('unsupported_media_type'),
    )
    const answer = await owner.get(`/api/products/${id}/files/${file.id}`)
    assert.equal(await answer.text(), 'content')
    await assert.rejects(owner.call(readProductFile, { id: other.id, fileId: file.id }), refused('not_found'))
    await owner.call(deleteProductFile, { id, fileId: file.id })
    assert.equal((await owner.get(`/api/products/${id}/files/${file.id}`)).status, 404)
  })

  test('an export is imported into another workspace as it was', async () => {
    const owner = host.as('owner')
    const csv = [
      'externalId,name,status,variant,currency,amount,interval',
      'a-1,"Tool, small",active,Blue,EUR,19.90,',
      'a-1,"Tool, small",active,,KWD,1.234,month',
      ',Free tool,draft,,,,',
    ].join('\n')
    const dry = await owner.call(importProducts, { csv, dryRun: true })
    assert.deepEqual([dry.rows, dry.added, dry.known, dry.problems], [3, 2, 0, []])
    assert.equal((await owner.call(listProducts, { externalId: 'a-1' })).items.length, 0)
    await owner.call(importProducts, { csv })
    assert.equal((await owner.call(importProducts, { csv: csv.split('\n').slice(0, 3).join('\n') })).known, 1)
    const exported = await (await owner.get('/api/products/export?externalId=a-1')).text()
    assert.match(exported, /a-1,"Tool, small",,active,Blue,EUR,19\.90,,1,0\r\n.*KWD,1\.234,month,1,0/s)
    const stranger = host.as('otherOwner')
    const again = await stranger.call(importProducts, { csv: exported })
    assert.deepEqual([again.added, again.problems], [1, []])
    const wrong = await owner.call(importProducts, { csv: 'name,currency,amount\nX,EUR,1.999\nY,EUR,1' })
    assert.deepEqual([wrong.added, wrong.problems.map(({ line }) => line)], [0, [2]])
  })

  test('amounts are exact in currencies with 0, 2, 3 and 4 digits', () => {
    assert.deepEqual(['JPY', 'EUR', 'KWD', 'CLF', 'XXX'].map(currencyDigits), [0, 2, 3, 4, undefined])
    const amount = fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n })
    fc.assert(
      fc.property(fc.constantFrom(...currencies), amount, (code, units) => {
        assert.equal(readDecimal(decimalAmount(units, code), code), units)
      }),
      { numRuns: 300 },
    )
    assert.equal(readDecimal('1.5', 'JPY'), undefined)
    assert.equal(readDecimal('1.2345', 'KWD'), undefined)
  })
})
