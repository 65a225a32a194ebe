/**
 * A host in a process of its own that records paid orders: `node order-process.ts <order in JSON>`. It reports each email that it
 * sends, so that a parent that kills it knows all that left it.
 */
import { createHost, readConfig } from '@host/host'
import { definePlugin, Events, Mail, requireService } from '@host/plugin'
import { plugin as products } from '../../../plugins/products/server/index.ts'
import { OrderRecording } from '../../../plugins/products/server/contract.ts'
import { createDiscount, createProduct, writeLicensePolicy } from '../../../plugins/products/shared.ts'
import { invitePeople, serviceOf } from '../../../packages/testing/src/test-people.ts'

/** What the process does. */
export interface OrderTask {
  readonly environment: Readonly<Record<string, string>>
  /** Where it records orders; undefined for the first process, which makes it. */
  readonly place?: OrderPlace
  /** External IDs of the orders that it records, each twice at once. */
  readonly externalIds: readonly string[]
  /** Whether it waits for a message, and then creates an order with each ID and the one discount code at once. */
  readonly redeems?: boolean
}

/** A workspace with a product. */
export interface OrderPlace {
  readonly orgId: string
  readonly productId: string
}

/** What a process reports. */
export type OrderReport =
  | { readonly place: OrderPlace }
  | { readonly email: string; readonly to: string }
  | { readonly event: string }
  | { readonly redeemed: number }
  | { readonly done: true }

const task = JSON.parse(process.argv[2] ?? '') as OrderTask
const report = (message: OrderReport) => new Promise((sent) => process.send?.(message, sent))

const witness = definePlugin({
  name: 'witness',
  info: { title: 'Witness', description: 'W', icon: 'eye', category: 'Work', api: '^1' },
  models: [],
  mount(_mux, ctx) {
    requireService(ctx, Events).subscribe<{ readonly externalId: string }>(
      'orders',
      'order.paid',
      async (_scope, event) => {
        await report({ event: `${event.id} ${event.data.externalId}` })
      },
    )
    ctx.provide(Mail, {
      async send({ to }, attempt) {
        await report({ email: attempt?.id ?? '', to: to[0] ?? '' })
        return { id: attempt?.id ?? '' }
      },
      onEmail: () => undefined,
    })
  },
})
const host = await createHost({
  plugins: [products, witness].map((plugin) => ({
    plugin,
    version: '1.0.0',
    outOfTree: plugin.topLevelApi === undefined,
    granted: plugin.topLevelApi ?? [],
  })),
  config: readConfig(task.environment),
  passwordCost: { memory: 64, passes: 1 },
})
const place = task.place ?? (await makePlace())
await report({ place })
const recorder = serviceOf(host, OrderRecording)
if (task.redeems === true) await redeem()
else await Promise.all(task.externalIds.flatMap((externalId) => [record(externalId), record(externalId)]))
await host.settleJobs()
await host.stop()
await report({ done: true })
process.exit()

async function redeem(): Promise<void> {
  await new Promise((told) => process.once('message', told))
  const orders = task.externalIds.map((externalId) => record(externalId, { paid: false, discountCode: 'ONCE' }))
  const settled = await Promise.allSettled(orders)
  await report({ redeemed: settled.filter(({ status }) => status === 'fulfilled').length })
}

async function record(
  externalId: string,
  more: { readonly paid: boolean; readonly discountCode?: string } = { paid: true },
) {
  await recorder.record(place.orgId, {
    source: 'cardpay',
    externalId,
    email: `${externalId}@example.com`,
    currency: 'EUR',
    lines: [{ productId: place.productId, unitAmount: 900 }],
    ...more,
  })
}

async function makePlace(): Promise<OrderPlace> {
  const { clients, workspaces } = await invitePeople(host, () => undefined)
  const { id } = await clients.owner.call(createProduct, { name: 'Book', status: 'active' })
  await clients.owner.call(writeLicensePolicy, { productId: id })
  await clients.owner.call(createDiscount, { code: 'ONCE', rules: [{ percent: 10 }], useLimit: 1 })
  return { orgId: workspaces.here, productId: id }
}
