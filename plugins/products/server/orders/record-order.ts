import type { Queries, ReadQueries, ScopedDatabase } from '@host/plugin'
import type * as z from 'zod/mini'
import { productLimits, type createOrder } from '../../shared.ts'
import { prepareDelivery } from '../delivery/prepare-delivery.ts'
import type { DiscountRow } from '../discounts/discount-rows.ts'
import { discounted, giveBack, takeReserved, takeUse } from '../discounts/use-discount.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { OrderAmounts } from './amounts.ts'
import { lockOrder } from './order-rows.ts'
import { payLocked } from './pay-order.ts'
import { amountsOf, resolveLines, type ResolvedLine } from './resolve-lines.ts'

/** A new order. */
export type NewOrder = z.input<(typeof createOrder)['input']>

/** Records an order in a workspace. */
export interface Recorder {
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
  /** Undefined for a payment plugin. */
  readonly userId: string | undefined
  readonly source: string
  /** Called in the transaction. */
  readonly recorded: (order: { readonly id: string; readonly isNew: boolean; readonly isPaid: boolean }) => void
}

/**
 * Records an order once for its source and external ID, and pays it where that is asked for.
 * @returns its ID @throws Problem `invalid_input`, `conflict`
 */
export async function recordOrder(parts: Parts, recorder: Recorder, input: NewOrder): Promise<string> {
  try {
    return await recordOnce(parts, recorder, input)
  } catch (error) {
    // Another call may have recorded it meanwhile, and used the last use of its discount.
    if ((await findKnown(recorder.db, recorder, input.externalId)) === undefined) throw error
    return await recordOnce(parts, recorder, input)
  }
}

async function recordOnce(parts: Parts, recorder: Recorder, input: NewOrder): Promise<string> {
  const { db, orgId, recorded } = recorder
  const delivery = input.paid === true ? await prepareDelivery(parts, orgId) : undefined
  return await db.transaction(async (tx) => {
    const known = await findKnown(tx, recorder, input.externalId)
    const id = known ?? (await insertOrder(parts, { tx, recorder }, input))
    const isPaid = delivery !== undefined && (await payLocked(parts, { tx, orgId, delivery }, await lockOrder(tx, id)))
    recorded({ id, isNew: known === undefined, isPaid })
    return id
  })
}

async function findKnown(db: ReadQueries<Tables>, { source }: Recorder, externalId: string | undefined) {
  if (externalId === undefined) return undefined
  const orders = db.selectFrom('products_orders').select('id').where('source', '=', source)
  return (await orders.where('external_id', '=', externalId).executeTakeFirst())?.id
}

interface Inserting {
  readonly tx: Queries<Tables>
  readonly recorder: Recorder
}

/** @returns the ID of the order, or of the one that another call recorded meanwhile */
async function insertOrder(parts: Parts, { tx, recorder }: Inserting, input: NewOrder): Promise<string> {
  const { source, userId } = recorder
  const isPast = userId === undefined
  const lines = await resolveLines(tx, input.lines, { currency: input.currency, isPast })
  const discount = await discountOf(parts, tx, input)
  const amounts = amountsOf(input, discount === undefined ? lines : discounted(lines, discount))
  const added = tx
    .insertInto('products_orders')
    .values({
      ...ownColumns(input, amounts),
      source,
      discount_id: discount?.id ?? null,
      discount_code: discount?.code ?? null,
      created_by: userId ?? null,
      created_at: new Date(parts.clock()).toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'source', 'external_id']).doNothing())
  const row = await added.returning('id').executeTakeFirst()
  if (row === undefined) {
    // Another call was quicker: the insert waited for it.
    if (discount !== undefined) await giveBack(tx, discount.id, 1)
    return (await findKnown(tx, recorder, input.externalId)) ?? ''
  }
  await insertLines(tx, row.id, { lines, amounts })
  return row.id
}

/** The discount that a new order uses. @throws Problem `invalid_input`, `conflict` */
async function discountOf(
  parts: Pick<Parts, 'clock'>,
  tx: Queries<Tables>,
  { discountCode, discountReservationId, email, currency }: NewOrder,
): Promise<DiscountRow | undefined> {
  const use = { email, currency, now: parts.clock() }
  if (discountReservationId !== undefined) return await takeReserved(tx, discountReservationId, use)
  return discountCode === undefined ? undefined : await takeUse(tx, discountCode, use)
}

function ownColumns(input: NewOrder, { subtotal, discount, tax, total }: OrderAmounts) {
  return {
    external_id: input.externalId ?? null,
    state: 'draft' as const,
    email: input.email,
    name: input.name ?? '',
    currency: input.currency,
    subtotal: String(subtotal),
    discount: String(discount),
    tax: String(tax),
    tax_included: input.taxIncluded ?? false,
    taxes: (input.taxes ?? []).map(({ name, amount }) => ({ name, amount: String(BigInt(amount)) })),
    total: String(total),
    subscription: input.subscriptionId ?? null,
    note: input.note ?? '',
  }
}

interface OrderLines {
  readonly lines: readonly ResolvedLine[]
  readonly amounts: OrderAmounts
}

async function insertLines(tx: Queries<Tables>, orderId: string, { lines, amounts }: OrderLines): Promise<void> {
  const values = lines.map((line, at) => {
    const own = amounts.lines[at]
    return {
      order_id: orderId,
      product_id: line.productId,
      variant_id: line.variantId,
      price_id: line.priceId,
      name: line.name.slice(0, 2 * productLimits.name),
      quantity: line.quantity,
      unit_amount: String(line.unitAmount),
      discount: String(own?.discount ?? 0n),
      tax: String(own?.tax ?? 0n),
      total: String(own?.total ?? 0n),
      interval: line.interval,
      interval_count: line.intervalCount,
      trial_days: line.trialDays,
    }
  })
  await tx.insertInto('products_lines').values(values).execute()
}
