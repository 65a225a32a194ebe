/** Orders for payment plugins. */
import { Problem, serviceToken } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { lockOrder } from './order-rows.ts'
import { recordOrder, type NewOrder } from './record-order.ts'
import { refundLocked, type NewRefund } from './refund-order.ts'
import type { Queries } from '@host/plugin'
import { createOrder, refundOrder } from '../../shared.ts'

/** An order of another system. */
export type ExternalOrder = Omit<NewOrder, 'externalId'> & {
  /** The payment plugin, such as `stripe`. */
  readonly source: string
  /** The ID of the order there: the same one is recorded once. */
  readonly externalId: string
}

/** A refund of another system. */
export type ExternalRefund = Omit<NewRefund, 'externalId' | 'lineIds'> & {
  readonly source: string
  /** The ID of the order there. */
  readonly orderId: string
  /** The ID of the refund there: the same one is recorded once. */
  readonly refundId: string
}

/** Records what payment systems report, in any order and however often. */
export interface OrderRecorder {
  /** Records an order, and pays it where `paid` is true: both once. @throws Problem `invalid_input`, `conflict` */
  record(orgId: string, order: ExternalOrder): Promise<{ readonly id: string }>
  /** @throws Problem `not_found` for an order that is not recorded yet: report it again later; `invalid_input`, `conflict` */
  refund(orgId: string, refund: ExternalRefund): Promise<{ readonly id: string }>
}

/**
 * Records the orders of a payment system.
 * @example await requireService(ctx, OrderRecording).record(orgId, { source: 'stripe', externalId, paid: true, ...order })
 */
export const OrderRecording = serviceToken<OrderRecorder>('products.orders')

/** Lets payment plugins record orders. */
export function provideOrders(parts: Parts): void {
  const { ctx } = parts
  const actor = { kind: 'host' } as const
  ctx.provide(OrderRecording, {
    async record(orgId, { source, ...order }) {
      requireSource(source)
      const input = parsed(createOrder, order)
      const db = ctx.db.inWorkspace(orgId, 'record an order of a payment plugin')
      const told: { isNew: boolean; isPaid: boolean }[] = []
      const id = await recordOrder(
        parts,
        { db, orgId, userId: undefined, source, recorded: (it) => told.push(it) },
        input,
      )
      const entry = { target: `order:${id}`, after: { source }, orgId, actor }
      if (told.at(-1)?.isNew === true) await ctx.audit.record({ ...entry, action: 'order.created' })
      if (told.at(-1)?.isPaid === true) await ctx.audit.record({ ...entry, action: 'order.paid' })
      return { id }
    },
    async refund(orgId, { source, orderId, refundId, ...refund }) {
      requireSource(source)
      const input = parsed(refundOrder, { ...refund, externalId: refundId })
      const db = ctx.db.inWorkspace(orgId, 'record a refund of a payment plugin')
      const { id, isNew } = await db.transaction(async (tx) => {
        const order = await lockOrder(tx, await idOf(tx, { source, externalId: orderId }))
        return { id: order.id, isNew: await refundLocked(parts, { tx, orgId, userId: undefined }, { order, input }) }
      })
      const entry = { action: 'order.refunded', target: `order:${id}`, after: { source, refundId }, orgId, actor }
      if (isNew) await ctx.audit.record(entry)
      return { id }
    },
  })
}

interface ExternalKey {
  readonly source: string
  readonly externalId: string
}

async function idOf(tx: Queries<Tables>, { source, externalId }: ExternalKey): Promise<string> {
  const orders = tx.selectFrom('products_orders').select('id').where('source', '=', source)
  const row = await orders.where('external_id', '=', externalId).executeTakeFirst()
  if (row === undefined) throw new Problem('not_found')
  return row.id
}

/** @throws TypeError for the name of a source that workspaces use themselves */
function requireSource(source: string): void {
  if (/^[a-z][a-z0-9-]{0,39}$/.test(source) && source !== 'manual' && source !== 'api') return
  throw new TypeError(`"${source}" does not name a payment plugin.`)
}

interface Parsing<Input> {
  readonly input: {
    safeParse(value: unknown): { success: boolean; data?: Input; error?: { issues: readonly Issue[] } }
  }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** @throws Problem `invalid_input` */
function parsed<Input>({ input }: Parsing<Input>, value: unknown): Input {
  const { data, error } = input.safeParse(value)
  if (data !== undefined) return data
  const errors = (error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message: { en: message, zh: message },
  }))
  throw new Problem('invalid_input', { errors })
}
