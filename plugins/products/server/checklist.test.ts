import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definePlugin, json, requireService } from '@host/plugin'
import { Contributions } from '@host/plugin/platform'
import { createOrder, createProduct } from '../shared.ts'
import { sampleCustomer, sampleNames } from './sample/sample-products.ts'
import { openProductsLab } from './testing/products-lab.ts'

/** Answers with the first steps of the plugins. */
const steps = definePlugin({
  name: 'steps',
  info: { title: 'Steps', description: 'Shows first steps', icon: 'list', category: 'Tests', api: '^1' },
  models: [],
  mount(mux, ctx) {
    mux.handle(
      'GET /api/x/steps/steps',
      ctx.guard(async ({ request }) => json(await requireService(ctx, Contributions).checklist(request))),
    )
  },
})

test('a shop begins with a product and an order, which sample data is not, and members are asked for neither', async (context) => {
  const host = await openProductsLab(context, [steps])
  const owner = host.as('owner')
  async function stepsOf(person: 'owner' | 'member') {
    const answer = await host.as(person).get('/api/x/steps/steps')
    const items = (await answer.json()) as readonly { readonly path: string; readonly done: boolean }[]
    return items.map(({ path, done }) => [path, done])
  }
  async function sell(name: string, email: string) {
    const { id: productId } = await owner.call(createProduct, { name, status: 'active' })
    return await owner.call(createOrder, { email, currency: 'EUR', lines: [{ productId, unitAmount: 100 }] })
  }
  const [products, orders] = ['/products?create=1', '/products/orders?create=1']
  await sell(sampleNames[0] ?? '', sampleCustomer)
  assert.deepEqual(await stepsOf('owner'), [
    [products, false],
    [orders, false],
  ])
  assert.deepEqual(await stepsOf('member'), [])
  await owner.call(createProduct, { name: 'Editor' })
  assert.deepEqual(await stepsOf('owner'), [
    [products, true],
    [orders, false],
  ])
  await sell('Player', 'grace@example.com')
  assert.deepEqual(await stepsOf('owner'), [
    [products, true],
    [orders, true],
  ])
})
