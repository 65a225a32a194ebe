import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { TestHost } from '@host/testing'
import {
  addFile,
  addImage,
  createOrder,
  createProduct,
  orderLimits,
  refundOrder,
  sendDelivery,
  type DeliveryContent,
} from '../../shared.ts'
import { postbox } from '../testing/postbox.ts'
import { openProductsLab } from '../testing/products-lab.ts'

describe('delivery', () => {
  const box = postbox()
  let host: TestHost
  const ends: (() => Promise<void> | void)[] = []
  before(async () => {
    host = await openProductsLab({ after: (end) => ends.push(end) }, [box.plugin])
    return async () => {
      for (const end of ends) await end()
    }
  })

  async function lastLink(): Promise<string> {
    await host.settleJobs()
    return /http:\/\/host\.test(\S+)/.exec(box.emails.at(-1)?.text ?? '')?.[1] ?? ''
  }

  async function visit(path: string) {
    const answer = await host.fetch(new Request(`http://host.test${path}`))
    const html = await answer.text()
    const json = /<script[^>]*id="public-page"[^>]*>(.*?)<\/script>/s.exec(html)?.[1]
    const sent = json === undefined ? undefined : (JSON.parse(json) as { readonly data: DeliveryContent })
    return { status: answer.status, html, data: sent?.data }
  }

  async function sell() {
    const owner = host.as('owner')
    const { id } = await owner.call(createProduct, { name: 'Book', status: 'active' })
    await owner.upload(addFile, { id, file: new File(['content'], 'book.txt', { type: 'text/plain' }) })
    await owner.upload(addImage, { id, file: new File([png], 'cover.png') })
    const lines = [{ productId: id, unitAmount: 900 }]
    const customer = { email: 'ada@example.com', currency: 'EUR' }
    return await owner.call(createOrder, { ...customer, lines, paid: true })
  }

  test('a customer gets the files of a paid order by the emailed link, and no others', async () => {
    await sell()
    const link = await lastLink()
    const { status, data } = await visit(link)
    assert.equal(status, 200)
    assert.deepEqual([data?.seller, data?.email], ['Here', 'ada@example.com'])
    const files = data?.lines[0]?.files ?? []
    assert.deepEqual(
      files.map(({ name, size }) => [name, size]),
      [['book.txt', 7]],
    )
    const answer = await host.fetch(new Request(`http://host.test${files[0]?.path}`))
    assert.equal(await answer.text(), 'content')
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/)
    const other = await host.as('owner').call(createProduct, { name: 'Other' })
    const foreign = await host.as('owner').upload(addFile, { id: other.id, file: new File(['x'], 'x.txt') })
    const guessed = await host.fetch(new Request(`http://host.test${link}/files/${foreign.id}`))
    assert.equal(guessed.status, 404)
  })

  test('files of lines whose goods were taken back are not delivered any more', async () => {
    const { id } = await sell()
    const link = await lastLink()
    const file = (await visit(link)).data?.lines[0]?.files[0]?.path ?? ''
    assert.match(file, /^\/p\/products\/delivery\//)
    await host.as('owner').call(refundOrder, { id, revoke: true })
    const { data } = await visit(link)
    assert.deepEqual([data?.lines[0]?.isRevoked, data?.lines[0]?.files], [true, []])
    assert.equal((await host.fetch(new Request(`http://host.test${file}`))).status, 404)
  })

  test('an unknown link, one that was replaced and one that has ended are answered alike', async () => {
    const { id } = await sell()
    const first = await lastLink()
    await host.as('owner').call(sendDelivery, { id })
    const second = await lastLink()
    assert.equal((await visit(second)).status, 200)
    const replaced = await visit(first)
    const unknown = await visit(`/p/products/delivery/${'a'.repeat(32)}`)
    assert.equal(unknown.status, 404)
    const bare = ({ html }: { readonly html: string }, path: string) =>
      html.replaceAll(path, '').replace(/"requestId":"\w+"/, '')
    assert.equal(bare(replaced, first), bare(unknown, `/p/products/delivery/${'a'.repeat(32)}`))
    host.clock.advance({ days: orderLimits.deliveryDays })
    const ended = await visit(second)
    assert.deepEqual([ended.status, bare(ended, second)], [404, bare(replaced, first)])
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
