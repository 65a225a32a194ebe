import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cancelOrder, createProduct, listOrders, readOrder, readRevenue } from '../../shared.ts'
import type { TestHost } from '@host/testing'
import { OrderRecording, type OrderRecorder } from '../contract.ts'
import { postbox } from '../testing/postbox.ts'
import { openProductsLab } from '../testing/products-lab.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 300 : 6

/** What a payment system reports of one order, in any order and more than once; or an admin cancels it. */
const reports = fc.array(
  fc.oneof(
    fc.constant({ kind: 'draft' } as const),
    fc.constant({ kind: 'paid' } as const),
    fc.record({
      kind: fc.constant('refund' as const),
      refundId: fc.constantFrom('r-1', 'r-2', 'r-3'),
      revoke: fc.boolean(),
    }),
    fc.constant({ kind: 'cancel' } as const),
  ),
  { minLength: 1, maxLength: 10 },
)

const total = 1_000
/** What each refund pays back. */
const amounts = { 'r-1': 300, 'r-2': 300, 'r-3': 700 }

/** An order as it should be. */
interface Model {
  state: 'none' | 'draft' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled'
  refunds: Set<string>
  refunded: number
}

function isPaid({ state }: Model): boolean {
  return state === 'paid' || state === 'partially_refunded' || state === 'refunded'
}

interface Reported {
  readonly id: string | undefined
  readonly externalId: string
}

interface Lab {
  readonly owner: ReturnType<TestHost['as']>
  readonly recording: OrderRecorder
  readonly here: string
  readonly productId: string
}

async function report(
  { owner, recording, here, productId }: Lab,
  step: Report,
  { id, externalId }: Reported,
): Promise<string> {
  const source = 'cardpay'
  if (step.kind === 'cancel') {
    if (id === undefined) throw new Error('It is not recorded yet.')
    await owner.call(cancelOrder, { id })
    return id
  }
  if (step.kind === 'refund') {
    const { refundId, revoke } = step
    const refund = { source, orderId: externalId, refundId, revoke, amount: amounts[refundId] }
    return (await recording.refund(here, refund)).id
  }
  const order = { source, externalId, email: `${externalId}@example.com`, currency: 'EUR' }
  const lines = [600, 400].map((unitAmount) => ({ productId, unitAmount }))
  return (await recording.record(here, { ...order, lines, paid: step.kind === 'paid' })).id
}

test('an order is what its reports make of it, however they are repeated and reordered', async (context) => {
  const box = postbox()
  const host = await openProductsLab(context, [box.plugin])
  const owner = host.as('owner')
  const recording = host.service(OrderRecording)
  const { here } = host.workspaces
  const { id: productId } = await owner.call(createProduct, { name: 'Editor', status: 'active' })
  const lab = { owner, recording, here, productId }
  let [count, revenue] = [0, 0]
  await fc.assert(
    fc.asyncProperty(reports, async (steps) => {
      const externalId = `model-${(count += 1)}`
      const model: Model = { state: 'none', refunds: new Set(), refunded: 0 }
      let id: string | undefined
      for (const step of steps) {
        const expected = next(model, step)
        const done = await report(lab, step, { id, externalId }).catch(() => undefined)
        assert.equal(done !== undefined, expected, JSON.stringify([steps, step]))
        id = done ?? id
      }
      await check(model, { id, externalId })
      if (isPaid(model)) revenue += total - model.refunded
    }),
    { numRuns },
  )
  const day = new Date(host.clock.now()).toISOString().slice(0, 10)
  const sums = await owner.call(readRevenue, { from: day, to: day })
  assert.equal(sums.totals[0]?.revenue ?? 0, revenue)

  async function check(model: Model, { id, externalId }: Reported) {
    await host.settleJobs()
    const emails = box.emails.filter(({ to }) => to.includes(`${externalId}@example.com`))
    assert.equal(emails.length, isPaid(model) ? 1 : 0)
    const { items } = await owner.call(listOrders, { externalId })
    assert.equal(items.length, model.state === 'none' ? 0 : 1)
    if (id === undefined) return
    const found = await owner.call(readOrder, { id })
    assert.deepEqual(
      [found.state, found.refunded, found.refunds.length],
      [model.state, model.refunded, model.refunds.size],
    )
    const names = box.events
      .filter(({ data }) => (data as { readonly orderId: string }).orderId === id)
      .map(({ name }) => name)
    assert.equal(names.filter((name) => name === 'order.paid').length, isPaid(model) ? 1 : 0)
    assert.equal(names.filter((name) => name === 'order.refunded').length, model.refunds.size)
  }
})

type Report =
  | { readonly kind: 'draft' }
  | { readonly kind: 'paid' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'refund'; readonly refundId: keyof typeof amounts; readonly revoke: boolean }

/** Changes the model. @returns whether the report is taken */
function next(model: Model, step: Report): boolean {
  if (step.kind === 'draft') {
    if (model.state === 'none') model.state = 'draft'
    return true
  }
  if (step.kind === 'paid') {
    if (model.state === 'none' || model.state === 'draft') model.state = 'paid'
    return model.state !== 'cancelled'
  }
  if (step.kind === 'cancel') {
    if (model.state === 'draft') model.state = 'cancelled'
    return model.state === 'cancelled'
  }
  if (model.refunds.has(step.refundId)) return true
  if (model.state !== 'paid' && model.state !== 'partially_refunded') return false
  const refunded = model.refunded + amounts[step.refundId]
  if (refunded > total) return false
  model.refunds.add(step.refundId)
  model.refunded = refunded
  model.state = refunded === total ? 'refunded' : 'partially_refunded'
  return true
}
