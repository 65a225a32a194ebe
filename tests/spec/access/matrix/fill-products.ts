import type { Visitor } from '../../lab/visitor.ts'
import { got, type Named } from './got.ts'

/** Products of a workspace, by their IDs. */
export interface ProductThings {
  readonly product: string
  readonly productVariant: string
  readonly productPrice: string
  readonly productOrder: string
  readonly productDiscount: string
  readonly productReservation: string
  readonly productLicense: string
}

/** Fills a workspace with a product, and an order and a license of it. */
export async function fillProducts(owner: Visitor): Promise<ProductThings> {
  const product = await got<Named>(owner.post('/api/products', { name: 'Editor', status: 'active' }))
  const variant = await got<Named>(owner.post(`/api/products/${product.id}/variants`, { name: 'Large' }))
  const newPrice = { currency: 'EUR', amount: 900 }
  const price = await got<Named>(owner.post(`/api/products/${product.id}/prices`, newPrice))
  const email = 'guest@example.test'
  const newOrder = { email, currency: 'EUR', lines: [{ productId: product.id, priceId: price.id }] }
  const order = await got<Named>(owner.post('/api/x/products/orders', newOrder))
  const newDiscount = { code: 'SALE', rules: [{ percent: 10 }] }
  const discount = await got<Named>(owner.post('/api/x/products/discounts', newDiscount))
  const held = { code: 'SALE', email, currency: 'EUR' }
  const reserved = await got<{ reservationId: string }>(owner.post('/api/x/products/discounts/reserve', held))
  const { items } = await got<{ items: readonly Named[] }>(
    owner.post('/api/x/products/licenses', { productId: product.id }),
  )
  return {
    product: product.id,
    productVariant: variant.id,
    productPrice: price.id,
    productOrder: order.id,
    productDiscount: discount.id,
    productReservation: reserved.reservationId,
    productLicense: items[0]?.id ?? '',
  }
}
