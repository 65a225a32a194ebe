/** Sample data of a workspace: two products with prices, and an order that was paid. */
import type { Language, Queries, WorkspaceScope } from '@host/plugin'
import { countMore, dropEmptyTotal } from '../catalog/products-quota.ts'
import type { Tables } from '../models.ts'
import { inBillions } from '../orders/amounts.ts'

type Scope = WorkspaceScope<Tables>

export const sampleCustomer = 'ada@shop.example'

const amount = 4_900n

/** @returns the IDs of the products and the order */
export async function addSampleProducts({ db, userId, language, now }: Scope): Promise<readonly string[]> {
  const at = now().toISOString()
  return await db.transaction(async (tx) => {
    await countMore(tx, 2)
    const [editor, player] = namesIn[language]
    const first = await addProduct(tx, { name: editor, userId, at })
    const second = await addProduct(tx, { name: player, userId, at })
    return [first, second, await addOrder(tx, { productId: first, name: editor, at })]
  })
}

interface SampleProduct {
  readonly name: string
  readonly userId: string
  readonly at: string
}

async function addProduct(tx: Queries<Tables>, { name, userId, at }: SampleProduct): Promise<string> {
  const values = { name, status: 'active', fields: {}, metadata: {}, created_by: userId } as const
  const added = tx.insertInto('products_products').values({ ...values, created_at: at, updated_at: at })
  const { id } = await added.returning('id').executeTakeFirstOrThrow()
  const price = {
    product_id: id,
    currency: 'EUR',
    amount: String(amount),
    tiers: [],
    created_by: userId,
    created_at: at,
  }
  await tx.insertInto('products_prices').values(price).execute()
  return id
}

interface SampleOrder {
  readonly productId: string
  readonly name: string
  readonly at: string
}

/** A paid order, without an email. */
async function addOrder(tx: Queries<Tables>, { productId, name, at }: SampleOrder): Promise<string> {
  const zero = { discount: '0', tax: '0' }
  const total = String(amount)
  const customer = { email: sampleCustomer, name: 'Ada', currency: 'EUR' }
  const order = { ...zero, ...customer, source: 'manual', state: 'paid', tax_included: false, taxes: [] } as const
  const values = { ...order, subtotal: total, total, created_at: at, paid_at: at }
  const added = tx.insertInto('products_orders').values(values).returning('id')
  const { id } = await added.executeTakeFirstOrThrow()
  const line = { order_id: id, product_id: productId, name, quantity: 1, unit_amount: total, total }
  await tx
    .insertInto('products_lines')
    .values({ ...zero, ...line })
    .execute()
  const entry = { order_id: id, product_id: productId, currency: 'EUR', kind: 'sale', at } as const
  await tx
    .insertInto('products_entries')
    .values({ ...entry, ...inBillions(amount) })
    .execute()
  return id
}

/** Removes them, the orders of their products too. */
export async function removeSampleProducts({ db }: Scope, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    const lines = await tx.selectFrom('products_lines').select('order_id').where('product_id', 'in', ids).execute()
    const orders = [...ids, ...lines.map(({ order_id }) => order_id)]
    await tx.deleteFrom('products_orders').where('id', 'in', orders).execute()
    await tx.deleteFrom('products_prices').where('product_id', 'in', ids).execute()
    const { numDeletedRows } = await tx.deleteFrom('products_products').where('id', 'in', ids).executeTakeFirst()
    await countMore(tx, -Number(numDeletedRows))
    await dropEmptyTotal(tx)
  })
}

const namesIn: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['Sample editor', 'Sample player'],
  zh: ['示例编辑器', '示例播放器'],
}

/** Names of the products in every language. */
export const sampleNames: readonly string[] = Object.values(namesIn).flat()
