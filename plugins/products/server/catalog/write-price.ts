import { Problem, type EndpointInput, type Queries, type WorkspaceScope } from '@host/plugin'
import { productLimits, type createPrice, type Price } from '../../shared.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import { wrongField } from '../refuse.ts'
import { lockProduct, selectPrice, shownPrice } from './product-rows.ts'
import { requireOpenProduct } from './products-quota.ts'

type Caller = Pick<WorkspaceScope<Tables>, 'db' | 'orgId' | 'userId' | 'audit'>

/** A new price of a product. */
export type NewPrice = EndpointInput<typeof createPrice>

/** @throws Problem `not_found`, `invalid_input`, `conflict` */
export async function createPriceOf(
  parts: Parts,
  { db, orgId, userId, audit }: Caller,
  input: NewPrice,
): Promise<Price> {
  requireShape(input)
  const { id, supersedes } = input
  await requireOpenProduct(parts, { db, orgId }, id)
  return await db.transaction(async (tx) => {
    await lockProduct(tx, id)
    await requireRoom(tx, id)
    await requireVariant(tx, id, input.variantId)
    const now = new Date(parts.clock()).toISOString()
    const row = await insertPrice(tx, { productId: id, userId, now }, input)
    if (supersedes !== undefined) await supersede(tx, { productId: id, old: supersedes, by: row.id, now })
    const after = { productId: id, currency: row.currency, amount: row.amount, supersedes }
    audit.describe({ target: `price:${row.id}`, after })
    return shownPrice(row)
  })
}

interface Inserting {
  readonly productId: string
  readonly userId: string
  readonly now: string
}

/** Stores a new price of a product that is locked or new. */
export async function insertPrice(
  tx: Queries<Tables>,
  { productId, userId, now }: Inserting,
  input: Omit<NewPrice, 'id' | 'supersedes'>,
) {
  const values = {
    product_id: productId,
    variant_id: input.variantId ?? null,
    currency: input.currency,
    amount: String(BigInt(input.amount)),
    interval: input.interval ?? null,
    interval_count: input.intervalCount ?? 1,
    trial_days: input.trialDays ?? 0,
    tiers: (input.tiers ?? []).map(({ from, amount }) => ({ from, amount: String(BigInt(amount)) })),
  }
  const added = tx.insertInto('products_prices').values({ ...values, created_by: userId, created_at: now })
  return await added.returningAll().executeTakeFirstOrThrow()
}

interface Superseding {
  readonly productId: string
  readonly old: string
  readonly by: string
  readonly now: string
}

async function supersede(tx: Queries<Tables>, { productId, old, by, now }: Superseding): Promise<void> {
  const sold = tx
    .updateTable('products_prices')
    .set({ superseded_by: by, retired_at: now })
    .where('id', '=', old)
    .where('product_id', '=', productId)
    .where('retired_at', 'is', null)
  const { numUpdatedRows } = await sold.executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Problem('conflict', { errors: [{ path: 'supersedes', message: notSold }] })
}

/** Ends a price; one that has ended stays as it is. @throws Problem `not_found` */
export async function retirePriceOf(
  parts: Parts,
  { db, audit }: Caller,
  { id, priceId }: { readonly id: string; readonly priceId: string },
): Promise<Price> {
  return await db.transaction(async (tx) => {
    await lockProduct(tx, id)
    const row = await selectPrice(tx, priceId)
    if (row.product_id !== id) throw new Problem('not_found')
    const retired_at = row.retired_at ?? new Date(parts.clock()).toISOString()
    await tx.updateTable('products_prices').set({ retired_at }).where('id', '=', priceId).execute()
    audit.describe({ target: `price:${priceId}`, after: { productId: id } })
    return shownPrice({ ...row, retired_at })
  })
}

/** @throws Problem `invalid_input` */
export function requireShape({ interval, intervalCount = 1, trialDays = 0, tiers = [] }: Omit<NewPrice, 'id'>): void {
  const isOnce = interval === undefined || interval === null
  if (isOnce && intervalCount !== 1) throw wrongField('intervalCount', onlyRecurring)
  if (isOnce && trialDays !== 0) throw wrongField('trialDays', onlyRecurring)
  const isRising = tiers.every(({ from }, at) => at === 0 || from > (tiers[at - 1]?.from ?? 0))
  if (!isRising) throw wrongField('tiers', rising)
}

async function requireVariant(tx: Queries<Tables>, productId: string, id: string | null | undefined): Promise<void> {
  if (id === undefined || id === null) return
  const variants = tx.selectFrom('products_variants').select('id').where('id', '=', id)
  const row = await variants.where('product_id', '=', productId).executeTakeFirst()
  if (row === undefined) throw wrongField('variantId', unknownVariant)
}

async function requireRoom(tx: Queries<Tables>, productId: string): Promise<void> {
  const rows = await tx.selectFrom('products_prices').select('id').where('product_id', '=', productId).execute()
  if (rows.length >= productLimits.prices) throw new Problem('conflict', { detail: tooMany })
}

const onlyRecurring = {
  en: 'Leave it out, or choose an interval: a one-off price is paid once.',
  zh: '一次性价格只支付一次：请留空，或选择周期。',
}
const rising = { en: 'Give the tiers in rising order of their quantity.', zh: '请按数量从小到大填写阶梯。' }
const unknownVariant = { en: 'Choose a variant of this product.', zh: '请选择此产品的规格。' }
const notSold = {
  en: 'Choose a price of this product that is still sold.',
  zh: '请选择此产品仍在销售的价格。',
}
const tooMany = {
  en: `A product has at most ${productLimits.prices} prices. Create another product.`,
  zh: `一个产品最多有 ${productLimits.prices} 个价格。请创建其他产品。`,
}
