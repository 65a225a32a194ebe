import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  cancelOrder,
  createProduct,
  listLicenses,
  listOrders,
  readOrder,
  readRevenue,
  writeLicensePolicy,
} from '../../shared.ts'
import type { TestHost } from '@host/testing'
import { OrderRecording, type OrderRecorder } from '../contract.ts'
import { Crashes } from '../testing/crash-lab.ts'
import { postbox } from '../testing/postbox.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 300 : 6

/**
 * What a payment system reports of one order, in any order and more than once; or an admin cancels it. The process may
 * end after some writes of a report, which is repeated then.
 */
const crashAfter = fc.option(fc.nat(24), { nil: undefined, freq: 3 })
const report = fc.oneof(
  fc.constant({ kind: 'draft' } as const),
  fc.constant({ kind: 'paid' } as const),
  fc.record({
    kind: fc.constant('refund' as const),
    refundId: fc.constantFrom('r-1', 'r-2', 'r-3'),
    revoke: fc.boolean(),
  }),
  fc.constant({ kind: 'cancel' } as const),
)
const reports = fc.array(fc.record({ step: report, crashAfter }), { minLength: 1, maxLength: 10 })

const total = 1_000
/** What each refund pays back. */
const amounts = { 'r-1': 300, 'r-2': 300, 'r-3': 700 }

/** An order as it should be. */
interface Model {
  state: 'none' | 'draft' | 'paid' | 'partially_refunded' | 'refunded' | 'cancelled'
  refunds: Set<string>
  refunded: number
  isRevoked: boolean
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

async function send(
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

test('an order is what its reports make of it, however they are repeated and reordered, and wherever a process ends', async (context) => {
  const box = postbox()
  const { host, crashes } = await Crashes.open(context, [box.plugin])
  const owner = host.as('owner')
  const recording = host.service(OrderRecording)
  const { here } = host.workspaces
  const { id: productId } = await owner.call(createProduct, { name: 'Editor', status: 'active' })
  const lab = { owner, recording, here, productId }
  await owner.call(writeLicensePolicy, { productId, maxMachines: 2 })
  const from = today(host)
  let [count, revenue, failures] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(reports, async (steps) => {
      const externalId = `model-${(count += 1)}`
      const model: Model = { state: 'none', refunds: new Set(), refunded: 0, isRevoked: false }
      let id: string | undefined
      // A minute in which the host has counted no calls yet.
      host.clock.advance({ minutes: 2 })
      for (const { step, crashAfter: writes } of steps) {
        const sent = async () => await send(lab, step, { id, externalId })
        if (writes !== undefined && (await crashes.during(writes, sent))) failures += 1
        const expected = next(model, step)
        const done = await sent().catch(() => undefined)
        assert.equal(done !== undefined, expected, JSON.stringify([steps, step]))
        id = done ?? id
      }
      await check(model, { id, externalId })
      if (isPaid(model)) revenue += total - model.refunded
    }),
    { numRuns },
  )
  assert.ok(failures > 0)
  const sums = await owner.call(readRevenue, { from, to: today(host) })
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
    const licenses = await owner.call(listLicenses, { q: `${externalId}@example.com` })
    assert.deepEqual(
      licenses.items.map(({ orderId, status }) => [orderId, status]),
      isPaid(model) ? found.lines.map(() => [id, model.isRevoked ? 'revoked' : 'active']) : [],
    )
    const names = box.events
      .filter(({ data }) => (data as { readonly orderId: string }).orderId === id)
      .map(({ name }) => name)
    assert.equal(names.filter((name) => name === 'order.paid').length, isPaid(model) ? 1 : 0)
    assert.equal(names.filter((name) => name === 'order.refunded').length, model.refunds.size)
  }
})

function today(host: TestHost): string {
  return new Date(host.clock.now()).toISOString().slice(0, 10)
}

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
  model.isRevoked ||= step.revoke
  model.state = refunded === total ? 'refunded' : 'partially_refunded'
  return true
}
