import type { ReadQueries } from '@host/plugin'
import type { Tables } from '../models.ts'
import type { PriceRow } from '../catalog/product-rows.ts'
import { wrongField } from '../refuse.ts'
import { orderAmounts, sumOf, type OrderAmounts, type PricedLine } from './amounts.ts'
import type { NewOrder } from './record-order.ts'

type NewLine = NewOrder['lines'][number]

/** A line with its product and price. */
export interface ResolvedLine {
  readonly productId: string
  readonly variantId: string | null
  readonly priceId: string | null
  readonly name: string
  readonly quantity: number
  readonly unitAmount: bigint
  readonly interval: PriceRow['interval']
  readonly intervalCount: number
  readonly trialDays: number
}

interface Resolving {
  readonly currency: string
  /** Whether money was paid already, at a price that may have ended meanwhile. */
  readonly isPast: boolean
}

/** Finds the products and prices of new lines. @throws Problem `invalid_input` */
export async function resolveLines(
  db: ReadQueries<Tables>,
  lines: readonly NewLine[],
  resolving: Resolving,
): Promise<readonly ResolvedLine[]> {
  const resolved: ResolvedLine[] = []
  for (const [at, line] of lines.entries()) {
    resolved.push(await resolveLine(db, { line, path: `lines.${at}` }, resolving))
  }
  return resolved
}

interface LineAt {
  readonly line: NewLine
  readonly path: string
}

async function resolveLine(
  db: ReadQueries<Tables>,
  { line: { productId, priceId, quantity = 1, ...line }, path }: LineAt,
  resolving: Resolving,
): Promise<ResolvedLine> {
  const products = db.selectFrom('products_products').select(['name', 'status']).where('id', '=', productId)
  const product = await products.executeTakeFirst()
  if (product === undefined) throw wrongField(`${path}.productId`, unknownProduct)
  if (!resolving.isPast && product.status !== 'active') throw wrongField(`${path}.productId`, notActive)
  const price = priceId === undefined ? undefined : await findPrice(db, { productId, priceId, path }, resolving)
  const variantId = line.variantId ?? price?.variant_id ?? null
  if (price?.variant_id !== null && price !== undefined && price.variant_id !== variantId) {
    throw wrongField(`${path}.variantId`, otherVariant)
  }
  const variant = variantId === null ? undefined : await findVariant(db, { productId, variantId, path }, resolving)
  return {
    productId,
    variantId,
    priceId: price?.id ?? null,
    name: variant === undefined ? product.name : `${product.name} (${variant})`,
    quantity,
    unitAmount: unitAmountOf(price, { given: line.unitAmount, quantity, path }),
    interval: price?.interval ?? null,
    intervalCount: price?.interval_count ?? 1,
    trialDays: price?.trial_days ?? 0,
  }
}

interface Units {
  readonly given: NewLine['unitAmount']
  readonly quantity: number
  readonly path: string
}

/** The price of a unit: what was paid, or the volume price of the quantity. @throws Problem `invalid_input` */
function unitAmountOf(price: PriceRow | undefined, { given, quantity, path }: Units): bigint {
  if (given !== undefined) return BigInt(given)
  if (price === undefined) throw wrongField(`${path}.priceId`, noPrice)
  return BigInt(price.tiers.findLast(({ from }) => quantity >= from)?.amount ?? price.amount)
}

interface PriceAt {
  readonly productId: string
  readonly priceId: string
  readonly path: string
}

async function findPrice(
  db: ReadQueries<Tables>,
  { productId, priceId, path }: PriceAt,
  resolving: Resolving,
): Promise<PriceRow> {
  const prices = db.selectFrom('products_prices').selectAll().where('id', '=', priceId)
  const row = await prices.where('product_id', '=', productId).executeTakeFirst()
  if (row === undefined) throw wrongField(`${path}.priceId`, unknownPrice)
  if (row.currency !== resolving.currency) throw wrongField(`${path}.priceId`, otherCurrency)
  if (!resolving.isPast && row.retired_at !== null) throw wrongField(`${path}.priceId`, retired)
  return row
}

interface VariantAt {
  readonly productId: string
  readonly variantId: string
  readonly path: string
}

async function findVariant(
  db: ReadQueries<Tables>,
  { productId, variantId, path }: VariantAt,
  { isPast }: Resolving,
): Promise<string> {
  const variants = db.selectFrom('products_variants').select(['name', 'is_archived']).where('id', '=', variantId)
  const row = await variants.where('product_id', '=', productId).executeTakeFirst()
  if (row === undefined || (row.is_archived && !isPast)) throw wrongField(`${path}.variantId`, unknownVariant)
  return row.name
}

/** The amounts of an order of lines. @throws Problem `invalid_input` */
export function amountsOf(
  { taxes = [], taxIncluded = false }: Pick<NewOrder, 'taxes' | 'taxIncluded'>,
  lines: readonly PricedLine[],
): OrderAmounts {
  const tax = sumOf(taxes.map(({ amount }) => BigInt(amount)))
  const amounts = orderAmounts(lines, { amount: tax, isIncluded: taxIncluded })
  requireAmounts(amounts)
  if (taxIncluded && tax > amounts.total) throw wrongField('taxes', tooMuchTax)
  return amounts
}

/** The largest amount that is stored. */
const mostAmount = 999_999_999_999_999_999n

/** @throws Problem `invalid_input` for an order that is too large */
function requireAmounts({ total, subtotal }: { readonly total: bigint; readonly subtotal: bigint }): void {
  if (total > mostAmount || subtotal > mostAmount) throw wrongField('lines', tooLarge)
}

const unknownProduct = { en: 'Choose a product of this workspace.', zh: '请选择此工作区的产品。' }
const notActive = { en: 'Choose an active product.', zh: '请选择已上架的产品。' }
const unknownPrice = { en: 'Choose a price of this product.', zh: '请选择此产品的价格。' }
const otherCurrency = { en: 'Choose a price in the currency of the order.', zh: '请选择与订单货币一致的价格。' }
const retired = { en: 'Choose a price that is still sold.', zh: '请选择仍在销售的价格。' }
const noPrice = { en: 'Choose a price, or enter the amount of a unit.', zh: '请选择价格，或填写单价。' }
const unknownVariant = { en: 'Choose a variant of this product.', zh: '请选择此产品的规格。' }
const otherVariant = { en: 'The price is for another variant.', zh: '该价格适用于其他规格。' }
const tooLarge = { en: 'The amount is too large. Split the order.', zh: '金额过大，请拆分订单。' }
const tooMuchTax = {
  en: 'The included tax is higher than the total. Correct the tax lines.',
  zh: '含税金额中的税额超过总额，请更正税额。',
}
